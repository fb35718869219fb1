import type { Confidence, Outcome, Warning } from "../core/trace";
import { english, plural, sentences, type Translate } from "./translate";
import { describeError } from "./wording";

/** A share of something as a percentage; never "100 %" or "0 %" for something short of it. */
export function describeShare(share: number, translate: Translate = english): string {
  const rounded = Math.round(share * 100);
  if (rounded === 100 && share < 1) return translate("over 99 %");
  return rounded === 0 && share > 0 ? translate("under 1 %") : translate("{0} %", rounded);
}

/** One sentence for a person about something that went less than well. */
export function describeWarning({ code, count, detail }: Warning, translate: Translate = english): string {
  switch (code) {
    case "unreadableReplies":
      return translate(plural(count, "{0} reply had no readable step and was left out.", "{0} replies had no readable step and were left out."), count);
    case "missingSamples":
      return translate(plural(count, "{0} sample fewer than asked for came back.", "{0} samples fewer than asked for came back."), count);
    case "sampledProbabilities":
      return translate("The model gives no log-probabilities, so P(Yes) was estimated from a few sampled replies and is coarse.");
    case "reasoningRemoved":
      return translate(plural(count, "Thinking text was removed from {0} reply.", "Thinking text was removed from {0} replies."), count);
    case "cutReplies":
      return translate(plural(count, "{0} reply was cut at the token limit.", "{0} replies were cut at the token limit."), count);
    case "sampleModel":
      return translate("This is the bundled sample model: a tiny one that only reads figures like the bundled samples. Choose a vision-language model for anything else.");
    case "visionUnsure":
      return translate("It is unsure whether the model sees the figure: it did not read a number back from a test picture. Check that the steps speak of what is really there.");
    case "visionUntold":
      return translate("Whether the model sees the figure is not known: it did not reply to a test picture in time. Check that the steps speak of what is really there.");
    case "contextShortened":
      return detail === ""
        ? translate(plural(count, "{0} prompt did not fit into the model's context and was shortened: worked examples were left out first, then the oldest steps.", "{0} prompts did not fit into the model's context and were shortened: worked examples were left out first, then the oldest steps."), count)
        : translate(plural(count, "{0} prompt did not fit into the model's context and was shortened: worked examples were left out first, then the oldest steps ({1}).", "{0} prompts did not fit into the model's context and were shortened: worked examples were left out first, then the oldest steps ({1})."), count, detail);
    case "wrongArithmetic":
      return translate(plural(count, "{0} step states a calculation that is wrong, so its correctness was set low.", "{0} steps state a calculation that is wrong, so their correctness was set low."), count);
    case "exemplarsIgnored":
      return translate("This model does not read earlier turns, so the exemplars were shown to it in vain.");
    case "exemplarsCombined":
      return detail === "" ? translate("The model takes too few pictures at once: those of the exemplars were put on one sheet.") : translate("The model takes too few pictures at once: {0}.", detail);
    case "exemplarsUnavailable":
      return translate("No exemplars were used: {0}", detail);
    case "retrievalReduced":
      return translate("The exemplars were found with fewer comparisons: {0}", detail);
    case "exemplarPictureLost":
      return translate(plural(count, "{0} exemplar had to be left out, because the library has lost its picture: {1}.", "{0} exemplars had to be left out, because the library has lost their pictures: {1}."), count, detail);
    case "preflight":
      return detail;
  }
}

/**
 * Confidence in words: never a bare percentage.
 * @param warnings those of the solve; one about the figure itself belongs to the confidence
 */
export function describeConfidence(confidence: Confidence, warnings: readonly Warning[] = [], translate: Translate = english): string {
  const words = wordConfidence(confidence, translate);
  return warnings.some(({ code }) => code === "visionUnsure" || code === "visionUntold") ? sentences(words, translate("It is unsure whether the model sees the figure.")) : words;
}

function wordConfidence({ value, source, traces, voters, bestReward }: Confidence, translate: Translate): string {
  if (value === null) {
    if (voters > 1) return translate(plural(traces, "{0} of {1} traces ends in this answer; the method has no rewards to weigh them.", "{0} of {1} traces end in this answer; the method has no rewards to weigh them."), traces, voters);
    return translate("One trace without rewards: there is no basis for a confidence.");
  }
  if (source === "none" && bestReward === null) {
    return translate(plural(voters, "{0} of {1} sampled chain ends in this answer; the method has no rewards to weigh them.", plural(traces, "{0} of {1} sampled chains ends in this answer; the method has no rewards to weigh them.", "{0} of {1} sampled chains end in this answer; the method has no rewards to weigh them.")), traces, voters);
  }
  const origin = translate({ logprobs: "P(Yes) read from log-probabilities", sampled: "P(Yes) estimated from sampled replies", mixed: "P(Yes) partly read from log-probabilities, partly estimated", none: "without self-reward" }[source]);
  if (voters === 1) {
    return bestReward === null
      ? translate("The only finished trace, with nothing to compare it to; {0}.", origin)
      : translate("The only finished trace, with nothing to compare it to; its mean reward is {0}; {1}.", bestReward.toFixed(2), origin);
  }
  const share = describeShare(value, translate);
  return bestReward === null
    ? translate(plural(traces, "{0} of {1} traces has this answer, with {2} of their reward; {3}.", "{0} of {1} traces have this answer, with {2} of their reward; {3}."), traces, voters, share, origin)
    : translate(plural(traces, "{0} of {1} traces has this answer, with {2} of their reward, best trace {3}; {4}.", "{0} of {1} traces have this answer, with {2} of their reward, best trace {3}; {4}."), traces, voters, share, bestReward.toFixed(2), origin);
}

/** Why a solve ended, or null where it simply came to its end. `answered`: there is a best answer. */
export function describeOutcome(outcome: Outcome, answered: boolean, translate: Translate = english): string | null {
  switch (outcome.reason) {
    case "completed":
      return null;
    case "exhausted":
      return translate("Every path was explored before the last iteration.");
    case "decided":
      return translate("Stopped early: the remaining iterations could not have changed the vote.");
    case "cancelled":
      return answered ? translate("Stopped before the end: this is the best answer so far.") : translate("Stopped before any chain of steps reached an answer.");
    default: {
      if (outcome.error === null) return outcome.reason === "budget" ? translate("The budget was used up; what was found until then is kept.") : translate("Ended early.");
      const { what, meaning, next } = describeError(outcome.error, translate);
      return sentences(what, meaning, next);
    }
  }
}
