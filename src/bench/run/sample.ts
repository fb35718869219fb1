import { seededRandom } from "../../core/search";

/** `limit` items drawn without replacement by a seed, in their old order; all of them where there are no more. */
export function drawSome<Item>(items: readonly Item[], limit: number | null, seed: number): Item[] {
  if (limit === null || limit >= items.length) return [...items];
  const random = seededRandom(seed);
  const places = items.map((_, index) => index);
  for (let at = 0; at < limit; at += 1) {
    const other = at + Math.floor(random() * (places.length - at));
    [places[at], places[other]] = [places[other]!, places[at]!];
  }
  return places.slice(0, limit).sort((a, b) => a - b).map((place) => items[place]!);
}
