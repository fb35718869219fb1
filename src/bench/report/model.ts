import type { Usage } from "../../core/ports";
import type { RunSettings } from "../run/files";
import type { ScaleBy } from "../../core/solve";
import type { Calibration } from "./statistics/calibration";
import type { Interval } from "./statistics/wilson";
import type { EvidenceReport } from "./evidence/evidence";

/** Mean score over `count` problems with its 95 % interval (Wilson); null without any. */
export interface Accuracy {
  readonly count: number;
  readonly mean: number | null;
  readonly interval: Interval | null;
}

export interface RowReport {
  readonly row: string;
  /** By each way of counting; null where the rule needs a judge that the run did not have. */
  readonly ours: Accuracy;
  readonly correct: Accuracy;
  readonly official: Accuracy | null;
  readonly judged: Accuracy | null;
  /** By our equality: category, then value. */
  readonly categories: Readonly<Record<string, Readonly<Record<string, Accuracy>>>>;
  /** Problems without a result yet; left out of everything else. */
  readonly missing: number;
  /** Failed solves by code; they count as wrong. */
  readonly failures: Readonly<Record<string, number>>;
  /** Solves without an answer; they count as wrong. */
  readonly unanswered: number;
  /** Official scores that rest on a guess. */
  readonly guessed: number;
  /** Verdicts that failed; they count as wrong. */
  readonly judgeFailed: number;
  /** Exemplars per problem, solves that were to have some and had none, and how they reached the model (solves); null for rows without. */
  readonly exemplars: { readonly mean: number; readonly without: number; readonly deliveries: Readonly<Record<string, number>> } | null;
  /** Per problem, as if the row had been run by itself. */
  readonly cost: Usage;
  readonly ratioToQa: { readonly requests: number; readonly samples: number; readonly tokens: number } | null;
  /** Of the confidence; null where the method gives none. */
  readonly confidence: (Calibration & { readonly auroc: number | null }) | null;
}

/** Problems that one row alone got right, by our equality, among those that both answered. */
export interface PairReport {
  readonly first: string;
  readonly second: string;
  readonly count: number;
  readonly difference: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** Exact McNemar, two-sided. */
  readonly p: number;
}

export interface CurveReport {
  readonly curve: string;
  readonly by: ScaleBy;
  readonly points: readonly { readonly value: number; readonly accuracy: Accuracy; readonly requests: number }[];
}

/** A row beside the one that it changes in one respect. */
export interface AblationReport {
  readonly row: string;
  readonly base: string;
  readonly change: string;
  readonly kind: "setting" | "exemplars" | "selection";
  readonly pair: PairReport;
}

export interface DisputedAnswer {
  readonly problem: string;
  readonly row: string;
  readonly asked: string;
  readonly references: readonly string[];
  readonly answer: string | null;
  readonly extracted: string | null;
  readonly official: number | null;
  readonly correct: number;
  readonly ours: number;
  readonly judged: number | null;
  readonly rule: string;
  readonly oursRule: string;
}

/** Columns in the papers' order. */
export interface PaperTable {
  readonly title: string;
  readonly columns: readonly { readonly category: string; readonly value: string; readonly label: string }[];
}

export interface RunReport {
  readonly settings: RunSettings;
  readonly title: string;
  readonly problems: number;
  /** Lines of the run's files that could not be read: left out of everything. */
  readonly unreadable: { readonly results: number; readonly traces: number };
  /** Main rows first, then those of scaling curves. */
  readonly rows: readonly RowReport[];
  readonly mainRows: readonly string[];
  readonly paperTable: PaperTable | null;
  readonly pairs: readonly PairReport[];
  readonly curves: readonly CurveReport[];
  readonly ablations: readonly AblationReport[];
  readonly disputed: readonly DisputedAnswer[];
  readonly evidence: readonly EvidenceReport[];
}

/** Everything a report says. Whatever depends on the clock is in `times` alone. */
export interface BenchReport {
  readonly format: "figtree-bench-report";
  readonly version: 1;
  readonly runs: readonly RunReport[];
  readonly times: readonly RunTimes[];
}

/** Model seconds per problem by row, null where none has a result; beside table 5 of the paper. */
export interface RunTimes {
  readonly rows: readonly { readonly row: string; readonly modelSeconds: number | null; readonly ratioToQa: number | null }[];
}
