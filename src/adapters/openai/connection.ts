import type OpenAI from "openai";
import { toFigtreeError, type Clock, type EndpointMemory, type ErrorRecord, type FigtreeError, type Logger } from "../../core/ports";
import type { Timeouts } from "./attempt";
import { createClient, createNodeFetch, normaliseBaseUrl, readKey, RequestFailure, type Sleep, sleepReal, splitBaseUrl } from "../http";
import { openScheduler, type Scheduler } from "./schedule/scheduler";
import { createSender, type Sender } from "./sender";

/** How an endpoint is reached. */
export interface ConnectionOptions {
  /** In any spelling that `normaliseBaseUrl` takes. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent to this endpoint only; without it no key is sent, whatever the environment holds. */
  readonly apiKey?: string;
  readonly timeouts: Timeouts;
  readonly logger: Logger;
  readonly clock: Pick<Clock, "now">;
  /** In [0, 1), for the jitter of retries and the numbers in a probe's pictures. */
  readonly random: () => number;
  /** Requests at once, at most, shared by all models on this endpoint; default 16. Begins at 4 and adapts. */
  readonly inFlight?: number;
  /** How often a request that failed in passing is repeated; default 5, which waits 15 s in all. */
  readonly retries?: number;
  /** Tokens granted to a model that thinks, beyond a reply's own limit; default 4096. */
  readonly thinkingTokens?: number;
  readonly sleep?: Sleep;
  /** Default: over node:http(s), see node-fetch.ts. */
  readonly fetch?: typeof globalThis.fetch;
  /** The endpoint, which had worked, failed many times in a row: it is left alone for so many milliseconds. */
  readonly onPause?: (reason: ErrorRecord, milliseconds: number) => void;
  /** It answers again. */
  readonly onResume?: () => void;
}

export interface Connection {
  /** Normalised. */
  readonly baseUrl: string;
  /** The endpoint's origin. */
  readonly place: string;
  readonly client: OpenAI;
  readonly scheduler: Scheduler;
  readonly thinkingTokens: number;
  /** A sender with its own patience; all share the endpoint's scheduler. */
  sender(memory: EndpointMemory, retries?: number): Sender;
  /** A failure as the product speaks of it, without the key. */
  toError(failure: unknown): FigtreeError;
  close(): void;
}

/** @throws FigtreeError `input.invalid` for an unusable address or key */
export function connect(options: ConnectionOptions, known: number | null): Connection {
  const baseUrl = normaliseBaseUrl(options.baseUrl);
  const place = splitBaseUrl(baseUrl).origin;
  const apiKey = readKey(options.apiKey);
  const own = createNodeFetch();
  const client = createClient(baseUrl, apiKey, options.fetch ?? own.fetch);
  const { model, timeouts, logger, clock, random, sleep = sleepReal, inFlight = 16, thinkingTokens = 4096 } = options;
  const toError = (failure: unknown): FigtreeError => (failure instanceof RequestFailure ? failure.toFigtreeError(place, model, apiKey) : toFigtreeError(failure, "endpoint.badResponse"));
  const scheduler = openScheduler(`${baseUrl} ${model}`, { known, most: inFlight, now: () => clock.now(), sleep }, {
    onPause: (failure, milliseconds) => options.onPause?.(toRecord(toError(failure)), milliseconds),
    onResume: () => options.onResume?.(),
  });
  return {
    baseUrl, place, client, scheduler, thinkingTokens, toError,
    sender: (memory, retries = options.retries ?? 5) => createSender({ client, model, memory, scheduler, timeouts, retries, thinkingTokens, logger, clock, sleep, random }),
    close() {
      scheduler.release();
      own.close();
    },
  };
}

export const toRecord = ({ code, details }: FigtreeError): ErrorRecord => ({ code, details });
