import { cantorRequests } from "./cantor";
import { gateSamples } from "./gate";
import type { MethodName } from "./registry";
import type { SolveSettings } from "./settings";

/** Upper bounds of what a solve can ask for, before budgets. */
export interface SolveEstimate {
  readonly requests: number;
  readonly samples: number;
}

/** Sampled chains begin with one request for all of them; at worst they part at once. */
function chainCost(chains: number, depth: number, rewards: number): SolveEstimate {
  return { requests: 1 + chains * (depth - 1 + rewards), samples: chains * (depth + rewards) };
}

/** An expansion is one request for w samples and a request for each reward of each distinct step. */
function searchCost(expansions: number, width: number, rewards: number, { gate, depth }: SolveSettings): SolveEstimate {
  const before = gate ? chainCost(gateSamples, depth, rewards) : { requests: 0, samples: 0 };
  return { requests: before.requests + expansions * (1 + rewards * width), samples: before.samples + expansions * (1 + rewards) * width };
}

/**
 * VReST expands at most D nodes in the first iteration, D-1 below each further child of the root, and D-2 below
 * each later leaf. Replies that cannot be read and are asked for again are not counted.
 */
export function estimateCost(method: MethodName, settings: SolveSettings): SolveEstimate {
  const { iterations, width, depth, samples } = settings;
  const rewards = 2 - (settings.noR1 ? 1 : 0) - (settings.noR2 ? 1 : 0);
  switch (method) {
    case "qa":
      return { requests: 1, samples: 1 };
    case "cot":
      return chainCost(1, depth, 0);
    case "cotVote":
      return chainCost(samples, depth, 0);
    case "bestOfN":
      return chainCost(samples, depth, rewards);
    case "cantor":
      return { requests: cantorRequests, samples: cantorRequests };
    case "tot":
      return searchCost(depth, width, rewards, settings);
    case "vrest":
      return searchCost(depth + (Math.min(iterations, width) - 1) * (depth - 1) + Math.max(0, iterations - width) * Math.max(0, depth - 2), width, rewards, settings);
  }
}
