import type { Usage } from "../core/ports";
import type { Confidence, RetrievalMode } from "../core/trace";
import { retrievalTitle } from "./exemplars";
import { methodTitle } from "./outcome";

/**
 * `partial`: ended before its own end. `skipped`: it was not begun before the comparison was stopped. `gone`: there is no
 * stored solve of it.
 */
export type ComparedState = "waiting" | "running" | "done" | "partial" | "failed" | "skipped" | "gone";

/** One method in a comparison. */
export interface ComparedRow {
  /** Method and choice of exemplars, e.g. `vrest` or `rcts+vrest`; unique in its comparison. */
  readonly id: string;
  readonly title: string;
  readonly state: ComparedState;
  /** Id of its solve, which is stored once it has begun. */
  readonly solve: string;
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

/** A method with its choice of exemplars, as the papers write them. */
export function comparedTitle(method: string, mode: RetrievalMode): string {
  if (mode === "none") return methodTitle(method);
  return `${methodTitle(method)}, exemplars ${mode === "random" ? retrievalTitle(mode) : `by ${mode === "rag" ? "RAG" : retrievalTitle(mode)}`}`;
}

const stateTitles: Readonly<Record<ComparedState, string>> = { waiting: "Waiting", running: "Running", done: "Done", partial: "Partial", failed: "Failed", skipped: "Not run", gone: "Not kept" };

export const comparedStateTitle = (state: ComparedState): string => stateTitles[state];

/** The confidence of one row in a few words, with what it rests on. */
export function briefConfidence({ value, source, traces, voters, bestReward }: Confidence): string {
  const counted = `${traces} of ${voters} ${bestReward === null ? "chains" : "traces"}`;
  if (value === null) return voters > 1 ? counted : "no basis";
  if (source === "none" && bestReward === null) return counted;
  const origin = { logprobs: "log-probabilities", sampled: "sampled P(Yes)", mixed: "P(Yes) partly sampled", none: "no self-reward" }[source];
  if (voters === 1) return bestReward === null ? "only trace" : `only trace, reward ${bestReward.toFixed(2)}, ${origin}`;
  const rounded = Math.round(value * 100);
  const share = rounded === 100 && value < 1 ? "over 99 %" : rounded === 0 && value > 0 ? "under 1 %" : `${rounded} %`;
  return `${share} of the reward, ${counted}, ${origin}`;
}

/** Whether its search can be shown. */
export const isStored = ({ state }: Pick<ComparedRow, "state">): boolean => state === "done" || state === "partial" || state === "failed";

const isOver = ({ state }: ComparedRow): boolean => state !== "waiting" && state !== "running";

/** How far a comparison has come and how far its answers agree, as sentences. */
export function describeComparison({ rows }: Pick<Comparison, "rows">): string {
  const over = rows.filter(isOver).length;
  const answered = rows.filter(({ group }) => group !== null);
  const alike = answered.filter(({ group }) => group === 0).length;
  const progress = over < rows.length ? `${over} of ${rows.length} methods have ended.` : "";
  if (answered.length === 0) return [progress, over === rows.length ? "No method found an answer." : ""].filter((part) => part !== "").join(" ");
  const agreement = answered.length === 1 ? "One method found an answer." : alike === answered.length ? `${alike === 2 ? "Both" : `All ${alike}`} answers are the same.` : alike === 1 && answered.length === 2 ? "The two answers differ." : alike === 1 ? `The ${answered.length} answers all differ.` : `${alike} of ${answered.length} answers are the same.`;
  return [progress, agreement].filter((part) => part !== "").join(" ");
}
