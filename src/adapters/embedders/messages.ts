import type { ErrorCode, ErrorDetails, PreparedImage } from "../../core/ports";

/** How a text model's token vectors become one: their mean, the first one, or the last one. */
export type Pooling = "mean" | "cls" | "last";

/** What a child process loads, each part at its first use. Folders are absolute, in the layout of transformers.js. */
export interface LoadOptions {
  readonly text?: { readonly folder: string; readonly prefix: string };
  /** A model with a text and a vision tower into one space (CLIP, SigLIP). */
  readonly joint?: { readonly folder: string };
  /** The bundled sample model, whose vision tower gives features to pool. */
  readonly pooled?: { readonly folder: string };
  /** Weight type (`fp32`, `q8`, ...); undefined: what the folder's config says or holds. */
  readonly dtype?: string;
  /** Threads within one operation, >= 1; undefined: by the size of the weights and the machine. */
  readonly threads?: number;
}

export type PictureData = Pick<PreparedImage, "bytes" | "mediaType">;

export type Work =
  | { readonly kind: "describe" }
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  | { readonly kind: "joint"; readonly texts: readonly string[] }
  | { readonly kind: "images"; readonly images: readonly PictureData[] };

/** What is known of the models once they are there. */
export interface Description {
  readonly text?: { readonly dimension: number; readonly pooling: Pooling | "own"; readonly fingerprint: string };
  readonly joint?: { readonly dimension: number; readonly fingerprint: string };
}

export type ToChild =
  | { readonly type: "options"; readonly options: LoadOptions }
  | { readonly type: "work"; readonly id: number; readonly work: Work }
  | { readonly type: "abort"; readonly id: number };

export type FromChild =
  | { readonly type: "vectors"; readonly id: number; readonly vectors: readonly Float32Array[] }
  | { readonly type: "described"; readonly id: number; readonly description: Description }
  | { readonly type: "failed"; readonly id: number; readonly code: ErrorCode; readonly details: ErrorDetails };
