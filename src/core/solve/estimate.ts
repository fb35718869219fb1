import type { MethodName } from "./solve";
import type { SolveSettings } from "./settings";

/** Upper bounds of what a solve can ask for, before budgets. */
export interface SolveEstimate {
  readonly requests: number;
  readonly samples: number;
}

/**
 * VReST expands at most D nodes in the first iteration, D-1 below each further child of the root, and D-2 below
 * each later leaf; an expansion is one request for w samples and two reward requests per distinct step.
 */
export function estimateCost(method: MethodName, settings: SolveSettings): SolveEstimate {
  const { iterations, width, depth } = settings;
  if (method === "qa") return { requests: 1, samples: 1 };
  if (method === "cot") return { requests: depth, samples: depth };
  const expansions = depth + (Math.min(iterations, width) - 1) * (depth - 1) + Math.max(0, iterations - width) * Math.max(0, depth - 2);
  const rewards = 2 - (settings.noR1 ? 1 : 0) - (settings.noR2 ? 1 : 0);
  return { requests: expansions * (1 + rewards * width), samples: expansions * (1 + rewards) * width };
}
