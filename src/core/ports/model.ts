import type { PreparedImage } from "./image";

export type MessagePart = { readonly type: "text"; readonly text: string } | { readonly type: "image"; readonly image: PreparedImage };

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly parts: readonly MessagePart[];
}

/** What a call cost, as far as the model told. All counts are >= 0. */
export interface Usage {
  /** Requests that went out, retries included. */
  readonly requests: number;
  /** Replies that came back. */
  readonly samples: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export const noUsage: Usage = { requests: 0, samples: 0, promptTokens: 0, completionTokens: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    requests: a.requests + b.requests,
    samples: a.samples + b.samples,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  };
}

/** What is asked and how replies are drawn. */
export interface SamplingRequest {
  readonly messages: readonly Message[];
  /** How many independent replies, >= 1. */
  readonly samples: number;
  /** >= 0; 0 is greedy decoding. */
  readonly temperature: number;
  /** In (0, 1]. */
  readonly topP: number;
  /** Limit for each reply, >= 1. */
  readonly maxTokens: number;
  /** Texts that end a reply; they are not part of it. */
  readonly stop: readonly string[];
  /** Unsigned 32-bit. The same request with the same seed asks for the same replies; sample i differs from sample j. */
  readonly seed: number;
}

export interface GenerateRequest extends SamplingRequest {
  readonly signal: AbortSignal;
  /**
   * Called right before each request that goes out for this call, retries included; it throws to stop the request,
   * and the call then fails with what it threw or with what it has. A model that never calls it is counted by the
   * usage of its replies.
   */
  readonly onRequest?: () => void;
}

export interface Choice {
  readonly text: string;
  /** `length`: the token limit cut the reply. */
  readonly finish: "stop" | "length" | "other";
  /** The model, or a filter of its provider, held the reply back; its words, "" for none. `text` is empty then. */
  readonly declined?: string;
}

/**
 * How the turns before the last one reached a model: with each picture, with their pictures on one sheet, as text
 * alone, or not at all (`dropped`: its chat template leaves them out).
 */
export type TurnDelivery = "pictures" | "contactSheet" | "text" | "dropped";

export interface GenerateReply {
  /** Between 1 and `samples` choices, in the order of their sampling. */
  readonly choices: readonly Choice[];
  /** Absent without earlier turns, or where it is not known. */
  readonly earlierTurns?: TurnDelivery;
  readonly usage: Usage;
}

export interface YesRequest {
  readonly messages: readonly Message[];
  readonly seed: number;
  readonly signal: AbortSignal;
  /** As for `GenerateRequest`. */
  readonly onRequest?: () => void;
}

/** Where a P(Yes) came from: read from log-probabilities, or estimated from sampled replies. */
export type ProbabilitySource = "logprobs" | "sampled";

export interface YesReply {
  /** P(first token is a spelling of "Yes"), in [0, 1] (VReST eq. 6). */
  readonly yes: number;
  /** P(first token is a spelling of "No"), in [0, 1]. */
  readonly no: number;
  readonly source: ProbabilitySource;
  readonly usage: Usage;
}

/** What a person may be told about the model in use. */
export interface ModelInfo {
  /** Name as the endpoint or folder calls it. */
  readonly name: string;
  /** Where it runs: `embedded`, or the endpoint's origin. */
  readonly place: string;
  /** True for the bundled tiny sample, which only reads figures like the bundled ones. */
  readonly sample: boolean;
  /** Whether it was seen to read pictures; `untold`: it was asked and did not reply in time; absent: nothing was tried, or it declares that it does. */
  readonly vision?: "sees" | "unsure" | "untold";
}

/**
 * A vision-language model. Implementations are safe for concurrent calls, throw `FigtreeError`
 * (code `cancelled` once the signal is aborted) and stop all work, down to the socket, on abort.
 */
export interface VisionModel {
  readonly info: ModelInfo;
  generate(request: GenerateRequest): Promise<GenerateReply>;
  probabilityOfYes(request: YesRequest): Promise<YesReply>;
  /** Frees what the model holds. Idempotent. */
  dispose(): Promise<void>;
}
