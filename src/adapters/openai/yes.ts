import type { EndpointMemory, YesReply, YesRequest } from "../../core/ports";
import type { Ask } from "./ask";
import { RequestFailure } from "../http";
import { yesNoMass, type YesNoMass } from "./logprobs";
import { opensThought } from "./reasoning";
import { sampleChoices } from "./sample";
import { seedOf } from "./seeds";
import { priorities, type Sender, type Tally } from "./sender";
import { estimateYes } from "./sampled-yes";
import { readYesOrNo } from "./yes-words";

/** Below this the first token is not an answer at all. */
const leastMass = 0.01;
/** Rewards without an answer in a row before log-probabilities are given up. */
const mostEmptyRewards = 3;
/** Room for "Yes." with its surroundings. */
const wordTokens = 8;

/**
 * P(Yes) by log-probabilities of one token; where these are refused, not delivered, or belong to a thought,
 * by `m` sampled replies with Laplace's rule of succession, (k + 1) / (m + 2), m counting readable replies.
 *
 * @param room tokens for a reply that comes to its answer late
 * @throws RequestFailure, or FigtreeError `cancelled`
 */
export async function probabilityOfYes(request: YesRequest, { m, room }: { readonly m: number; readonly room: number }, sender: Sender, memory: EndpointMemory, tally: Tally, signal: AbortSignal): Promise<Omit<YesReply, "usage">> {
  const question = { messages: request.messages, temperature: 1, topP: 1, stop: [], seed: request.seed };
  const mass = await fromLogprobs({ ...question, choices: 1, maxTokens: 1, seed: seedOf(request.seed, 0), logprobs: true }, sender, memory, tally, signal);
  if (mass === "giveUp" || mass === "none") {
    const sampled = await fromSamples({ ...question, choices: m, maxTokens: memory.wordy ? room : wordTokens, logprobs: false }, room, sender, memory, tally, signal);
    // Learned only now: were the endpoint just failing, the samples would have failed too.
    if (mass === "giveUp") memory.topLogprobs = 0;
    return sampled;
  }
  return { yes: mass.yes, no: mass.no, source: "logprobs" };
}

/** `giveUp`: this endpoint has no use for log-probabilities; `none`: not this time. */
async function fromLogprobs(ask: Ask, sender: Sender, memory: EndpointMemory, tally: Tally, signal: AbortSignal): Promise<YesNoMass | "giveUp" | "none"> {
  if (memory.topLogprobs === 0 || memory.thinks) return "none";
  try {
    const choice = (await sender.send(ask, priorities.reward, tally, signal)).choices[0] ?? (await sender.send({ ...ask, seed: seedOf(ask.seed, 1) }, priorities.reward, tally, signal)).choices[0];
    if (choice === undefined) return "none";
    const tokens = choice.firstToken;
    if (choice.hadThought || tokens.some(({ token, probability }) => probability > 0.5 && opensThought(token))) {
      memory.thinks = true;
      return "none";
    }
    // Where they came before, a reply without them is an exception.
    if (tokens.length === 0) return memory.rewardsRead ? "none" : "giveUp";
    const mass = yesNoMass(tokens);
    if (mass.observed >= leastMass) {
      memory.rewardsRead = true;
      return mass;
    }
    memory.emptyRewards++;
    return !memory.rewardsRead && memory.emptyRewards >= mostEmptyRewards ? "giveUp" : "none";
  } catch (failure) {
    // A refusal that names nothing, or nonsense, may still be about the log-probabilities.
    if (failure instanceof RequestFailure && (failure.code === "endpoint.rejected" || failure.code === "endpoint.badResponse") && !memory.rewardsRead) return "giveUp";
    throw failure;
  }
}

async function fromSamples(ask: Ask, room: number, sender: Sender, memory: EndpointMemory, tally: Tally, signal: AbortSignal): Promise<Omit<YesReply, "usage">> {
  const choices = await sampleChoices(ask, priorities.reward, sender, memory, tally, signal);
  const words = choices.map(({ text }) => readYesOrNo(text));
  // A thought whose begin is part of the prompt looks like any text that is cut off.
  if (ask.maxTokens < room && words.every((word) => word === undefined) && choices.every(({ finish }) => finish === "length")) {
    memory.wordy = true;
    return fromSamples({ ...ask, maxTokens: room }, room, sender, memory, tally, signal);
  }
  return estimateYes(choices.map(({ text }) => text));
}
