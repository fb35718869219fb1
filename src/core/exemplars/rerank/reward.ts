import type { ExemplarReward } from "../../trace";

/** What the heuristic reward needs to know of the exemplars that may be in a list, by their place in the pool. */
export interface RewardPool {
  /** Pass rate in [0, 1] of each, where none is known a neutral one. */
  readonly rates: readonly number[];
  /** Cosine mapped to [0, 1], row by row; symmetric. */
  readonly similarities: Float64Array;
}

export interface RewardWeights {
  readonly alpha: number;
  readonly beta: number;
}

/**
 * The rates as they count in R_SC. An exemplar that was never verified counts as the mean of those that were: it
 * neither gains nor loses by being unknown. Without any known rate all count 0.5, which changes no order.
 */
export function countedRates(rates: readonly (number | null)[]): number[] {
  const known = rates.filter((rate) => rate !== null);
  const neutral = known.length === 0 ? 0.5 : known.reduce((sum, rate) => sum + rate, 0) / known.length;
  return rates.map((rate) => rate ?? neutral);
}

/**
 * Reward of an ordered list (RCTS): R = alpha R_SC + beta R_Mutual. R_SC is the mean pass rate, R_Mutual the mean over
 * positions >= 2 of 1 - the largest similarity to an earlier one; 0 for a list without a second position.
 */
export function listReward(list: readonly number[], { rates, similarities }: RewardPool, { alpha, beta }: RewardWeights): ExemplarReward {
  let rateSum = 0;
  let newness = 0;
  for (let at = 0; at < list.length; at += 1) {
    const row = list[at]! * rates.length;
    rateSum += rates[list[at]!]!;
    let nearest = 0;
    for (let before = 0; before < at; before += 1) nearest = Math.max(nearest, similarities[row + list[before]!]!);
    if (at > 0) newness += 1 - nearest;
  }
  const selfConsistency = list.length === 0 ? 0 : rateSum / list.length;
  const mutual = list.length < 2 ? 0 : newness / (list.length - 1);
  return { total: alpha * selfConsistency + beta * mutual, selfConsistency, mutual };
}
