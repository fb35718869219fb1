import { FigtreeError, type Embedder, type Exemplar, type ExemplarStore, type ExemplarVectors, type PreparedImage, type VectorChannel } from "../ports";

/** Exemplars that are embedded and stored at once. */
const batch = 16;

async function vectorsOf(store: ExemplarStore, embedder: Embedder, exemplars: readonly Exemplar[], signal: AbortSignal): Promise<ExemplarVectors[]> {
  const { dimensions } = embedder.space;
  const has = (channel: VectorChannel): boolean => dimensions[channel] !== null;
  const pictures = has("image") ? await Promise.all(exemplars.map(async ({ image }): Promise<PreparedImage> => ({ ...image, bytes: await store.readImage(image.sha256) }))) : [];
  const questions = exemplars.map(({ question }) => question);
  const texts = has("text") ? await embedder.embedTexts(questions, signal) : [];
  const images = has("image") ? await embedder.embedImages(pictures, signal) : [];
  const joints = has("joint") ? await embedder.embedJoint(questions, signal) : [];
  return exemplars.map((_, index) => ({ text: texts[index] ?? null, image: images[index] ?? null, joint: joints[index] ?? null }));
}

/**
 * Embeds whatever has no vectors in the embedder's space yet and stores them batch by batch, so that a cancelled run
 * goes on where it stopped. Where the store has another space, that is all of it.
 *
 * @param report called after each batch with the exemplars done so far and in all
 * @returns how many were embedded
 * @throws FigtreeError of store and embedder, `cancelled`
 */
export async function fillVectors(store: ExemplarStore, embedder: Embedder, signal: AbortSignal, report: (done: number, total: number) => void = () => undefined): Promise<number> {
  const ids = await store.withoutVectors(embedder.space);
  let embedded = 0;
  for (let from = 0; from < ids.length; from += batch) {
    if (signal.aborted) throw new FigtreeError("cancelled");
    const exemplars = (await store.get(ids.slice(from, from + batch))).filter((exemplar) => exemplar !== undefined);
    const vectors = await vectorsOf(store, embedder, exemplars, signal);
    await store.setVectors(embedder.space, exemplars.map(({ id }, index) => ({ id, vectors: vectors[index]! })));
    embedded += exemplars.length;
    report(Math.min(from + batch, ids.length), ids.length);
  }
  return embedded;
}
