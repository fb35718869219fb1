import type { Exemplar, ExemplarStore } from "../ports";
import { seededRandom } from "../search";
import { throwIfCancelled } from "./pace";

/**
 * Exemplars drawn at random without replacement, in the order of drawing; fewer where fewer are usable.
 * The same seed draws the same from the same library. Throws `library.*` and `cancelled`.
 */
export async function drawExemplars(store: ExemplarStore, count: number, usable: (exemplar: Exemplar) => boolean, seed: number, signal: AbortSignal): Promise<Exemplar[]> {
  const { total } = await store.list({ limit: 1 });
  const random = seededRandom(seed);
  const drawn: Exemplar[] = [];
  /** A shuffle that is only carried as far as it is needed: places that were swapped, by where they are now. */
  const swapped = new Map<number, number>();
  const recordAt = readerOf(store, usable);
  for (let at = 0; at < total && drawn.length < count; at += 1) {
    throwIfCancelled(signal);
    const other = at + Math.floor(random() * (total - at));
    const offset = swapped.get(other) ?? other;
    swapped.set(other, swapped.get(at) ?? at);
    const exemplar = await recordAt(offset);
    if (exemplar !== undefined) drawn.push(exemplar);
  }
  return drawn;
}

/** Draws that find nothing usable, after which the library is read in pages: each look into it costs about the same. */
const patience = 32;
const page = 500;

/** Gives the record at a place in the library's order; undefined where it is not usable. */
function readerOf(store: ExemplarStore, usable: (exemplar: Exemplar) => boolean): (offset: number) => Promise<Exemplar | undefined> {
  let missed = 0;
  const pages = new Map<number, (Exemplar | undefined)[]>();
  const read = async (offset: number, limit: number): Promise<(Exemplar | undefined)[]> => (await store.list({ offset, limit })).exemplars.map((exemplar) => (usable(exemplar) ? exemplar : undefined));
  return async (offset) => {
    if (missed < patience) {
      const [exemplar] = await read(offset, 1);
      if (exemplar === undefined) missed += 1;
      return exemplar;
    }
    const first = offset - (offset % page);
    const held = pages.get(first) ?? (await read(first, page));
    pages.set(first, held);
    return held[offset - first];
  };
}
