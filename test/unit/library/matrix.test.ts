import { describe, expect, test } from "vitest";
import { createInnerProducts, deviation } from "../../../src/adapters/library/search/inner-products";
import { createMatrix } from "../../../src/adapters/library/search/matrix";
import type { ExemplarHit } from "../../../src/core/ports";
import { seededRandom } from "../../../src/core/search";

/** A direction, the same one again for every third: equal vectors are told apart by their ids alone. */
function directions(count: number, dimension: number, seed: number): Float32Array[] {
  const random = seededRandom(seed);
  const made: Float32Array[] = [];
  for (let index = 0; index < count; index += 1) {
    const values = Array.from({ length: dimension }, () => random() - 0.5);
    const length = Math.hypot(...values);
    made.push(index % 3 === 2 ? made[index - 2]! : Float32Array.from(values, (value) => value / length));
  }
  return made;
}

/** Looks at everything in doubles and sorts all of it. */
function plainly(vectors: ReadonlyMap<string, Float32Array>, query: Float32Array, limit: number, hidden: (id: string) => boolean): ExemplarHit[] {
  return [...vectors]
    .filter(([id]) => !hidden(id))
    .map(([id, vector]) => ({ id, score: Math.max(-1, Math.min(1, vector.reduce((sum, value, index) => sum + value * query[index]!, 0))) }))
    .sort((left, right) => right.score - left.score || (left.id < right.id ? -1 : 1))
    .slice(0, limit);
}

const idsOf = (hits: readonly ExemplarHit[]): string[] => hits.map(({ id }) => id);
const even = (id: string): boolean => Number(id) % 2 === 0;

describe.each([["as fast as it goes", undefined], ["without SIMD", () => null]] as const)("exact search %s", (_, fast) => {
  test.each([[3, 40, 5], [8, 300, 20], [100, 700, 48], [384, 1_500, 20], [384, 20, 48]])("%i numbers, %i vectors, best %i: what a plain loop finds, to the last id", async (dimension, count, limit) => {
    const vectors = new Map(directions(count, dimension, dimension).map((vector, index) => [String(index), vector]));
    const matrix = createMatrix(dimension, fast);
    for (const [id, vector] of vectors) matrix.set(id, vector);
    for (const query of directions(12, dimension, 7)) {
      const found = await matrix.search(query, limit, even);
      const expected = plainly(vectors, query, limit, even);
      expect(idsOf(found)).toEqual(idsOf(expected));
      for (const [index, { score }] of found.entries()) expect(score).toBeCloseTo(expected[index]!.score, 12);
    }
  });

  test("a query that is one of the vectors finds it first, and all that are equal to it", async () => {
    const vectors = directions(900, 64, 3);
    const matrix = createMatrix(64, fast);
    for (const [index, vector] of vectors.entries()) matrix.set(String(index).padStart(3, "0"), vector);
    expect(idsOf(await matrix.search(vectors[600]!, 2, () => false))).toEqual(["600", "602"]);
  });

  test("vectors that go and change are followed, also while the memory grows", async () => {
    const [all, others] = [directions(3_000, 200, 4), directions(3_000, 200, 5)];
    const vectors = new Map<string, Float32Array>();
    const matrix = createMatrix(200, fast);
    const put = (id: string, vector: Float32Array): void => {
      vectors.set(id, vector);
      matrix.set(id, vector);
    };
    all.forEach((vector, index) => put(String(index), vector));
    for (let index = 0; index < 3_000; index += 7) {
      vectors.delete(String(index));
      matrix.delete(String(index));
    }
    others.forEach((vector, index) => index % 5 === 0 && put(String(index + 1_500), vector));
    expect(matrix.size).toBe(vectors.size);
    for (const query of directions(4, 200, 6)) expect(idsOf(await matrix.search(query, 30, () => false))).toEqual(idsOf(plainly(vectors, query, 30, () => false)));
  });

  test("two searches at once do not mix", async () => {
    const vectors = directions(40_000, 16, 8);
    const matrix = createMatrix(16, fast);
    for (const [index, vector] of vectors.entries()) matrix.set(String(index), vector);
    const queries = directions(6, 16, 9);
    const alone: string[][] = [];
    for (const query of queries) alone.push(idsOf(await matrix.search(query, 20, () => false)));
    expect((await Promise.all(queries.map((query) => matrix.search(query, 20, () => false)))).map(idsOf)).toEqual(alone);
  });

  test("nothing is found in nothing, and nothing where nothing is asked for", async () => {
    const matrix = createMatrix(8, fast);
    const [vector] = directions(1, 8, 1);
    expect(await matrix.search(vector!, 3, () => false)).toEqual([]);
    matrix.set("a", vector!);
    expect(await matrix.search(vector!, 0, () => false)).toEqual([]);
  });
});

test("the fast inner products are there, for every row, and as near as they promise", () => {
  const [stride, count] = [40, 5];
  const memory = new WebAssembly.Memory({ initial: 1 });
  const numbers = new Float32Array(memory.buffer);
  const [query, ...rows] = directions(count + 1, stride, 2);
  numbers.set(query!, 0);
  rows.forEach((row, index) => numbers.set(row, (index + 1) * stride));
  createInnerProducts(memory)!.run(4 * stride, count, 4 * stride, 0, 4 * (count + 1) * stride);
  for (const [index, row] of rows.entries()) {
    const exact = row.reduce((sum, value, place) => sum + value * query![place]!, 0);
    expect(Math.abs(numbers[(count + 1) * stride + index]! - exact)).toBeLessThan(deviation(stride));
  }
  expect(numbers[(count + 1) * stride + count]).toBe(0);
});
