import { FigtreeError, noUsage, type Choice, type Clock, type Logger, type VisionModel } from "../../core/ports";
import type { Timeouts } from "./attempt";
import { normaliseBaseUrl, splitBaseUrl } from "./base-url";
import { createClient } from "./client";
import { RequestFailure } from "./failure";
import { newMemory, type EndpointMemory } from "./memory";
import { createNodeFetch } from "./node-fetch";
import { sleepReal, type Sleep } from "./retry";
import { sampleChoices } from "./sample";
import { createSender, priorities, type Tally } from "./sender";
import type { ReplyChoice } from "./reply";
import { probabilityOfYes } from "./yes";

export interface EndpointModelOptions {
  /** In any spelling that `normaliseBaseUrl` takes. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent to this endpoint only; without it no key is sent, whatever the environment holds. */
  readonly apiKey?: string;
  readonly timeouts: Timeouts;
  readonly logger: Logger;
  readonly clock: Pick<Clock, "now">;
  /** In [0, 1), for the jitter of retries only. */
  readonly random: () => number;
  /** Requests at once, shared by all calls, >= 1; default 8. */
  readonly inFlight?: number;
  /** How often a request that failed in passing is repeated; default 5, which waits 15 s in all. */
  readonly retries?: number;
  /** Replies behind a sampled P(Yes); default 5. */
  readonly sampledYes?: number;
  /** Tokens granted to a model that thinks, beyond a reply's own limit; default 4096. */
  readonly thinkingTokens?: number;
  readonly sleep?: Sleep;
  /** Default: over node:http(s), see node-fetch.ts. */
  readonly fetch?: typeof globalThis.fetch;
  /** What is already known of the endpoint; what is learned is written into it. */
  readonly memory?: EndpointMemory;
}

/**
 * A model behind an OpenAI-compatible API. What the endpoint does not do (several choices, log-probabilities,
 * optional fields) is found out by asking, and remembered.
 *
 * @throws FigtreeError `input.invalid` for an unusable address or key
 */
export function createEndpointModel(options: EndpointModelOptions): VisionModel {
  const baseUrl = normaliseBaseUrl(options.baseUrl);
  const place = splitBaseUrl(baseUrl).origin;
  const { model } = options;
  const apiKey = readKey(options.apiKey);
  const memory = options.memory ?? newMemory();
  const own = createNodeFetch();
  const client = createClient(baseUrl, apiKey, options.fetch ?? own.fetch);
  const disposed = new AbortController();
  const { timeouts, logger, clock, random, sleep = sleepReal, inFlight = 8, retries = 5, thinkingTokens = 4096, sampledYes = 5 } = options;
  const sender = createSender({ client, model, memory, inFlight, timeouts, retries, thinkingTokens, logger, clock, sleep, random });

  /** Runs a call that ends with the request's signal or with the model, and speaks of failures as the product does. */
  async function call<Result>(outer: AbortSignal, work: (tally: Tally, signal: AbortSignal) => Promise<Result>): Promise<Result & { usage: Tally }> {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const signals = [outer, disposed.signal];
    signals.forEach((signal) => signal.addEventListener("abort", stop, { once: true }));
    const tally: Tally = { ...noUsage };
    try {
      if (signals.some(({ aborted }) => aborted)) throw new FigtreeError("cancelled");
      return { ...(await work(tally, controller.signal)), usage: tally };
    } catch (error) {
      throw error instanceof RequestFailure ? error.toFigtreeError(place, model, apiKey) : error;
    } finally {
      signals.forEach((signal) => signal.removeEventListener("abort", stop));
    }
  }

  return {
    info: { name: model, place, sample: false },
    generate: ({ messages, samples, temperature, topP, maxTokens, stop, seed, signal: outer }) =>
      call(outer, async (tally, signal) => {
        const ask = { messages, choices: samples, temperature, topP, maxTokens, stop, seed, logprobs: false };
        const choices = await sampleChoices(ask, priorities.generation, sender, memory, tally, signal);
        return { choices: choices.map((choice) => cutAtStop(choice, stop)) };
      }),
    probabilityOfYes: (request) => call(request.signal, (tally, signal) => probabilityOfYes(request, { m: sampledYes, room: thinkingTokens }, sender, memory, tally, signal)),
    dispose: () => {
      disposed.abort();
      own.close();
      return Promise.resolve();
    },
  };
}

function readKey(text: string | undefined): string | undefined {
  const key = text?.trim();
  if (key === undefined || key === "") return undefined;
  if (!/^[\x21-\x7e]+$/.test(key)) throw new FigtreeError("input.invalid", { field: "The API key", message: "It contains spaces, line breaks or characters that no key has." });
  return key;
}

/** Stop texts hold even where the endpoint does not take them. */
function cutAtStop({ text, finish }: ReplyChoice, stop: readonly string[]): Choice {
  const ends = stop.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return ends.length === 0 ? { text, finish } : { text: text.slice(0, Math.min(...ends)), finish: "stop" };
}
