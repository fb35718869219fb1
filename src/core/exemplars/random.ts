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
  for (let at = 0; at < total && drawn.length < count; at += 1) {
    throwIfCancelled(signal);
    const other = at + Math.floor(random() * (total - at));
    const offset = swapped.get(other) ?? other;
    swapped.set(other, swapped.get(at) ?? at);
    const [exemplar] = (await store.list({ offset, limit: 1 })).exemplars;
    if (exemplar !== undefined && usable(exemplar)) drawn.push(exemplar);
  }
  return drawn;
}
