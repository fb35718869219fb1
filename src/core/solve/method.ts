import type { ProbabilitySource } from "../ports";
import type { Confidence, FinishReason } from "../trace";
import type { MeteredModel } from "./budget";
import type { Reporter } from "./reporter";
import type { ProblemText } from "./reward";
import type { SolveSettings } from "./settings";

/** What a method works with. It throws to end early; what it has reported until then stays. */
export interface MethodContext {
  readonly problem: ProblemText;
  readonly settings: SolveSettings;
  readonly model: MeteredModel;
  readonly reporter: Reporter;
  /** Seed of the root. */
  readonly seed: number;
}

/** One way to solve a problem, over the same prompts, rewards and budget as all others. */
export type Method = (context: MethodContext) => Promise<FinishReason>;

export function sourceOf(sources: ReadonlySet<ProbabilitySource>): Confidence["source"] {
  if (sources.size === 0) return "none";
  return sources.size === 1 ? [...sources][0]! : "mixed";
}

/** Confidence of methods that have no rewards to share out: one trace, and no claim. */
export const noConfidence: Confidence = { value: null, source: "none", traces: 1, voters: 1, bestReward: null };
