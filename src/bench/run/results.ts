import type { ErrorRecord, Usage } from "../../core/ports";
import type { Confidence, FinishReason, NodeSnapshot, TraceRecord, Warning } from "../../core/trace";
import type { Judgement } from "../scoring/judge/judge";
import type { Score } from "../scoring/score";
import type { Categories } from "../datasets/problem";

/** A problem as the run's folder keeps it: all that a report needs of the data set. */
export interface ProblemRecord {
  readonly id: string;
  readonly asked: string;
  readonly choices: readonly string[];
  readonly references: readonly string[];
  readonly categories: Categories;
  /** Worked steps, where the data set has them. */
  readonly steps: readonly { readonly subQuestion: string; readonly answer: string }[] | null;
}

/** What one row made of one problem. */
export interface RowResult {
  readonly row: string;
  readonly answer: string | null;
  readonly reply: string | null;
  readonly confidence: Confidence | null;
  readonly score: Score;
  readonly judgement: Judgement | null;
  /** As if the row had been run by itself. */
  readonly usage: Usage;
}

/** One line of `results.jsonl`: all rows that one solve of a problem gave. */
export interface JobResult {
  readonly problem: string;
  readonly job: string;
  readonly reason: FinishReason;
  /** Why there is no answer; then all rows count as wrong. */
  readonly error: ErrorRecord | null;
  readonly rows: readonly RowResult[];
  readonly warnings: readonly Warning[];
  /** Ids of the exemplars that preceded the problem, and how they reached the model. */
  readonly exemplars: { readonly ids: readonly string[]; readonly delivery: string } | null;
  /** `at`: milliseconds since the epoch. The model's time by row, in the order of `rows`. */
  readonly times: { readonly at: number; readonly modelMilliseconds: readonly number[] };
}

export type TraceNode = Omit<NodeSnapshot, "seed" | "id">;

/** One line of `traces.jsonl`: the tree of one solve. A node's id is its place. */
export interface JobTrace {
  readonly problem: string;
  readonly job: string;
  readonly iterations: number;
  readonly nodes: readonly TraceNode[];
  readonly traces: readonly TraceRecord[];
}
