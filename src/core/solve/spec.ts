import { FigtreeError } from "../ports";
import type { RetrievalSettings } from "../exemplars";
import type { RetrievalMode } from "../trace";
import type { MethodName } from "./registry";
import { settingRanges, type Selection, type SettingOverrides } from "./settings";
import { readExemplarSettings, readMethodSettings, writeSettings } from "./spec-settings";

/** What a scaling curve grows: iterations, sampled chains, width. */
export type ScaleBy = "K" | "n" | "w";

/** A method as it is named in the terminal, in benchmarks and in comparisons, e.g. `rcts[alpha=0]+vrest:vote[noR1]@1,2,4`. */
export interface MethodSpec {
  /** Null: without a library. */
  readonly exemplars: { readonly mode: RetrievalMode; readonly overrides: Partial<RetrievalSettings> } | null;
  readonly method: MethodName;
  /** Final selection of VReST; null: the preset's. */
  readonly select: Selection | null;
  readonly overrides: SettingOverrides;
  /** Values in the order given, each once; null: the preset's value. */
  readonly scale: { readonly by: ScaleBy; readonly values: readonly number[] } | null;
}

/** Names in commands and reports; the registry's own names are understood too. */
export const methodTitles: Readonly<Record<MethodName, string>> = { qa: "qa", cot: "cot", cotVote: "cot-vote", bestOfN: "best-of-n", tot: "tot", cantor: "cantor", vrest: "vrest" };

const scales: Readonly<Partial<Record<MethodName, readonly ScaleBy[]>>> = { vrest: ["K", "w"], cotVote: ["n"], bestOfN: ["n"], tot: ["w"] };
/** The ways to choose the answer of one search. */
export const selections: readonly Selection[] = ["greedy", "best", "vote", "weighted"];
const modes: readonly RetrievalMode[] = ["none", "random", "rag", "rcts"];

const wrong = (text: string, message: string): FigtreeError => new FigtreeError("input.invalid", { field: "--methods", value: text, message });

/**
 * Splits a list of specs at its commas, but neither inside brackets nor within the numbers after `@`.
 * Throws `input.invalid` for brackets that do not match and for an empty item.
 */
export function splitSpecs(list: string): string[] {
  const items: string[] = [];
  let open = false;
  let item = "";
  for (const sign of list) {
    if ((sign === "[" && open) || (sign === "]" && !open)) throw wrong(list, "The square brackets do not match.");
    if (sign === "[" || sign === "]") open = sign === "[";
    if (sign === "," && !open) {
      items.push(item);
      item = "";
    } else item += sign;
  }
  if (open) throw wrong(list, "The square brackets do not match.");
  items.push(item);
  const joined: string[] = [];
  for (const each of items.map((text) => text.trim())) {
    if (/^\d+$/.test(each) && /@[^@+\]]*$/.test(joined.at(-1) ?? "")) joined.push(`${joined.pop()!},${each}`);
    else joined.push(each);
  }
  if (joined.some((each) => each === "")) throw wrong(list, "A method is missing beside a comma.");
  return joined;
}

/** Reads one spec. Throws `input.invalid` that says what is wrong with it. */
export function parseSpec(text: string): MethodSpec {
  const parts = /^(?:(?<mode>[a-z]+)(?:\[(?<exemplars>[^[\]]*)\])?\+)?(?<method>[a-z-]+)(?<tail>(?::[a-z]+|\[[^[\]]*\])*)(?:@(?<scale>[^@]*))?$/i.exec(text.trim())?.groups;
  if (parts === undefined) throw wrong(text, "It should look like qa, vrest:vote, vrest[noR1] or rcts+vrest:vote@1,2,4.");
  const method = methodOf(parts["method"]!);
  if (method === undefined) throw wrong(text, `There is no such method; there are ${Object.values(methodTitles).join(", ")}.`);
  const tails = [...parts["tail"]!.matchAll(/:([a-z]+)|\[([^[\]]*)\]/gi)];
  const names = tails.flatMap(([, name]) => name ?? []);
  const brackets = tails.flatMap(([, , settings]) => settings ?? []);
  if (names.length > 1 || brackets.length > 1) throw wrong(text, "A selection and a list of settings can stand once each.");
  if (names.length === 1 && method !== "vrest") throw wrong(text, "Only vrest has a final selection.");
  const select = selections.find((name) => name === names[0]?.toLowerCase()) ?? null;
  if (names.length === 1 && select === null) throw wrong(text, `The selection must be one of ${selections.join(", ")}.`);
  const overrides = readMethodSettings(brackets[0] ?? "", method, (message) => wrong(text, message));
  const scale = parts["scale"] === undefined ? null : scaleOf(parts["scale"], method, (message) => wrong(text, message));
  if (scale !== null && overrides[scaledSetting[scale.by]] !== undefined) throw wrong(text, `${scaledSetting[scale.by]} is given twice.`);
  if (scale?.by === "K" && overrides.earlyStop === true) throw wrong(text, "A search that stops early has no beginning in common with a longer one: leave out earlyStop or the numbers after @.");
  return { exemplars: exemplarsOf(parts["mode"], parts["exemplars"], (message) => wrong(text, message)), method, select, overrides, scale };
}

/** The setting behind each scale. */
export const scaledSetting = { K: "iterations", n: "samples", w: "width" } as const satisfies Record<ScaleBy, keyof SettingOverrides>;

function methodOf(name: string): MethodName | undefined {
  const plain = name.toLowerCase().replaceAll("-", "");
  return (Object.keys(methodTitles) as MethodName[]).find((method) => method.toLowerCase() === plain);
}

function scaleOf(text: string, method: MethodName, fail: (message: string) => FigtreeError): NonNullable<MethodSpec["scale"]> {
  const [, named, numbers] = /^(?:([a-z]+)=)?(.*)$/i.exec(text)!;
  const possible = scales[method];
  if (possible === undefined) throw fail("This method has nothing to scale.");
  const by = named === undefined ? possible[0]! : possible.find((each) => each.toLowerCase() === named.toLowerCase());
  if (by === undefined) throw fail(`After @ it can scale ${possible.join(" or ")}.`);
  const values = numbers!.split(",").map((each) => (/^\s*\d{1,6}\s*$/.test(each) ? Number(each) : NaN));
  if (values.some((value) => !(value >= 1))) throw fail("After @ there must be whole numbers from 1, with commas between.");
  const { max } = settingRanges[scaledSetting[by]];
  if (values.some((value) => value > max)) throw fail(`After @ there must be numbers up to ${max}.`);
  return { by, values: [...new Set(values)] };
}

function exemplarsOf(name: string | undefined, settings: string | undefined, fail: (message: string) => FigtreeError): MethodSpec["exemplars"] {
  if (name === undefined) return null;
  const mode = modes.find((each) => each === name.toLowerCase());
  if (mode === undefined) throw fail(`Before + there must be one of ${modes.join(", ")}.`);
  return { mode, overrides: readExemplarSettings(settings ?? "", mode, fail) };
}

export function formatExemplars(exemplars: MethodSpec["exemplars"]): string {
  return exemplars === null ? "" : `${exemplars.mode}${writeSettings(exemplars.overrides)}+`;
}

/** The one way in which a spec is written; reading it again gives the same spec. */
export function formatSpec({ exemplars, method, select, overrides, scale }: MethodSpec): string {
  const by = scale === null || scales[method]![0] === scale.by ? "" : `${scale.by}=`;
  return `${formatExemplars(exemplars)}${methodTitles[method]}${select === null ? "" : `:${select}`}${writeSettings(overrides)}${scale === null ? "" : `@${by}${scale.values.join(",")}`}`;
}
