import { formatSpec, methodNames, parseSpec, selections, type MethodName, type MethodSpec, type Selection } from "../../core/solve";
import type { RetrievalMode } from "../../core/trace";

/** Rows that stand under one heading. `variations`: ablations and options. */
export interface OfferGroup {
  readonly group: RetrievalMode | "variations";
  readonly specs: readonly MethodSpec[];
}

const modes: readonly Exclude<RetrievalMode, "none">[] = ["rcts", "rag", "random"];
/** What the papers combine with every way to choose exemplars. */
const combined: readonly MethodName[] = ["vrest", "cot", "qa"];

/** VReST once for each final selection, any other method once. */
function specsOf(method: MethodName, mode: RetrievalMode): readonly MethodSpec[] {
  const spec: MethodSpec = { exemplars: mode === "none" ? null : { mode, overrides: {} }, method, select: null, overrides: {}, scale: null };
  return method === "vrest" ? selections.map((select) => ({ ...spec, select })) : [spec];
}

const ofSearch = ["noR1", "noR2", "noPRM", "textOnlyGeneration", "textOnlyUsefulness", "textOnlyCorrectness", "gate", "checkArithmetic"];
const ofOthers = ["best-of-n[checkArithmetic]", "tot[checkArithmetic]", "tot[gate]"];
/** RCTS without its parts; plain RAG is RCTS without tree re-ranking. */
const ofExemplars = ["rcts[contexts=false]", "rag", "rag[contexts=false]", "rcts[alpha=0]", "rcts[beta=0]", "rcts[reward=answerGrounded]"];

/** The one that a person's settings stand for: the method, and for VReST the final selection. */
export const settingsSpec = (method: MethodName, select: Selection, mode: RetrievalMode = "none"): MethodSpec => specsOf(method, mode).find((spec) => spec.select === null || spec.select === select)!;

/**
 * Everything that is offered for a comparison, each once: every method by itself; where there are exemplars, each one
 * with RCTS and three with the other ways to choose them; and the papers' ablations and our options, for the method and
 * the selection that the settings name.
 * @param possible whether the settings allow a row; others are left out
 */
export function offers(exemplars: boolean, method: MethodName, select: Selection, possible: (spec: MethodSpec) => boolean): readonly OfferGroup[] {
  const taught = exemplars ? modes.map((group) => ({ group, specs: (group === "rcts" ? methodNames : combined).flatMap((each) => specsOf(each, group)) })) : [];
  const present = formatSpec(settingsSpec(method, select));
  const variations = [...ofSearch.map((name) => `vrest:${select}[${name}]`), ...ofOthers, ...(exemplars ? ofExemplars.map((name) => `${name}+${present}`) : [])].map((text) => parseSpec(text));
  const seen = new Set<string>();
  const isNew = (spec: MethodSpec): boolean => {
    const id = formatSpec(spec);
    if (seen.has(id) || !possible(spec)) return false;
    seen.add(id);
    return true;
  };
  return [{ group: "none" as const, specs: methodNames.flatMap((each) => specsOf(each, "none")) }, ...taught, { group: "variations" as const, specs: variations }].map(({ group, specs }) => ({ group, specs: specs.filter(isNew) }));
}
