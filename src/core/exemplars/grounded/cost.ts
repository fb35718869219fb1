import { rewardSamples } from "./model";
import { groundedDefaults } from "./rerank";

/**
 * Upper bounds of what the answer-grounded reward asks for: zero-shot, then for the greedy list, the sampled list and
 * each rollout a solution, its self-reward, and the exemplars of the mutual reward.
 */
export function groundedCost(): { readonly requests: number; readonly samples: number } {
  const { rollouts, asked } = groundedDefaults;
  const lists = 2 + rollouts;
  return { requests: 1 + lists * (2 + asked), samples: 1 + lists * (1 + rewardSamples * (1 + asked)) };
}
