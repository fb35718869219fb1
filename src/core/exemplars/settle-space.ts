import type { Embedder, EmbeddingSpace, ExemplarStore } from "../ports";

/** Questions that are embedded again, and exemplars among which they are looked for. */
const asked = 3;
const looked = 32;
/** The same weights give nearly the same numbers on other machines, others give quite different ones. */
const sameFrom = 0.99;

/** Whether a space is that of a model as it is named, wherever the model was. */
export const isSpaceOf = (held: string, model: string): boolean => held === model || held.startsWith(`${model} at `);

/**
 * The embedder under the name that its vectors have in this library. Where it has moved since (`place`), some stored
 * questions are embedded again: near what is stored, it is the same space, and the library remembers the new place;
 * else other weights have the same name, and the space gets a name of its own, so that nothing is compared before the
 * vectors are rebuilt. Without a place nothing is asked. Throws `library.*`, `embedder.*`, `endpoint.*`, `cancelled`.
 */
export async function settleSpace(store: ExemplarStore, embedder: Embedder, signal: AbortSignal): Promise<Embedder> {
  const { space } = embedder;
  if (space.place === undefined) return embedder;
  const held = (await store.stats()).embedder;
  if (held?.place === undefined || !isSpaceOf(held.id, space.id) || held.dimensions.text !== space.dimensions.text) return embedder;
  if (held.place === space.place) return under(embedder, held);
  if (await isSame(store, embedder, signal)) {
    const moved = { ...held, place: space.place };
    await store.setVectors(moved, []);
    return under(embedder, moved);
  }
  const own = `${space.id} at ${space.place}`;
  return under(embedder, { ...space, id: own === held.id ? `${own} again` : own });
}

const under = (embedder: Embedder, space: EmbeddingSpace): Embedder => ({ ...embedder, space });

async function isSame(store: ExemplarStore, embedder: Embedder, signal: AbortSignal): Promise<boolean> {
  const { exemplars } = await store.list({ limit: looked });
  const stored = await store.vectors(exemplars.map(({ id }) => id));
  const pairs = exemplars.flatMap(({ question }, index) => {
    const vector = stored[index]?.text ?? null;
    return vector === null || question.trim() === "" ? [] : [{ question, vector }];
  }).slice(0, asked);
  // Nothing can be wrong in a library without exemplars; where none has a vector, nothing is known.
  if (pairs.length === 0) return exemplars.length === 0;
  const fresh = await embedder.embedTexts(pairs.map(({ question }) => question), signal);
  return pairs.every(({ vector }, index) => cosine(vector, fresh[index]!) >= sameFrom);
}

/** Of vectors of length 1. */
const cosine = (left: Float32Array, right: Float32Array): number => left.reduce((sum, value, index) => sum + value * right[index]!, 0);
