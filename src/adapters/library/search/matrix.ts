import type { ExemplarHit } from "../../../core/ports";
import { slices } from "../../system";
import type { createInnerProducts } from "./inner-products";
import { createRowMemory, rowsAtOnce } from "./row-memory";
import { createTop } from "./top";

/** Vectors of one channel, for exact search. */
export interface VectorMatrix {
  readonly size: number;
  set(id: string, vector: Float32Array): void;
  delete(id: string): void;
  /**
   * Inner products, which are cosines as all lengths are 1; best first, ids that are `hidden` left out. Fast
   * approximations tell which rows may be among the best; those are computed in doubles, so the result is exact.
   */
  search(query: Float32Array, limit: number, hidden: (id: string) => boolean): Promise<ExemplarHit[]>;
}

export function createMatrix(dimension: number, fast?: typeof createInnerProducts): VectorMatrix {
  const rows = createRowMemory(dimension, fast);
  const ids: string[] = [];
  const rowOf = new Map<string, number>();

  return {
    get size() {
      return ids.length;
    },
    set(id, vector) {
      let row = rowOf.get(id);
      if (row === undefined) {
        row = ids.push(id) - 1;
        rowOf.set(id, row);
      }
      rows.set(row, vector);
    },
    delete(id) {
      const row = rowOf.get(id);
      if (row === undefined) return;
      // The last row takes the place of the one that goes.
      const last = ids.length - 1;
      rows.copy(last, row);
      ids[row] = ids[last]!;
      rowOf.set(ids[row]!, row);
      ids.pop();
      rowOf.delete(id);
    },
    async search(query, limit, hidden) {
      const top = createTop(limit);
      const pause = slices();
      for (let first = 0; first < ids.length; first += rowsAtOnce) {
        await pause();
        const count = Math.min(rowsAtOnce, ids.length - first);
        const approximate = rows.approximate(first, count, query);
        for (let index = 0; index < count; index += 1) {
          if (approximate !== null && approximate[index]! + rows.margin < top.floor()) continue;
          const id = ids[first + index]!;
          const score = rows.exact(first + index, query);
          if (score >= top.floor() && !hidden(id)) top.offer({ id, score: Math.max(-1, Math.min(1, score)) });
        }
      }
      return top.hits();
    },
  };
}
