import type { ExemplarVectors } from "../../ports";
import type { Pacer } from "../pace";

export interface Comparable {
  readonly question: string;
  readonly vectors: ExemplarVectors | undefined;
}

/**
 * How alike two exemplars are, in [0, 1]. The mean of the cosines of their text vectors and of their picture vectors,
 * of the channels that both have; the cosine of the word counts of their questions where they share none. A negative
 * cosine counts 0: no more than unrelated can be asked for.
 */
export function similarity(a: Comparable, b: Comparable, words: (of: Comparable) => ReadonlyMap<string, number> = countWords): number {
  const cosines: number[] = [];
  for (const channel of ["text", "image"] as const) {
    const left = a.vectors?.[channel];
    const right = b.vectors?.[channel];
    if (left && right && left.length === right.length) cosines.push(dot(left, right));
  }
  const cosine = cosines.length === 0 ? wordCosine(words(a), words(b)) : cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  // Also where it is no number: one damaged vector must not make every list worthless.
  return cosine > 0 ? Math.min(1, cosine) : 0;
}

/** Microseconds of a multiplication and an addition, and of comparing two questions, roughly. */
const costs = { number: 0.0015, words: 3 };

/** All pairs, row by row. */
export async function similarityMatrix(items: readonly Comparable[], pacer: Pacer): Promise<Float64Array> {
  const matrix = new Float64Array(items.length * items.length);
  const counted = new Map<Comparable, ReadonlyMap<string, number>>();
  const words = (of: Comparable): ReadonlyMap<string, number> => {
    const known = counted.get(of) ?? countWords(of);
    counted.set(of, known);
    return known;
  };
  for (let row = 0; row < items.length; row += 1) {
    matrix[row * items.length + row] = 1;
    for (let column = 0; column < row; column += 1) {
      const value = similarity(items[row]!, items[column]!, words);
      matrix[row * items.length + column] = value;
      matrix[column * items.length + row] = value;
    }
    const numbers = (items[row]!.vectors?.text?.length ?? 0) + (items[row]!.vectors?.image?.length ?? 0);
    if (pacer.spend((row + 1) * (numbers * costs.number + costs.words))) await pacer.pause();
  }
  return matrix;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}

function countWords({ question }: Comparable): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function wordCosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [word, count] of a) shared += count * (b.get(word) ?? 0);
  const squares = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count * count, 0);
  return shared === 0 ? 0 : shared / Math.sqrt(squares(a) * squares(b));
}
