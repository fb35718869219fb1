import type { ErrorRecord, ImageInfo, ModelInfo, ProbabilitySource, Usage } from "../ports";
import type { ExemplarSelection } from "./exemplars";

/** One reasoning step in the search tree; node 0 is the root and holds the question. */
export interface NodeSnapshot {
  /** Index in `TraceSnapshot.nodes`. */
  readonly id: number;
  /** Null for the root. */
  readonly parent: number | null;
  /** 0 for the root. */
  readonly depth: number;
  readonly subQuestion: string;
  readonly answer: string;
  readonly terminal: boolean;
  /** How many equal replies were merged into this node, >= 1. */
  readonly multiplicity: number;
  /** R1 in [0, 1], or null where it was not asked for (VReST eq. 6). */
  readonly usefulness: number | null;
  /** R2 in [0, 1], or null where it was not asked for. */
  readonly correctness: number | null;
  /** r, the step's own reward, in [0, 1]; null for the root. */
  readonly reward: number | null;
  /** One return per finished iteration through this node (eq. 7). */
  readonly returns: readonly number[];
  /** R(v): mean of the returns, or r before the first; null for the root. */
  readonly value: number | null;
  /** N(v). */
  readonly visits: number;
  /** Sampling seed of this node's own expansion, unsigned 32-bit. */
  readonly seed: number;
}

/** A finished chain of steps from the root to a terminal node. */
export interface TraceRecord {
  /** Node ids from depth 1 to the terminal node. */
  readonly nodes: readonly number[];
  readonly answer: string;
  /** Mean value over its nodes (eq. 8), for Best-of-N the last step's reward, or null where the method has no rewards. */
  readonly reward: number | null;
}

/** How far an answer may be trusted, and why. */
export interface Confidence {
  /** The answer's share of the summed rewards of the voting traces, or of the sampled chains where there are no rewards, in [0, 1]; null where the method gives no basis for one. */
  readonly value: number | null;
  readonly source: ProbabilitySource | "mixed" | "none";
  /** Traces that end in this answer: distinct ones of a search, all ones of sampled chains. */
  readonly traces: number;
  /** Voting traces in all. */
  readonly voters: number;
  /** Largest reward of a trace with this answer. */
  readonly bestReward: number | null;
}

export interface BestAnswer {
  readonly answer: string;
  readonly confidence: Confidence;
  /** Index into `TraceSnapshot.traces` of the trace to show for it. */
  readonly trace: number;
}

export type FinishReason = "completed" | "exhausted" | "decided" | "cancelled" | "budget" | "failed";

export interface Outcome {
  readonly reason: FinishReason;
  /** True when the search ended before its own end (`cancelled`, `budget`, `failed`). */
  readonly partial: boolean;
  /** What went wrong, for `failed`; or which cap was reached, for `budget`. */
  readonly error: ErrorRecord | null;
}

/** What the search is doing right now; not kept in files. */
export interface Activity {
  readonly node: number;
  readonly phase: "generating" | "scoring";
  readonly done: number;
  readonly total: number;
}

export interface Warning {
  readonly code: WarningCode;
  readonly count: number;
  readonly detail: string;
}

export type WarningCode =
  | "unreadableReplies"
  | "missingSamples"
  | "sampledProbabilities"
  | "reasoningRemoved"
  | "cutReplies"
  | "sampleModel"
  | "visionUnsure"
  | "visionUntold"
  | "contextShortened"
  | "wrongArithmetic"
  | "exemplarsIgnored"
  | "exemplarsCombined"
  | "exemplarsUnavailable"
  | "retrievalReduced"
  | "exemplarPictureLost"
  | "preflight";

/** Everything a view needs to show a solve; the only vocabulary of panel, side tree, CLI and files. */
export interface TraceSnapshot {
  /** Random id of the solve. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly problem: Problem;
  readonly method: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly model: ModelInfo;
  /** Null where none were asked for, or before they are chosen. */
  readonly exemplars: ExemplarSelection | null;
  readonly nodes: readonly NodeSnapshot[];
  /** Finished iterations. */
  readonly iterations: number;
  readonly traces: readonly TraceRecord[];
  /** Best so far, null while no trace has reached an answer. */
  readonly best: BestAnswer | null;
  readonly usage: Usage;
  /** Seconds since the start, at the last event. */
  readonly seconds: number;
  readonly warnings: readonly Warning[];
  readonly activity: Activity | null;
  /** Null while running. */
  readonly outcome: Outcome | null;
}

export interface Problem {
  /** May be empty: read the question from the figure. */
  readonly question: string;
  /** Options of a multiple-choice question, without letters; empty when open. */
  readonly choices: readonly string[];
  readonly image: ImageInfo;
}
