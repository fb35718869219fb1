import type { Confidence, Outcome, Warning } from "../core/trace";
import { describeError } from "./wording";

const times = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** One sentence for a person about something that went less than well. */
export function describeWarning({ code, count, detail }: Warning): string {
  switch (code) {
    case "unreadableReplies":
      return `${times(count, "reply", "replies")} had no readable step and ${count === 1 ? "was" : "were"} left out.`;
    case "missingSamples":
      return `${times(count, "sample", "samples")} fewer than asked for came back.`;
    case "sampledProbabilities":
      return "The model gives no log-probabilities, so P(Yes) was estimated from a few sampled replies and is coarse.";
    case "reasoningRemoved":
      return `Thinking text was removed from ${times(count, "reply", "replies")}.`;
    case "cutReplies":
      return `${times(count, "reply was", "replies were")} cut at the token limit.`;
    case "sampleModel":
      return "This is the bundled sample model: a tiny one that only reads figures like the bundled samples. Choose a vision-language model for anything else.";
    case "preflight":
      return detail;
  }
}

/** Confidence in words: never a bare percentage. */
export function describeConfidence({ value, source, traces, voters, bestReward }: Confidence): string {
  if (value === null) return "One trace without rewards: there is no basis for a confidence.";
  const origin = { logprobs: "P(Yes) read from log-probabilities", sampled: "P(Yes) estimated from sampled replies", mixed: "P(Yes) partly read from log-probabilities, partly estimated", none: "without self-reward" }[source];
  const best = bestReward === null ? "" : `, best trace ${bestReward.toFixed(2)}`;
  return `${traces} of ${times(voters, "trace agrees", "traces agree")}, with ${percent(value)} of their reward${best}; ${origin}.`;
}

/** Why a solve ended, or null where it simply came to its end. */
export function describeOutcome(outcome: Outcome): string | null {
  switch (outcome.reason) {
    case "completed":
      return null;
    case "exhausted":
      return "Every path was explored before the last iteration.";
    case "decided":
      return "Stopped early: the remaining iterations could not have changed the vote.";
    case "cancelled":
      return "Stopped before the end: this is the best answer so far.";
    default: {
      if (outcome.error === null) return "Ended before the end.";
      const { what, meaning, next } = describeError(outcome.error);
      return [what, meaning, next].filter((part) => part !== "").join(" ");
    }
  }
}
