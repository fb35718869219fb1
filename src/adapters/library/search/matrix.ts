import type { ExemplarHit } from "../../../core/ports";
import { letOthersWork } from "../../system";
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
  // Blocks of one stretch each: adding never copies what is there.
  const blockRows = Math.max(1, Math.floor(stretch / dimension));
  const blocks: Float32Array[] = [];
  const ids: string[] = [];
  const rowOf = new Map<string, number>();
  const place = (row: number): [block: Float32Array, offset: number] => [blocks[Math.floor(row / blockRows)]!, (row % blockRows) * dimension];

  return {
    get size() {
      return ids.length;
    },
    set(id, vector) {
      let row = rowOf.get(id);
      if (row === undefined) {
        row = ids.push(id) - 1;
        rowOf.set(id, row);
        if (row === blocks.length * blockRows) blocks.push(new Float32Array(blockRows * dimension));
      }
      const [block, offset] = place(row);
      block.set(vector, offset);
    },
    delete(id) {
      const row = rowOf.get(id);
      if (row === undefined) return;
      // The last row takes the place of the one that goes.
      const last = ids.length - 1;
      const [from, start] = place(last);
      const [to, offset] = place(row);
      to.set(from.subarray(start, start + dimension), offset);
      ids[row] = ids[last]!;
      rowOf.set(ids[row]!, row);
      ids.pop();
      rowOf.delete(id);
    },
    async search(query, limit, hidden) {
      const top = createTop(limit);
      for (let first = 0; first < ids.length; first += blockRows) {
        if (first > 0) await letOthersWork();
        const [block] = place(first);
        const count = Math.min(blockRows, ids.length - first);
        for (let row = 0; row < count; row += 1) {
          const score = product(block, row * dimension, query);
          if (score >= top.floor() && !hidden(ids[first + row]!)) top.offer({ id: ids[first + row]!, score: Math.max(-1, Math.min(1, score)) });
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
