import type { EmbeddingSpace } from "./exemplar";
import type { PreparedImage } from "./image";

/**
 * Turns questions and pictures into vectors of length 1. A method whose dimension is null in `space` throws
 * `input.invalid`. Results are in the order given; an empty list costs nothing. Throws `embedder.*`, `endpoint.*`, `cancelled`.
 */
export interface Embedder {
  readonly space: EmbeddingSpace;
  /** For a person: which models, and what they cannot do. */
  readonly description: string;
  embedTexts(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  embedImages(images: readonly PreparedImage[], signal: AbortSignal): Promise<Float32Array[]>;
  /** The text in the pictures' space, for image-text matching. */
  embedJoint(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  /** Frees what the embedder holds. Idempotent. */
  dispose(): Promise<void>;
}
