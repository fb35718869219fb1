import { fillVectors } from "../../core/exemplars";
import { toFigtreeError, type ExemplarStore } from "../../core/ports";
import type { Io } from "../io";
import { createProgressLine } from "../progress-line";
import { sentence } from "../result";
import { openChosenEmbedder, type LibraryChoice } from "./choice";
import type { Environment } from "../models";

export interface EmbedResult {
  /** Exemplars that got vectors now. */
  readonly embedded: number;
  /** Why it stopped early, or null. */
  readonly embedding: string | null;
}

/** Whether the options name an embedder, rather than leaving the choice to the library. */
const isNamed = (choice: LibraryChoice): boolean => (choice.embedder ?? choice.embeddingEndpoint ?? choice.embeddingText ?? choice.embeddingImages) !== undefined;

/**
 * Embeds what has no vectors yet. Without a named embedder, vectors that another one has made are kept, since the default
 * one would drop them. A failing embedder is told and leaves full text to search by.
 */
export async function embedNew(choice: LibraryChoice, store: ExemplarStore, io: Io, env: Environment, signal: AbortSignal, quiet: boolean): Promise<EmbedResult> {
  const line = createProgressLine(io, quiet);
  try {
    const embedder = await openChosenEmbedder(choice, env, signal);
    try {
      const present = (await store.stats()).embedder;
      if (present !== null && present.id !== embedder.space.id && !isNamed(choice)) {
        const reason = `The library's vectors come from ${present.id}. Name that embedder (--embedder), or rebuild them with: figtree library embed`;
        if (!quiet) io.stderr(`${reason}\n`);
        return { embedded: 0, embedding: reason };
      }
      return { embedded: await fillVectors(store, embedder, signal, (done, total) => line.update(done / total, `${done} of ${total} embedded`)), embedding: null };
    } finally {
      await embedder.dispose();
    }
  } catch (thrown) {
    const error = toFigtreeError(thrown, "embedder.failed");
    if (error.code === "cancelled" || error.code.startsWith("library.") || error.code === "input.invalid") throw error;
    const reason = sentence(error);
    if (!quiet) io.stderr(`${reason} Until then exemplars are found by their words alone.\n`);
    return { embedded: 0, embedding: reason };
  } finally {
    line.close();
  }
}

/** `figtree library embed`: vectors by the named embedder for every exemplar, in place of older ones. */
export async function embedCommand(choice: LibraryChoice & { readonly json?: boolean }, io: Io, env: Environment, signal: AbortSignal, store: ExemplarStore): Promise<void> {
  const line = createProgressLine(io, choice.json === true);
  const embedder = await openChosenEmbedder(choice, env, signal);
  try {
    const embedded = await fillVectors(store, embedder, signal, (done, total) => line.update(done / total, `${done} of ${total} embedded`));
    line.close();
    if (choice.json === true) io.stdout(`${JSON.stringify({ embedded, embedder: embedder.space.id }, null, 2)}\n`);
    else io.stdout(`${embedded} embedded by ${embedder.description}\n`);
  } catch (thrown) {
    line.close();
    throw toFigtreeError(thrown, "embedder.failed");
  } finally {
    await embedder.dispose();
  }
}
