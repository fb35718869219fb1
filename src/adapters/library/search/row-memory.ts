import { createInnerProducts, deviation, type InnerProducts } from "./inner-products";

/** Rows that are looked at in one go. */
export const rowsAtOnce = 256;

/** Vectors of length 1 by their row number, in memory that `InnerProducts` can read. */
export interface RowMemory {
  set(row: number, vector: Float32Array): void;
  /** Row `to` becomes a copy of row `from`. */
  copy(from: number, to: number): void;
  /** The inner product in doubles. */
  exact(row: number, query: Float32Array): number;
  /**
   * Inner products of at most `rowsAtOnce` rows from `first` on, a multiple of it; each off by at most `margin`. Valid
   * until the next call. Null where they cannot be had faster than exact ones.
   */
  approximate(first: number, count: number, query: Float32Array): Float32Array | null;
  readonly margin: number;
}

/** One block of memory holds at most so many bytes of rows, and grows by so many. */
const blockBytes = 2 ** 28;
const growth = 2 ** 20;
const page = 2 ** 16;

interface Block {
  readonly memory: WebAssembly.Memory;
  readonly products: InnerProducts | null;
  /** All of the memory; a new view after it has grown. */
  numbers: Float32Array;
}

/** @param fast makes what computes approximations */
export function createRowMemory(dimension: number, fast: typeof createInnerProducts = createInnerProducts): RowMemory {
  // Rows are filled up with zeros to whole steps of the fast loop.
  const stride = 8 * Math.ceil(dimension / 8);
  const blockRows = rowsAtOnce * Math.max(1, Math.floor(blockBytes / (4 * stride * rowsAtOnce)));
  // The query and the results lie before the rows.
  const results = stride;
  const start = stride + rowsAtOnce;
  const blocks: Block[] = [];

  function placeOf(row: number): { readonly block: Block; readonly at: number } {
    const index = Math.floor(row / blockRows);
    const block = (blocks[index] ??= newBlock());
    const at = start + (row % blockRows) * stride;
    while (block.numbers.length < at + stride) {
      block.memory.grow(Math.ceil(growth / page));
      block.numbers = new Float32Array(block.memory.buffer);
    }
    return { block, at };
  }
  function newBlock(): Block {
    const pages = (numbers: number): number => Math.ceil((4 * numbers + growth) / page);
    const memory = new WebAssembly.Memory({ initial: pages(start), maximum: pages(start + blockRows * stride) });
    return { memory, products: fast(memory), numbers: new Float32Array(memory.buffer) };
  }

  return {
    margin: deviation(stride),
    set(row, vector) {
      const { block, at } = placeOf(row);
      block.numbers.set(vector, at);
    },
    copy(from, to) {
      const source = placeOf(from);
      const target = placeOf(to);
      target.block.numbers.set(source.block.numbers.subarray(source.at, source.at + dimension), target.at);
    },
    exact(row, query) {
      const { block, at } = placeOf(row);
      return product(block.numbers, at, query);
    },
    approximate(first, count, query) {
      const { block: { products, numbers }, at } = placeOf(first);
      if (products === null) return null;
      numbers.set(query, 0);
      products.run(4 * at, count, 4 * stride, 0, 4 * results);
      return numbers.subarray(results, results + count);
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
