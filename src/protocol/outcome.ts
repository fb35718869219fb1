import type { Confidence, Outcome, Warning } from "../core/trace";
import { describeError } from "./wording";

const times = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
/** Never "100 %" or "0 %" for something short of it. */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 100 && share < 1) return "over 99 %";
  return rounded === 0 && share > 0 ? "under 1 %" : `${rounded} %`;
}

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
    case "visionUnsure":
      return "It is unsure whether the model sees the figure: it did not read a number back from a test picture. Check that the steps speak of what is really there.";
    case "contextShortened":
      return `${times(count, "prompt", "prompts")} did not fit into the model's context and ${count === 1 ? "was" : "were"} shortened: worked examples were left out first, then the oldest steps${detail === "" ? "" : ` (${detail})`}.`;
    case "wrongArithmetic":
      return `${times(count, "step states", "steps state")} a calculation that is wrong, so ${count === 1 ? "its" : "their"} correctness was set low.`;
    case "exemplarsIgnored":
      return "This model does not read earlier turns, so the exemplars were shown to it in vain.";
    case "exemplarsCombined":
      return `The model takes too few pictures at once: ${detail === "" ? "those of the exemplars were put on one sheet" : detail}.`;
    case "exemplarsUnavailable":
      return `No exemplars were used: ${detail}`;
    case "retrievalReduced":
      return `The exemplars were found with fewer comparisons: ${detail}`;
    case "exemplarPictureLost":
      return `${times(count, "exemplar", "exemplars")} had to be left out, because the library has lost ${count === 1 ? "its picture" : "their pictures"}: ${detail}.`;
    case "preflight":
      return detail;
  }
}

/**
 * Confidence in words: never a bare percentage.
 * @param warnings those of the solve; one about the figure itself belongs to the confidence
 */
export function describeConfidence(confidence: Confidence, warnings: readonly Warning[] = []): string {
  const words = wordConfidence(confidence);
  return warnings.some(({ code }) => code === "visionUnsure") ? `${words} It is unsure whether the model sees the figure.` : words;
}

function wordConfidence({ value, source, traces, voters, bestReward }: Confidence): string {
  if (value === null) {
    if (voters > 1) return `${traces} of ${times(voters, "trace", "traces")} ${traces === 1 ? "ends" : "end"} in this answer; the method has no rewards to weigh them.`;
    return "One trace without rewards: there is no basis for a confidence.";
  }
  if (source === "none" && bestReward === null) return `${traces} of ${times(voters, "sampled chain", "sampled chains")} ${traces === 1 ? "ends" : "end"} in this answer; the method has no rewards to weigh them.`;
  const origin = { logprobs: "P(Yes) read from log-probabilities", sampled: "P(Yes) estimated from sampled replies", mixed: "P(Yes) partly read from log-probabilities, partly estimated", none: "without self-reward" }[source];
  if (voters === 1) return `The only finished trace, with nothing to compare it to${bestReward === null ? "" : `; its mean reward is ${bestReward.toFixed(2)}`}; ${origin}.`;
  const best = bestReward === null ? "" : `, best trace ${bestReward.toFixed(2)}`;
  return `${traces} of ${voters} traces ${traces === 1 ? "has" : "have"} this answer, with ${percent(value)} of their reward${best}; ${origin}.`;
}

/** Why a solve ended, or null where it simply came to its end. `answered`: there is a best answer. */
export function describeOutcome(outcome: Outcome, answered: boolean): string | null {
  switch (outcome.reason) {
    case "completed":
      return null;
    case "exhausted":
      return "Every path was explored before the last iteration.";
    case "decided":
      return "Stopped early: the remaining iterations could not have changed the vote.";
    case "cancelled":
      return answered ? "Stopped before the end: this is the best answer so far." : "Stopped before any chain of steps reached an answer.";
    default: {
      if (outcome.error === null) return outcome.reason === "budget" ? "The budget was used up; what was found until then is kept." : "Ended early.";
      const { what, meaning, next } = describeError(outcome.error);
      return [what, meaning, next].filter((part) => part !== "").join(" ");
    }
  }
}

/** A method as the papers write it. */
export function methodTitle(method: string): string {
  return new Map([["vrest", "VReST"], ["cot", "CoT"], ["qa", "QA"], ["cotVote", "CoT-Vote"], ["bestOfN", "Best-of-N"], ["tot", "ToT"], ["cantor", "Cantor"]]).get(method) ?? method;
}
