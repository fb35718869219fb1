import type { Confidence } from "../../src/core/trace";
import { score, share } from "./format";

const sources: Readonly<Record<Confidence["source"], string>> = {
  logprobs: "P(Yes) from log-probabilities",
  sampled: "P(Yes) estimated from sampled replies",
  mixed: "P(Yes) partly from log-probabilities, partly estimated from sampled replies",
  none: "",
};

/** The confidence of an answer in words, each with what it rests on; never a bare percentage. */
export function confidenceSentence({ value, source, traces, voters }: Confidence): string {
  if (value === null && voters <= 1) return "One chain of steps; this method gives no confidence.";
  const of = voters === 1 ? "The only finished trace" : `${traces} of ${voters} traces`;
  if (value === null) return `${of} ${traces === 1 ? "ends" : "end"} in this answer; this method has no rewards.`;
  const basis = sources[source] === "" ? "" : `; ${sources[source]}`;
  return voters === 1 ? `${of}, nothing to compare it with${basis}.` : `${of}, ${share(value)} of their reward${basis}.`;
}

/** What the best trace earned, or undefined for methods without rewards. */
export const bestRewardSentence = ({ bestReward }: Confidence): string | undefined => (bestReward === null ? undefined : `Best mean reward of a trace: ${score(bestReward)} of 1.`);
