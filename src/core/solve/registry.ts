import { chainOfThought, questionAnswering } from "./baselines";
import { cantor } from "./cantor";
import { withGate } from "./gate";
import type { Method } from "./method";
import { bestOfN, chainOfThoughtVote } from "./sampled";
import type { SolveSettings } from "./settings";
import { treeOfThoughts, vrest } from "./vrest";

/** Every method by the name that settings, terminal and files use. */
export const methods = {
  vrest: withGate(vrest),
  cot: chainOfThought,
  qa: questionAnswering,
  cotVote: chainOfThoughtVote,
  bestOfN,
  tot: withGate(treeOfThoughts),
  cantor,
} as const satisfies Record<string, Method>;
export type MethodName = keyof typeof methods;
export const methodNames = Object.keys(methods) as MethodName[];

/** What a person should know of a method before choosing it. */
export interface MethodInfo {
  /** As the papers write it. */
  readonly label: string;
  /** Whether steps are judged; if not, a confidence rests on counting at most. */
  readonly usesReward: boolean;
  /** Settings that change what the method does. */
  readonly settings: readonly (keyof SolveSettings)[];
}

const calls = ["temperature", "topP", "seed", "maxTokensPerStep", "textOnlyGeneration", "maxCalls", "maxTokens", "maxSeconds"] as const;
const chain = [...calls, "depth", "forceFinal"] as const;
const rewards = ["rewardKind", "checkArithmetic", "noR1", "noR2", "textOnlyUsefulness", "textOnlyCorrectness"] as const;
const tree = [...chain, "width", ...rewards, "noPRM", "gate", "gateReward"] as const;

export const methodInfo: Readonly<Record<MethodName, MethodInfo>> = {
  vrest: { label: "VReST", usesReward: true, settings: [...tree, "iterations", "exploration", "unvisited", "select", "votes", "gamma", "skipExhausted", "earlyStop"] },
  cot: { label: "CoT", usesReward: false, settings: chain },
  qa: { label: "QA", usesReward: false, settings: calls },
  cotVote: { label: "CoT-Vote", usesReward: false, settings: [...chain, "samples"] },
  bestOfN: { label: "Best-of-N", usesReward: true, settings: [...chain, ...rewards, "samples"] },
  tot: { label: "ToT", usesReward: true, settings: tree },
  cantor: { label: "Cantor", usesReward: false, settings: calls },
};
