import { FigtreeError, type Embedder, type Exemplar, type ExemplarStore, type ExemplarVectors, type VectorChannel } from "../ports";
import { readPicture } from "./pictures";

/** Exemplars that are embedded and stored at once. */
const batch = 16;

async function vectorsOf(store: ExemplarStore, embedder: Embedder, exemplars: readonly Exemplar[], signal: AbortSignal): Promise<ExemplarVectors[]> {
  const { dimensions } = embedder.space;
  const has = (channel: VectorChannel): boolean => dimensions[channel] !== null;
  // One whose picture is lost is found by its words.
  const pictures = has("image") ? await Promise.all(exemplars.map(({ image }) => readPicture(store, image))) : [];
  const whole = pictures.filter((picture) => picture !== null);
  const questions = exemplars.map(({ question }) => question);
  const texts = has("text") ? await embedder.embedTexts(questions, signal) : [];
  const found = whole.length > 0 ? await embedder.embedImages(whole, signal) : [];
  const joints = has("joint") ? await embedder.embedJoint(questions, signal) : [];
  const images = new Map(whole.map((picture, index) => [picture, found[index]]));
  return exemplars.map((_, index) => ({ text: texts[index] ?? null, image: images.get(pictures[index]!) ?? null, joint: joints[index] ?? null }));
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
