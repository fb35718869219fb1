import type { ExemplarHit } from "../../../core/ports";
import { letOthersWork } from "./pause";
import { createTop } from "./top";

/** Multiplications in one stretch, about 1.5 ms. */
const stretch = 1_500_000;

/** Vectors of one channel in one array, for exact search. */
export interface VectorMatrix {
  readonly size: number;
  set(id: string, vector: Float32Array): void;
  delete(id: string): void;
  /** Inner products, which are cosines as all lengths are 1; best first, ids that are `hidden` left out. */
  search(query: Float32Array, limit: number, hidden: (id: string) => boolean): Promise<ExemplarHit[]>;
}

export function createMatrix(dimension: number): VectorMatrix {
  let values = new Float32Array(0);
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
        if (ids.length * dimension > values.length) {
          const larger = new Float32Array(Math.ceil(ids.length * 1.5 + 16) * dimension);
          larger.set(values);
          values = larger;
        }
      }
      values.set(vector, row * dimension);
    },
    delete(id) {
      const row = rowOf.get(id);
      if (row === undefined) return;
      const last = ids.length - 1;
      values.copyWithin(row * dimension, last * dimension, (last + 1) * dimension);
      ids[row] = ids[last]!;
      rowOf.set(ids[row]!, row);
      ids.pop();
      rowOf.delete(id);
    },
    async search(query, limit, hidden) {
      const top = createTop(limit);
      const rows = Math.max(1, Math.floor(stretch / dimension));
      for (let start = 0; start < ids.length; start += rows) {
        if (start > 0) await letOthersWork();
        const end = Math.min(ids.length, start + rows);
        for (let row = start; row < end; row += 1) {
          const score = product(values, row * dimension, query);
          if (score >= top.floor() && !hidden(ids[row]!)) top.offer({ id: ids[row]!, score: Math.max(-1, Math.min(1, score)) });
        }
      }
      return top.hits();
    },
  };
}

/** Four sums side by side: the processor need not wait for one addition before the next. */
function product(values: Float32Array, offset: number, query: Float32Array): number {
  const length = query.length;
  const even = length - (length % 4);
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let index = 0; index < even; index += 4) {
    first += values[offset + index]! * query[index]!;
    second += values[offset + index + 1]! * query[index + 1]!;
    third += values[offset + index + 2]! * query[index + 2]!;
    fourth += values[offset + index + 3]! * query[index + 3]!;
  }
  for (let index = even; index < length; index += 1) first += values[offset + index]! * query[index]!;
  return first + second + third + fourth;
}
