import type { ErrorRecord } from "./errors";

/**
 * What was learned about one endpoint and model: plain data that can be kept. Everything here is learned
 * from behaviour, by a probe or at work, nothing from the server's name.
 */
export interface EndpointMemory {
  /** Choices that one request brings; null: nothing but what is asked for has been seen. */
  choicesPerRequest: number | null;
  /** Optional request fields that were refused and are no longer sent. */
  refused: string[];
  /** How many alternatives of a token to ask for; 0: log-probabilities are of no use here. */
  topLogprobs: number;
  /** Log-probabilities came whose first token was neither Yes nor No, and none yet where it was. */
  emptyRewards: number;
  /** Some rewards could be read from log-probabilities. */
  rewardsRead: boolean;
  /** The least token limit that is accepted. */
  leastTokens: number;
  /** The greatest token limit that is accepted; null: none is known. */
  mostTokens: number | null;
  /** A reply of a few tokens to a Yes/No question holds no answer here. */
  wordy: boolean;
  /** The model thinks before it replies, so limits need room for the thought. */
  thinks: boolean;
  /** How thinking is switched off, where that works: a field of the chat template, or the reasoning effort. */
  thinkingOff: "template" | "effort" | null;
  /** Whether the model sees pictures; null: not known yet. A blind one is not sent any. */
  vision: "sees" | "blind" | "unsure" | null;
  /** Pictures that one request may hold; null: no limit has been met. */
  imagesPerRequest: number | null;
  /** The model leaves earlier turns out of its prompt, so none are sent. */
  turnsDropped: boolean;
  /** Requests at once that were found useful; null: not known yet. */
  inFlight: number | null;
}

/** What a probe of one endpoint and model found; kept as JSON with its date. */
export interface EndpointProfile {
  readonly version: 1;
  /** Normalised. */
  readonly baseUrl: string;
  readonly model: string;
  /** Milliseconds since the epoch. */
  readonly probedAt: number;
  /** Requests that the probe sent. */
  readonly requests: number;
  /** Why the endpoint cannot be used, or null. A profile with a failure is never kept. */
  readonly failure: ErrorRecord | null;
  readonly findings: EndpointFindings;
  /** What steers the requests. */
  readonly memory: EndpointMemory;
}

/** What was seen; null everywhere: it could not be told. */
export interface EndpointFindings {
  /** `listed` by the server, `answered` without being listed. */
  readonly modelFound: "listed" | "answered" | null;
  /** The prompt counts more tokens with a picture than without. */
  readonly tokensGrow: boolean | null;
  /** A random number drawn into a picture was read back. */
  readonly canaryRead: boolean | null;
  /** Two pictures in one request: both arrived, only one did, or the request was refused. */
  readonly twoImages: "both" | "one" | "refused" | null;
  /** Choices that came back when two were asked for. */
  readonly choicesOfTwo: number | null;
  /** Alternatives that came with a token; 0: none. */
  readonly logprobs: number | null;
  /** The likeliest spelling of the yes token, as it came. */
  readonly yesToken: string | null;
  /** Where a thought was delivered. */
  readonly thought: "none" | "separate" | "inText" | "hidden" | null;
  /** The token-limit field that is taken. */
  readonly tokenLimit: string | null;
  /** Tokens of the model's context, as the server says. */
  readonly contextTokens: number | null;
  /** Prompt tokens that were read from a prefix cache, as the server says. */
  readonly cachedTokens: number | null;
}

/** Keeps profiles between runs; what comes back is checked by whoever asks. */
export interface ProfileStore {
  read(key: string): Promise<unknown>;
  write(key: string, profile: EndpointProfile): Promise<void>;
}
