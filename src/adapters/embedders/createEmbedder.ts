import type { Embedder, Logger } from "../../core/ports";
import { createEndpointEmbedder } from "./endpoint/createEndpointEmbedder";
import { createTransformersEmbedder } from "./local/createTransformersEmbedder";
import { createOfflineEmbedder } from "./offline/createOfflineEmbedder";

/** Which embedder, as settings and options say it. */
export type EmbedderSpec =
  | { readonly kind: "offline" }
  | { readonly kind: "endpoint"; readonly baseUrl: string; readonly model: string; readonly apiKey?: string; readonly prefix?: string; readonly batchSize?: number; readonly inFlight?: number; readonly timeoutSeconds?: number; readonly retries?: number }
  | { readonly kind: "transformers"; readonly text?: string; readonly joint?: string; readonly prefix?: string; readonly dtype?: string; readonly threads?: number };

/** What every embedder may need of its surroundings. */
export interface EmbedderSurroundings {
  /** The bundled sample model. */
  readonly sampleModelFolder: string;
  /** The built entry of the child process (`embedder-process.js`). */
  readonly processFile: string;
  /** Folder of an installed model; default: none is installed. */
  readonly folderOf?: (id: string) => Promise<string | undefined>;
  readonly logger: Logger;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The embedder that `spec` names. The offline one loads nothing before its first picture; the others are
 * asked once, since only they know their dimensions. Throws what the chosen factory throws.
 */
export async function createEmbedder(spec: EmbedderSpec, surroundings: EmbedderSurroundings, signal: AbortSignal): Promise<Embedder> {
  const { sampleModelFolder, processFile, folderOf, logger, random, now } = surroundings;
  switch (spec.kind) {
    case "offline":
      return createOfflineEmbedder({ modelFolder: sampleModelFolder, processFile, logger });
    case "endpoint":
      return createEndpointEmbedder({ ...spec, logger, random, now }, signal);
    case "transformers":
      return createTransformersEmbedder({ ...spec, processFile, logger, ...(folderOf === undefined ? {} : { folderOf }) }, signal);
  }
}
