import path from "node:path";
import { FigtreeError, type Embedder, type Logger } from "../../../core/ports";
import { slices } from "../../system";
import { EmbedderProcess } from "../embedderProcess";
import { embedImagesIn } from "../localVectors";
import { centre, towerFingerprint } from "./centre";
import { embedNgrams, ngramsDimension, ngramsVersion } from "./ngrams";

export interface OfflineEmbedderOptions {
  /** The bundled sample model. */
  readonly modelFolder: string;
  /** The built entry of the child process (`embedder-process.js`). */
  readonly processFile: string;
  readonly logger: Logger;
}

/**
 * The embedder that needs no download: texts by hashed word and letter groups, pictures by the bundled sample
 * model's vision tower. Nothing is loaded before the first picture. Errors: `embedder.notAvailable` where the
 * bundled model is missing or another one, `embedder.failed` (the next call starts afresh), `cancelled`.
 */
export function createOfflineEmbedder({ modelFolder, processFile, logger }: OfflineEmbedderOptions): Embedder & { readonly pid: number | undefined } {
  const child = new EmbedderProcess(processFile, { pooled: { folder: path.resolve(modelFolder) } }, path.basename(modelFolder), logger);
  const life = new AbortController();
  return {
    space: {
      id: `offline n-grams ${ngramsVersion}, sample vision ${towerFingerprint.slice(0, 12)}`,
      dimensions: { text: ngramsDimension, image: centre.length, joint: null },
    },
    description: "Needs no download. Questions are compared by the words and letter groups that they share, not by meaning. Pictures are compared by the colours, strokes and layout that the small vision model in Figtree sees; it learned from five kinds of drawn puzzles alone. Texts and pictures cannot be compared with each other.",
    get pid() {
      return child.pid;
    },
    async embedTexts(texts, signal) {
      const vectors: Float32Array[] = [];
      const pause = slices();
      for (const text of texts) {
        if (signal.aborted || life.signal.aborted) throw new FigtreeError("cancelled");
        vectors.push(embedNgrams(text));
        await pause();
      }
      if (signal.aborted || life.signal.aborted) throw new FigtreeError("cancelled");
      return vectors;
    },
    embedImages: (images, signal) => embedImagesIn(child, images, signal),
    embedJoint: () => Promise.reject(new FigtreeError("input.invalid", { field: "The embedder", message: "The offline embedder cannot compare texts with pictures." })),
    dispose() {
      life.abort();
      return child.dispose();
    },
  };
}
