import { fillVectors } from "../../core/exemplars";
import { toFigtreeError, type Embedder, type ExemplarStore } from "../../core/ports";
import { printJson, type Io } from "../io";
import { oneLine } from "../live";
import { createProgressLine } from "../progress-line";
import { sentence } from "../result";
import { openEmbedderFor, type LibraryChoice } from "./choice";
import type { Environment } from "../models";

export interface EmbedResult {
  /** Exemplars that got vectors now. */
  readonly embedded: number;
  /** Why it stopped early, or null. */
  readonly embedding: string | null;
}

/** Whether the options name an embedder, rather than leaving the choice to the library. */
const isNamed = (choice: LibraryChoice): boolean => (choice.embedder ?? choice.embeddingEndpoint ?? choice.embeddingText ?? choice.embeddingImages) !== undefined;

/** Why only words are compared, for a person; null where vectors are too, or nothing is there to compare. */
export async function vectorNote(store: ExemplarStore, embedder: Embedder): Promise<string | null> {
  const { exemplars, embedder: present } = await store.stats();
  if (exemplars === 0 || present?.id === embedder.space.id) return null;
  if (present === null) return "The library has no vectors: only words are compared. Make them with: figtree library embed";
  return oneLine(`The library's vectors come from ${present.id}: only words are compared. Name that embedder (--embedder), or rebuild them with: figtree library embed`, Infinity);
}

/**
 * Embeds what has no vectors yet. Without a named embedder, vectors that another one has made are kept, since the default
 * one would drop them. A failing embedder is told and leaves full text to search by.
 */
export async function embedNew(choice: LibraryChoice, store: ExemplarStore, io: Io, env: Environment, signal: AbortSignal, quiet: boolean): Promise<EmbedResult> {
  const line = createProgressLine(io, quiet);
  try {
    const embedder = await openEmbedderFor(store, choice, env, signal);
    try {
      const present = (await store.stats()).embedder;
      if (present !== null && present.id !== embedder.space.id && !isNamed(choice)) {
        const reason = `The library's vectors come from ${present.id}. Name that embedder (--embedder), or rebuild them with: figtree library embed`;
        if (!quiet) io.stderr(`${oneLine(reason, Infinity)}\n`);
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
    line.close();
    if (!quiet) io.stderr(`${reason} Until then exemplars are found by their words alone.\n`);
    return { embedded: 0, embedding: reason };
  } finally {
    line.close();
  }
}

/** `figtree library embed`: vectors by the named embedder for every exemplar, in place of older ones. */
export async function embedCommand(choice: LibraryChoice & { readonly json?: boolean }, io: Io, env: Environment, signal: AbortSignal, store: ExemplarStore): Promise<void> {
  const line = createProgressLine(io, choice.json === true);
  const embedder = await openEmbedderFor(store, choice, env, signal);
  try {
    const embedded = await fillVectors(store, embedder, signal, (done, total) => line.update(done / total, `${done} of ${total} embedded`));
    line.close();
    if (choice.json === true) printJson(io, { embedded, embedder: embedder.space.id });
    else io.stdout(`${embedded} embedded by ${embedder.description}\n`);
  } catch (thrown) {
    line.close();
    throw toFigtreeError(thrown, "embedder.failed");
  } finally {
    await embedder.dispose();
  }
}
