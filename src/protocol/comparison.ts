import { addUsage, noUsage, type Usage } from "../core/ports";
import type { Confidence } from "../core/trace";
import { describeShare } from "./outcome";
import { english, sentences, type Translate } from "./translate";

/**
 * `partial`: ended before its own end. `skipped`: it was not begun before the comparison was stopped. `gone`: there is no
 * stored solve of it.
 */
export type ComparedState = "waiting" | "running" | "done" | "partial" | "failed" | "skipped" | "gone";

/** One method in a comparison. */
export interface ComparedRow {
  /** Its method expression, e.g. `cot` or `rcts+vrest:vote`; unique in its comparison. */
  readonly id: string;
  readonly title: string;
  readonly state: ComparedState;
  /** Id of its solve, which is stored once it has begun. */
  readonly solve: string;
  /** Id of the first solve of its search. Rows with the same one are read off one search, which was paid for once. */
  readonly search: string;
  readonly answer: string | null;
  /** Equal answers have the same number; 0 is what most rows answered. Null without an answer. */
  readonly group: number | null;
  readonly confidence: Confidence | null;
  readonly usage: Usage;
  readonly seconds: number;
  /** Why it failed, ended early or was not run; empty where there is nothing to say. */
  readonly note: string;
}

/** Several methods on the same figure and question, with the same seed and budget. */
export interface Comparison {
  /** SHA-256 of the figure. */
  readonly figure: string;
  readonly question: string;
  readonly choices: readonly string[];
  readonly seed: number;
  readonly rows: readonly ComparedRow[];
}

export const comparedStateTitle = (state: ComparedState, translate: Translate = english): string => translate({ waiting: "Waiting", running: "Running", done: "Done", partial: "Partial", failed: "Failed", skipped: "Not run", gone: "Not kept" }[state]);

/** The confidence of one row in a few words, with what it rests on. */
export function briefConfidence({ value, source, traces, voters, bestReward }: Confidence, translate: Translate = english): string {
  const counted = translate(bestReward === null ? "{0} of {1} chains" : "{0} of {1} traces", traces, voters);
  if (value === null) return voters > 1 ? counted : translate("no basis");
  if (source === "none" && bestReward === null) return counted;
  const origin = translate({ logprobs: "log-probabilities", sampled: "sampled P(Yes)", mixed: "P(Yes) partly sampled", none: "no self-reward" }[source]);
  if (voters === 1) return bestReward === null ? translate("only trace") : translate("only trace, reward {0}, {1}", bestReward.toFixed(2), origin);
  return translate("{0} of the reward, {1}, {2}", describeShare(value, translate), counted, origin);
}

/** Whether its search can be shown. */
export const isStored = ({ state }: Pick<ComparedRow, "state">): boolean => state === "done" || state === "partial" || state === "failed";

/** Whether it has cost something. */
export const hasBegun = (row: Pick<ComparedRow, "state">): boolean => row.state === "running" || isStored(row);

/** The earlier row that tells what the search of both costs; undefined for one that tells it itself. */
export function sharedWith({ search, id }: ComparedRow, rows: readonly ComparedRow[]): ComparedRow | undefined {
  const first = rows.find((row) => row.search === search && hasBegun(row));
  return first?.id === id ? undefined : first;
}

/** What a comparison has cost, each search once. */
export const costOfComparison = ({ rows }: Pick<Comparison, "rows">): Usage => rows.filter((row) => hasBegun(row) && sharedWith(row, rows) === undefined).reduce((sum, { usage }) => addUsage(sum, usage), noUsage);

const isOver = ({ state }: ComparedRow): boolean => state !== "waiting" && state !== "running";

function agreementOf(answered: number, alike: number, translate: Translate): string {
  if (answered === 1) return translate("One method found an answer.");
  if (alike === answered) return alike === 2 ? translate("Both answers are the same.") : translate("All {0} answers are the same.", alike);
  if (alike > 1) return translate("{0} of {1} answers are the same.", alike, answered);
  return answered === 2 ? translate("The two answers differ.") : translate("The {0} answers all differ.", answered);
}

/** How far a comparison has come and how far its answers agree, as sentences. */
export function describeComparison({ rows }: Pick<Comparison, "rows">, translate: Translate = english): string {
  const over = rows.filter(isOver).length;
  const answered = rows.filter(({ group }) => group !== null);
  const progress = over < rows.length ? translate("{0} of {1} methods have ended.", over, rows.length) : "";
  if (answered.length === 0) return sentences(progress, over === rows.length ? translate("No method found an answer.") : "");
  return sentences(progress, agreementOf(answered.length, answered.filter(({ group }) => group === 0).length, translate));
}
