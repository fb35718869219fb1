import { estimateCost, estimateWithExemplars, methodNames, settingsOf, type MethodName } from "../../core/solve";
import type { RetrievalMode } from "../../core/trace";
import { retrievalTitle, type CostEstimate, type Translate } from "../../protocol";
import type { FigtreeSettings } from "../settings/read";
import type { LibrarySettings } from "../settings/read-library";

/** A method, with or without exemplars. Knows no VS Code. */
export interface MethodChoice {
  readonly method: MethodName;
  readonly mode: RetrievalMode;
}

/** `vrest`, or with exemplars `rcts+vrest`. */
export const choiceId = ({ method, mode }: MethodChoice): string => (mode === "none" ? method : `${mode}+${method}`);

const modes: readonly Exclude<RetrievalMode, "none">[] = ["rcts", "rag", "random"];
/** What the papers combine with every way to choose exemplars. */
const combined: readonly MethodName[] = ["vrest", "cot", "qa"];

/** Everything that can be compared: each method by itself, and where there are exemplars each one with RCTS and three with the other ways to choose them. */
export function methodChoices(exemplars: boolean): readonly MethodChoice[] {
  const plain = methodNames.map((method): MethodChoice => ({ method, mode: "none" }));
  if (!exemplars) return plain;
  return [...plain, ...modes.flatMap((mode) => (mode === "rcts" ? methodNames : combined).map((method): MethodChoice => ({ method, mode })))];
}

/** The choice of an id; undefined for anything else. */
export const choiceOf = (id: string): MethodChoice | undefined => methodChoices(true).find((choice) => choiceId(choice) === id);

/** What heads the choices of one way to choose exemplars. */
export const modeHeading = (mode: RetrievalMode, translate: Translate): string => (mode === "none" ? "" : mode === "rag" ? "RAG" : retrievalTitle(mode, translate));

/** What one choice costs at most for one problem. */
export function estimateChoice({ method, mode }: MethodChoice, { preset, overrides }: Pick<FigtreeSettings, "preset" | "overrides">, { retrieval }: Pick<LibrarySettings, "retrieval">): CostEstimate {
  const solve = estimateCost(method, settingsOf(preset, overrides, method));
  if (mode === "none") return solve;
  // What the exemplars' texts cost is not known before they are chosen.
  const { requests, samples, exemplars } = estimateWithExemplars(solve, { pictures: retrieval.exemplars, tokens: 1 }, { mode, reward: retrieval.reward });
  return { requests, samples, exemplarPictures: exemplars.pictures };
}

/** Several costs as one. */
export function sumEstimates(estimates: readonly CostEstimate[], times = 1): Required<CostEstimate> {
  const sum = (of: (estimate: CostEstimate) => number): number => times * estimates.reduce((total, each) => total + of(each), 0);
  return { requests: sum(({ requests }) => requests), samples: sum(({ samples }) => samples), exemplarPictures: sum(({ exemplarPictures }) => exemplarPictures ?? 0) };
}
