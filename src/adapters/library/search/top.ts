import type { ExemplarHit } from "../../../core/ports";

/** Larger scores first, equal ones by id, so that every engine gives one order. */
const byScore = (left: ExemplarHit, right: ExemplarHit): number => right.score - left.score || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);

/** Keeps the best `limit` of what is offered. */
export interface Top {
  /** A score below this cannot get in. */
  floor(): number;
  offer(hit: ExemplarHit): void;
  /** Best first. */
  hits(): ExemplarHit[];
}

export function createTop(limit: number): Top {
  let best: ExemplarHit[] = [];
  let floor = limit > 0 ? -Infinity : Infinity;
  const cut = (): void => {
    best = best.sort(byScore).slice(0, limit);
    if (best.length === limit && limit > 0) floor = best[limit - 1]!.score;
  };
  return {
    floor: () => floor,
    offer(hit) {
      if (hit.score < floor || limit <= 0) return;
      best.push(hit);
      // Sorting rarely is cheaper than a heap at the sizes asked for.
      if (best.length >= 4 * limit || (best.length >= limit && floor === -Infinity)) cut();
    },
    hits() {
      cut();
      return best;
    },
  };
}
