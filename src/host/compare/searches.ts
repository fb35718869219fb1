import { FigtreeError } from "../../core/ports";
import { retrievalSettingsOf, type RetrievalSettings } from "../../core/exemplars";
import { estimateCost, estimateWithExemplars, searchKey, settingsOf, type MethodName, type MethodSpec, type SolveSettings } from "../../core/solve";
import type { CostEstimate } from "../../protocol";
import type { FigtreeSettings } from "../settings/read";
import type { LibrarySettings } from "../settings/read-library";

/** What a person has set, as far as it counts for a comparison. */
export interface ComparedSettings extends Pick<FigtreeSettings, "preset" | "overrides">, Pick<LibrarySettings, "retrieval"> {}

/** One search, and the rows that are read off it. */
export interface ComparedSearch {
  readonly method: MethodName;
  /** Null: without exemplars. Their seed is the solves'. */
  readonly retrieval: RetrievalSettings | null;
  /** Places in the comparison, in order, with the settings of each. */
  readonly rows: readonly [SearchRow, ...SearchRow[]];
}

interface SearchRow {
  readonly index: number;
  readonly settings: SolveSettings;
}

function settingsOfSpec({ exemplars, method, select, overrides: own }: MethodSpec, { preset, overrides, retrieval }: ComparedSettings): { readonly settings: SolveSettings; readonly retrieval: RetrievalSettings | null } {
  const settings = settingsOf(preset, { ...overrides, ...own, ...(select === null ? {} : { select }) }, method);
  const taught = exemplars === null || exemplars.mode === "none" ? null : retrievalSettingsOf({ ...retrieval, ...exemplars.overrides, mode: exemplars.mode, seed: settings.seed });
  return { settings, retrieval: taught };
}

/** Whether a row goes together with what is set, e.g. not "no R1" where R2 is switched off. */
export function isPossible(spec: MethodSpec, settings: ComparedSettings): boolean {
  try {
    settingsOfSpec(spec, settings);
    return true;
  } catch (thrown) {
    if (thrown instanceof FigtreeError) return false;
    throw thrown;
  }
}

/**
 * The searches behind rows, in the order of their first rows. Rows of VReST that differ in the final selection alone
 * share one: it cannot end early when a vote is decided, since the other selections want all of its traces.
 * Throws `input.invalid` for a row that contradicts the settings.
 */
export function planSearches(specs: readonly MethodSpec[], settings: ComparedSettings): readonly ComparedSearch[] {
  const searches = new Map<string, ComparedSearch>();
  for (const [index, spec] of specs.entries()) {
    const planned = settingsOfSpec(spec, settings);
    const key = `${searchKey(spec.method, planned.settings)} ${JSON.stringify(planned.retrieval)}`;
    const before = searches.get(key);
    const row = { index, settings: planned.settings };
    searches.set(key, { method: spec.method, retrieval: planned.retrieval, rows: before === undefined ? [row] : [...before.rows, row] });
  }
  return [...searches.values()].map((search) => {
    const [first] = search.rows;
    const whole = search.rows.some((row) => row.settings.select !== first.settings.select);
    const [head, ...rest] = search.rows.map((row) => (whole ? { ...row, settings: { ...row.settings, earlyStop: false } } : row));
    return { ...search, rows: [head!, ...rest] };
  });
}

/** What rows cost at most for one problem, each search once. */
export function estimateSpecs(specs: readonly MethodSpec[], settings: ComparedSettings, times = 1): Required<CostEstimate> {
  const costs = planSearches(specs, settings).map(({ method, retrieval, rows: [{ settings: own }] }): Required<CostEstimate> => {
    const solve = estimateCost(method, own);
    if (retrieval === null) return { ...solve, exemplarPictures: 0 };
    // What the exemplars' texts cost is not known before they are chosen.
    const { requests, samples, exemplars } = estimateWithExemplars(solve, { pictures: retrieval.exemplars, tokens: 1 }, retrieval);
    return { requests, samples, exemplarPictures: exemplars.pictures };
  });
  const sum = (of: (cost: Required<CostEstimate>) => number): number => times * costs.reduce((total, each) => total + of(each), 0);
  return { requests: sum(({ requests }) => requests), samples: sum(({ samples }) => samples), exemplarPictures: sum(({ exemplarPictures }) => exemplarPictures) };
}
