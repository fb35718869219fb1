import type { ModelInfo, Usage } from "../ports";
import type { ExemplarSelection } from "./exemplars";
import type { Activity, BestAnswer, NodeSnapshot, Outcome, Problem, TraceRecord, Warning } from "./snapshot";

export type NewNode = Omit<NodeSnapshot, "returns" | "value" | "visits">;

/** Everything that happens in a solve, in order. Replaying the events gives the snapshot. */
export type TraceEvent =
  | {
      readonly type: "started";
      readonly id: string;
      readonly startedAt: number;
      readonly problem: Problem;
      readonly method: string;
      readonly settings: Readonly<Record<string, unknown>>;
      readonly model: ModelInfo;
      /** Seed of the root's expansion. */
      readonly seed: number;
    }
  /** The exemplars that precede the problem; before any expansion, and again when their delivery becomes known. */
  | { readonly type: "exemplars"; readonly selection: ExemplarSelection }
  /** Progress within one expansion; passing, not kept in files. */
  | { readonly type: "activity"; readonly activity: Activity | null }
  /** All children of `parent`, scored; ids continue the node list. */
  | { readonly type: "expanded"; readonly parent: number; readonly children: readonly NewNode[] }
  /** The end of one iteration: `returns[i]` belongs to `path[i]`; the root is not in `path` but its visits grow by one. */
  | { readonly type: "backedUp"; readonly path: readonly number[]; readonly returns: readonly number[] }
  /** The finished traces so far and the best answer among them; replaces the previous ones. */
  | { readonly type: "answer"; readonly traces: readonly TraceRecord[]; readonly best: BestAnswer | null }
  | { readonly type: "usage"; readonly usage: Usage; readonly seconds: number }
  | { readonly type: "warning"; readonly warning: Warning }
  | { readonly type: "finished"; readonly outcome: Outcome; readonly usage: Usage; readonly seconds: number };
