import type { RandomStream } from "./random";

export interface SamplingOptions {
  /** >= 0; 0 is greedy. */
  readonly temperature: number;
  /** In (0, 1]: nucleus sampling (Holtzman et al. 2020). */
  readonly topP: number;
}

/** Index of the largest logit; the first of equal ones. */
function greedyToken(logits: Float32Array): number {
  let best = 0;
  for (let id = 1; id < logits.length; id += 1) if (logits[id]! > logits[best]!) best = id;
  return best;
}

/** log(sum(exp(logits))): log-probability of a token = its logit minus this. */
export function logPartition(logits: Float32Array): number {
  const largest = logits[greedyToken(logits)]!;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - largest);
  return largest + Math.log(sum);
}

/** Draws one token id from one row of logits; takes exactly one number from the stream unless greedy. */
export function sampleToken(logits: Float32Array, { temperature, topP }: SamplingOptions, random: RandomStream): number {
  if (temperature === 0) return greedyToken(logits);
  const largest = logits[greedyToken(logits)]!;
  const weights = new Float64Array(logits.length);
  let total = 0;
  for (let id = 0; id < logits.length; id += 1) {
    const weight = Math.exp((logits[id]! - largest) / temperature);
    weights[id] = weight;
    total += weight;
  }
  const ids = topP < 1 ? nucleus(weights, total, topP) : undefined;
  const kept = ids === undefined ? total : ids.reduce((sum, id) => sum + weights[id]!, 0);
  let left = random() * kept;
  const length = ids?.length ?? weights.length;
  for (let index = 0; index < length; index += 1) {
    const id = ids?.[index] ?? index;
    left -= weights[id]!;
    if (left < 0) return id;
  }
  return ids?.at(-1) ?? greedyToken(logits);
}

/** The fewest most likely ids whose weights reach `topP` of the total, most likely first. */
function nucleus(weights: Float64Array, total: number, topP: number): number[] {
  // Ids below this floor hold less than 1 - topP together, so none of them can be in the nucleus.
  const floor = ((1 - topP) * total) / weights.length;
  const ids: number[] = [];
  for (let id = 0; id < weights.length; id += 1) if (weights[id]! >= floor) ids.push(id);
  ids.sort((a, b) => weights[b]! - weights[a]! || a - b);
  let sum = 0;
  const size = ids.findIndex((id) => (sum += weights[id]!) >= topP * total);
  return size < 0 ? ids : ids.slice(0, size + 1);
}

/** The `count` most likely ids, most likely first; equal ones by id. */
export function likeliestTokens(logits: Float32Array, count: number): number[] {
  const best: number[] = [];
  for (let id = 0; id < logits.length && count > 0; id += 1) {
    if (best.length === count && logits[id]! <= logits[best.at(-1)!]!) continue;
    let at = best.length;
    while (at > 0 && logits[best[at - 1]!]! < logits[id]!) at -= 1;
    best.splice(at, 0, id);
    if (best.length > count) best.pop();
  }
  return best;
}
