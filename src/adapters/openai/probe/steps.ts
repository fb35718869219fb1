import type { EndpointFindings, EndpointMemory, PreparedImage } from "../../../core/ports";
import type { Ask } from "../ask";
import { RequestFailure } from "../../http";
import { yesNoMass } from "../logprobs";
import { opensThought } from "../reasoning";
import type { Reply } from "../reply";
import { priorities, type Sender, type Tally } from "../sender";
import { spells } from "../yes-words";
import { drawCanary, readsNumber } from "./canary";

export interface ProbeState {
  readonly memory: EndpointMemory;
  /** Filled in step by step. */
  readonly findings: { -readonly [Name in keyof EndpointFindings]: EndpointFindings[Name] };
  readonly tally: Tally;
  /** Repeats what fails in passing: for the question on which all others depend. */
  readonly patient: Sender;
  /** Does not. */
  readonly hasty: Sender;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** A picture adds at least this many tokens; a note that stands in for a dropped one adds fewer. */
const leastGrowth = 16;
/** After so many requests only the necessary ones are sent. */
const mostRequests = 12;

const whatNumber = "What number is written in the picture? Reply with the number only.";
const whatNumbers = "What numbers are written in the two pictures? Reply with both numbers only.";
/** A reward question in the form that solving uses, with an answer that nobody doubts. */
const isItCorrect = "Question: What is 2 + 2?\nSub-question 1: What is 2 + 2?\nAnswer 1: 2 + 2 = 4.\nIs the last answer correct? Answer Yes or No.";

/** The questions of a probe. Each writes what it finds; each may fail without harm to the others. */
export function createSteps({ memory, findings, tally, patient, hasty, random, signal }: ProbeState) {
  const first = 1000 + Math.floor(random() * 9000);
  const second = 1000 + ((first - 1000 + 1 + Math.floor(random() * 8999)) % 9000);
  const picture = drawCanary(first);
  let seen: Reply | undefined;

  async function send(sender: Sender, text: string, images: readonly PreparedImage[], changes: Partial<Ask>): Promise<Reply> {
    const messages = [{ role: "user" as const, parts: [...images.map((image) => ({ type: "image" as const, image })), { type: "text" as const, text }] }];
    const ask = { messages, choices: 1, temperature: 0.7, topP: 0.95, maxTokens: 32, stop: ["\nSub-question"], seed: 1, logprobs: false, ...changes };
    const once = await sender.send(ask, priorities.generation, tally, signal);
    const reply = once.choices.length > 0 ? once : await sender.send({ ...ask, seed: 2 }, priorities.generation, tally, signal);
    if (reply.cachedTokens !== null) findings.cachedTokens = Math.max(findings.cachedTokens ?? 0, reply.cachedTokens);
    return reply;
  }

  const reads = (reply: Reply): boolean => reply.choices.some(({ text }) => readsNumber(text, first));
  const thinks = (reply: Reply): boolean => reply.choices.some(({ hadThought }) => hadThought);
  /** A thought whose begin is part of the prompt looks like any text that is cut off. */
  const mayThink = (reply: Reply): boolean => thinks(reply) || (reply.choices.length > 0 && !reads(reply) && reply.choices.every(({ finish }) => finish === "length"));

  /** Looks for a way to switch thinking off; without one, limits get room for the thought. */
  async function quieten(before: Reply): Promise<Reply> {
    for (const way of ["template", "effort"] as const) {
      memory.thinkingOff = way;
      const reply = await send(hasty, whatNumber, [picture], {}).catch(() => undefined);
      if (signal.aborted) break;
      // A refusal takes the field back.
      if (memory.thinkingOff === way && reply !== undefined && reply.choices.length > 0 && !mayThink(reply)) return reply;
    }
    memory.thinkingOff = null;
    memory.thinks = true;
    const roomy = await send(patient, whatNumber, [picture], {});
    memory.thinks = thinks(before) || thinks(roomy);
    return roomy;
  }

  /**
   * A refusal that names nothing may mean any field: the picture is shown again with a single reply asked for, then
   * with no more than the token limit. What helped is remembered; undefined if neither does.
   */
  async function lookBarely(): Promise<Reply | undefined> {
    const before = structuredClone(memory);
    memory.choicesPerRequest = 1;
    for (const leftOut of [[], ["temperature", "top_p", "seed", "stop"]]) {
      memory.refused = [...new Set([...memory.refused, ...leftOut])];
      const reply = await send(hasty, whatNumber, [picture], {}).catch(() => undefined);
      if (reply !== undefined && reply.choices.length > 0) return reply;
      if (signal.aborted) break;
    }
    Object.assign(memory, before);
    return undefined;
  }

  return {
    /** The model answers at all, takes a picture, the usual fields and n, and reads the number. */
    async look(): Promise<void> {
      try {
        seen = await send(patient, whatNumber, [picture], { choices: 2 }).catch(async (failure: unknown) => {
          const barely = failure instanceof RequestFailure && failure.code === "endpoint.rejected" ? await lookBarely() : undefined;
          if (barely === undefined) throw failure;
          return barely;
        });
      } catch (failure) {
        if (!(failure instanceof RequestFailure)) throw failure;
        const refused = failure.code === "endpoint.rejected" || failure.code === "endpoint.badResponse";
        // Refused with a picture and taken without one, in whatever words.
        const blind = failure.code === "endpoint.noVision" || (refused && (await send(hasty, whatNumber, [], { maxTokens: 4 }).then(({ choices }) => choices.length > 0, () => false)));
        if (!blind) throw failure;
        [memory.vision, findings.tokensGrow, findings.canaryRead] = ["blind", false, false];
        return;
      }
      findings.choicesOfTwo = Math.min(2, memory.choicesPerRequest ?? 2, seen.choices.length);
      if (findings.choicesOfTwo === 1) memory.choicesPerRequest = 1;
      findings.thought = seen.choices.find(({ hadThought }) => hadThought)?.thought ?? "none";
      if (mayThink(seen)) seen = await quieten(seen);
      findings.canaryRead = seen.choices.some(({ text }) => text.trim() !== "") ? reads(seen) : null;
    },

    /** The same question without the picture counts fewer tokens. */
    async withoutPicture(): Promise<void> {
      const reply = await send(hasty, whatNumber, [], { maxTokens: 4, brief: true });
      if (seen !== undefined && seen.promptTokens > 0 && reply.promptTokens > 0) findings.tokensGrow = seen.promptTokens - reply.promptTokens >= leastGrowth;
    },

    /** Log-probabilities of one token of a reward. */
    async judgeOnce(): Promise<void> {
      if (memory.thinks) return;
      try {
        const [choice] = (await send(hasty, isItCorrect, [], { temperature: 1, topP: 1, stop: [], maxTokens: 1, logprobs: true })).choices;
        if (choice === undefined) return;
        findings.logprobs = choice.firstToken.length;
        if (choice.firstToken.length === 0) memory.topLogprobs = 0;
        if (choice.hadThought || choice.firstToken.some(({ token, probability }) => probability > 0.5 && opensThought(token))) memory.thinks = true;
        const yes = choice.firstToken.filter(({ token }) => spells(token) === "yes").sort((a, b) => b.probability - a.probability)[0];
        findings.yesToken = yes?.token ?? null;
        if (yes !== undefined && yesNoMass(choice.firstToken).observed > 0.5) memory.rewardsRead = true;
      } catch (failure) {
        if (failure instanceof RequestFailure && (failure.code === "endpoint.rejected" || failure.code === "endpoint.badResponse" || memory.topLogprobs === 0)) {
          memory.topLogprobs = 0;
          findings.logprobs = 0;
        }
      }
    },

    /** Two pictures at once. */
    async twoPictures(): Promise<void> {
      if (tally.requests >= mostRequests) return;
      const one = seen?.promptTokens ?? 0;
      try {
        const reply = await send(hasty, whatNumbers, [picture, drawCanary(second)], { maxTokens: 48 });
        // The refusal was taken back to one picture.
        if (memory.imagesPerRequest !== null) return void (findings.twoImages = "refused");
        const text = reply.choices[0]?.text ?? "";
        const both = readsNumber(text, first) && readsNumber(text, second);
        const known = one > 0 && reply.promptTokens > 0 && findings.tokensGrow === true;
        if (both || known) findings.twoImages = both || reply.promptTokens - one >= leastGrowth * 2 ? "both" : "one";
        else if (readsNumber(text, first) !== readsNumber(text, second)) findings.twoImages = "one";
      } catch (failure) {
        // One picture was taken a moment ago.
        if (failure instanceof RequestFailure && (failure.code === "endpoint.rejected" || failure.code === "endpoint.noVision" || failure.code === "endpoint.serverError")) findings.twoImages = "refused";
      }
      if (findings.twoImages === "one" || findings.twoImages === "refused") memory.imagesPerRequest = 1;
    },
  };
}
