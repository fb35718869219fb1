import type { CompletionReply, CompletionRequest, ErrorCode, ErrorDetails, Message, PreparedImage, SampledToken, SamplingRequest, Usage } from "../../core/ports";

/** How the child process loads and runs a model. */
export interface LoadOptions {
  /** Absolute path of a folder in the layout of transformers.js. */
  readonly folder: string;
  /** Threads within one operation, >= 1; undefined: by the size of the weights and the machine. */
  readonly threads?: number;
  /** Keep the key-value caches of prompts for prompts with the same beginning. */
  readonly prefixReuse: boolean;
  /** Upper bound of those caches together, in bytes. */
  readonly cacheBytes: number;
  /** Weight type for all files (`fp32`, `q8`, ...); undefined: what the folder's config says or holds. */
  readonly dtype?: string;
}

/** A completion request as it crosses to the child. */
export interface CompletionBody extends SamplingRequest, Pick<CompletionRequest, "alternatives"> {
  /** Send text as it appears. */
  readonly stream: boolean;
}

export interface YesNoReply {
  readonly yes: number;
  readonly no: number;
  readonly usage: Usage;
}

export type Work = { readonly kind: "complete"; readonly body: CompletionBody } | { readonly kind: "yesNo"; readonly messages: readonly Message[] } | { readonly kind: "load" };

/** `load`'s reply: what is known once the model is there. */
export interface LoadedReply {
  readonly milliseconds: number;
}

export type ToChild =
  | { readonly type: "options"; readonly options: LoadOptions }
  /** Sent before the first work with this picture, and again after it was dropped (`RecentPictures`). */
  | { readonly type: "picture"; readonly image: PreparedImage }
  /** Its pictures have no bytes: messages of type `picture` brought them. */
  | { readonly type: "work"; readonly id: number; readonly work: Work }
  | { readonly type: "abort"; readonly id: number };

export type FromChild =
  | { readonly type: "reply"; readonly id: number; readonly reply: CompletionReply | YesNoReply | LoadedReply }
  | { readonly type: "text"; readonly id: number; readonly sample: number; readonly text: string; readonly tokens?: readonly SampledToken[] }
  | { readonly type: "failed"; readonly id: number; readonly code: ErrorCode; readonly details: ErrorDetails };
