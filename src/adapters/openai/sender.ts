import type OpenAI from "openai";
import { FigtreeError, type Clock, type EndpointMemory, type Logger, type TurnDelivery, type Usage } from "../../core/ports";
import { bodyOf, type Ask, type Body } from "./ask";
import { attempt, type Timeouts } from "./attempt";
import { backoff, type ErrorReading, longestRetryAfter, RequestFailure, retry, retryAfter, type Sleep } from "../http";
import { createContactSheets, fitImages, withoutEarlierTurns } from "./contact-sheet";
import { createImageUrls, hasImage } from "./messages";
import { imagesIn, learnFromRefusal, namedFields } from "./refusal";
import type { Reply } from "./reply";
import type { Scheduler } from "./schedule/scheduler";

/** Counts a call's cost while it goes on, retries and refusals included. */
export type Tally = { -readonly [Name in keyof Usage]: Usage[Name] } & {
  /** Hears of each request before it goes out, and may throw to stop it. */
  readonly onRequest?: (() => void) | undefined;
  /** How the turns before the last one went out with the latest reply. */
  earlierTurns?: TurnDelivery | undefined;
};

/**
 * Rewards first: a search waits for them before it can go on. 0 and 1 are left to the same two when they are
 * computed ahead of a search that may not need them.
 */
export const priorities = { generation: 2, reward: 3 } as const;

export interface SenderOptions {
  readonly client: OpenAI;
  readonly model: string;
  readonly memory: EndpointMemory;
  readonly scheduler: Scheduler;
  readonly timeouts: Timeouts;
  /** How often a request that failed in passing is repeated. */
  readonly retries: number;
  readonly thinkingTokens: number;
  readonly logger: Logger;
  readonly clock: Pick<Clock, "now">;
  readonly sleep: Sleep;
  /** In [0, 1). */
  readonly random: () => number;
}

/** A refusal may name one field at a time; there are no more of them than this. */
const mostAdaptations = 12;

/** A reply that cannot be read is asked for again so often, if others could be read before. */
const mostGarbled = 2;

export interface Sender {
  /**
   * Sends an ask under the shared limit, repeats it while it fails in passing, and sends it again without
   * the fields that are refused.
   *
   * @throws RequestFailure, FigtreeError `cancelled`, or what the tally's `onRequest` throws
   */
  send(ask: Ask, priority: number, tally: Tally, signal: AbortSignal): Promise<Reply>;
}

/** What was refused about a request. Some servers refuse a field with status 500, which else means a failure in passing. */
function refusalIn(failure: unknown, body: Body): ErrorReading | undefined {
  if (!(failure instanceof RequestFailure)) return undefined;
  const { reading, details } = failure.facts;
  // A model that sees one picture may refuse several in the words of one that sees none.
  const refused = failure.code === "endpoint.rejected" || (failure.code === "endpoint.noVision" && imagesIn(body) > 1) || (failure.code === "endpoint.serverError" && details["status"] === 500);
  return refused && reading !== undefined && namedFields(reading, body).length > 0 ? reading : undefined;
}

const statusOf = (failure: unknown): unknown => (failure instanceof RequestFailure ? failure.facts.details["status"] : undefined);

/** The endpoint asks for fewer requests at once. */
function isThrottle(failure: unknown): boolean {
  return failure instanceof RequestFailure && (failure.code === "endpoint.rateLimited" || statusOf(failure) === 503);
}

/** The endpoint is away or overloaded, whatever was asked. */
function isOutage(failure: unknown): boolean {
  return failure instanceof RequestFailure && (failure.code === "endpoint.unreachable" || failure.code === "endpoint.serverError" || failure.code === "endpoint.rateLimited");
}

export function createSender(options: SenderOptions): Sender {
  const { client, model, memory, logger } = options;
  const { limit, breaker, run } = options.scheduler;
  const urls = createImageUrls();
  const sheets = createContactSheets();

  /** One attempt, of which the limit and the breaker learn. */
  async function tryOnce(body: Body, priority: number, withImage: boolean, tally: Tally, signal: AbortSignal): Promise<Reply> {
    tally.onRequest?.();
    const end = limit.begin(priority);
    tally.requests++;
    try {
      const reply = await attempt(client, body, options.timeouts, withImage, signal);
      end("succeeded");
      breaker.answered(true);
      return reply;
    } catch (failure) {
      end(isThrottle(failure) ? "throttled" : "failed");
      if (isOutage(failure) && refusalIn(failure, body) === undefined) breaker.failed();
      else if (failure instanceof RequestFailure && failure.code !== "endpoint.timeout") breaker.answered(false);
      throw failure;
    }
  }

  async function deliver(ask: Ask, priority: number, tally: Tally, signal: AbortSignal): Promise<Reply> {
    const withImage = hasImage(ask.messages);
    for (let adaptations = 0; ; adaptations++) {
      const { messages, earlierTurns } = memory.turnsDropped ? withoutEarlierTurns(ask.messages) : await fitImages(ask.messages, memory.imagesPerRequest, sheets);
      const body = bodyOf({ ...ask, messages }, model, memory, options.thinkingTokens, urls);
      try {
        const reply = await retry(() => tryOnce(body, priority, withImage, tally, signal), {
          shouldRetry: (failure, failed) => refusalIn(failure, body) === undefined && shouldRetry(failure, failed, ask),
          delay,
          sleep: options.sleep,
          signal,
        });
        tally.samples += reply.choices.length;
        tally.promptTokens += reply.promptTokens;
        tally.completionTokens += reply.completionTokens;
        const dropped = reply.turnsDropped && earlierTurns !== undefined;
        if (dropped) memory.turnsDropped = true;
        // The figure may have been on the sheet among pictures that nothing spoke of.
        if (dropped && earlierTurns === "contactSheet") continue;
        tally.earlierTurns = dropped ? "dropped" : earlierTurns;
        return reply;
      } catch (failure) {
        const refusal = refusalIn(failure, body);
        if (refusal === undefined || adaptations >= mostAdaptations) throw withWish(failure);
        const learned = learnFromRefusal(refusal, body, memory);
        if (learned.length === 0) throw failure;
        // The server's own words are left out: they may repeat the key.
        logger.info(`The endpoint refused ${learned.join(", ")} and is asked differently.`);
        // Without log-probabilities the caller asks differently.
        if (ask.logprobs && memory.topLogprobs === 0) throw failure;
      }
    }
  }

  const waitOf = (failure: unknown): number | undefined => (failure instanceof RequestFailure ? retryAfter(failure.facts.headers, options.clock.now()) : undefined);

  /** A wish for more patience than anybody has is told with the failure. */
  function withWish(failure: unknown): unknown {
    const wish = waitOf(failure) ?? 0;
    if (!(failure instanceof RequestFailure) || wish <= longestRetryAfter) return failure;
    const details = { ...failure.facts.details, retryAfterSeconds: Math.ceil(wish / 1000) };
    return new RequestFailure(failure.code, { ...failure.facts, details }, { cause: failure.cause });
  }

  function shouldRetry(failure: unknown, failed: number, ask: Ask): boolean {
    // An endpoint that has answered before may be starting again, even if nobody listens just now.
    const garbled = failure instanceof RequestFailure && failure.code === "endpoint.badResponse" && breaker.worked && failed <= mostGarbled && (!ask.logprobs || memory.rewardsRead);
    const passing = garbled || (failure instanceof RequestFailure && (failure.facts.transient || (isOutage(failure) && breaker.worked)));
    return passing && !breaker.tripped && failed <= options.retries && (waitOf(failure) ?? 0) <= longestRetryAfter;
  }

  function delay(failure: unknown, failed: number): number {
    const pause = waitOf(failure) ?? backoff(failed, options.random());
    logger.warn(`The endpoint failed in passing (${failure instanceof RequestFailure ? failure.code : "unknown"}); asked again in ${Math.round(pause)} ms.`);
    return pause;
  }

  return {
    async send(ask, priority, tally, signal) {
      try {
        // A request keeps its place while it waits for a retry: a server that asks to slow down, or still
        // loads, must not get others in its stead.
        return await run(() => breaker.pass(() => deliver(ask, priority, tally, signal), signal), priority, signal);
      } catch (error) {
        throw signal.aborted ? new FigtreeError("cancelled") : error;
      }
    },
  };
}
