import type { PreparedImage } from "../../core/ports";
import { cutBatches, mapBatches } from "./batches";
import type { EmbedderProcess } from "./embedderProcess";

/** One message to the child holds little, so that sending it does not keep the event loop busy and a stop takes effect soon. */
const textsAtOnce = 16;
const charactersAtOnce = 65_536;
const imagesAtOnce = 8;
const bytesAtOnce = 2 ** 20;

export function embedTextsIn(child: EmbedderProcess, kind: "texts" | "joint", texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
  return mapBatches(cutBatches(texts, textsAtOnce, charactersAtOnce, (text) => text.length), 1, signal, async (batch, inner) => [...(await child.embed({ kind, texts: batch }, inner))]);
}

export function embedImagesIn(child: EmbedderProcess, images: readonly PreparedImage[], signal: AbortSignal): Promise<Float32Array[]> {
  const batches = cutBatches(images, imagesAtOnce, bytesAtOnce, (image) => image.bytes.byteLength);
  return mapBatches(batches, 1, signal, async (batch, inner) => [...(await child.embed({ kind: "images", images: batch.map(({ bytes, mediaType }) => ({ bytes, mediaType })) }, inner))]);
}
