import type { ExemplarHit } from "../../../core/ports";
import { createTop } from "./top";

/** How soon more occurrences stop to count, and how much long texts are held back: the usual values. */
const saturation = 1.2;
const lengthWeight = 0.75;

/** Where a term occurs; documents that are gone stay in the list. */
interface Postings {
  documents: number[];
  counts: number[];
  /** Documents with the term that are still there. */
  frequency: number;
}

/**
 * BM25 (Robertson and Zaragoza 2009): the sum over the query's different terms of
 * `idf * f (k1 + 1) / (f + k1 (1 - b + b length / mean length))` with `idf = ln(1 + (N - n + 0.5) / (n + 0.5))`.
 */
export interface WordIndex {
  readonly size: number;
  /** More documents are gone than are there: time for a new index. */
  readonly worn: boolean;
  set(id: string, terms: readonly string[]): void;
  delete(id: string): void;
  /** Documents with at least one of the terms, best first. */
  search(terms: readonly string[], limit: number, hidden: (id: string) => boolean): ExemplarHit[];
}

export function createWordIndex(): WordIndex {
  const postings = new Map<string, Postings>();
  // Lists instead of terms: they say the same, and no text is held.
  const documents: ({ id: string; lists: readonly Postings[] } | undefined)[] = [];
  const lengths: number[] = [];
  const numberOf = new Map<string, number>();
  let totalLength = 0;

  const add = (id: string, terms: readonly string[]): void => {
    const lists: Postings[] = [];
    const number = documents.push({ id, lists }) - 1;
    numberOf.set(id, number);
    lengths.push(terms.length);
    totalLength += terms.length;
    for (const [term, count] of countsOf(terms)) {
      let list = postings.get(term);
      if (list === undefined) postings.set(term, (list = { documents: [], counts: [], frequency: 0 }));
      list.documents.push(number);
      list.counts.push(count);
      list.frequency += 1;
      lists.push(list);
    }
  };

  const remove = (id: string): void => {
    const number = numberOf.get(id);
    if (number === undefined) return;
    for (const list of documents[number]!.lists) list.frequency -= 1;
    documents[number] = undefined;
    numberOf.delete(id);
    totalLength -= lengths[number]!;
  };

  return {
    get size() {
      return numberOf.size;
    },
    get worn() {
      return documents.length > 2 * numberOf.size + 64;
    },
    set(id, terms) {
      remove(id);
      add(id, terms);
    },
    delete: remove,
    search(terms, limit, hidden) {
      const count = numberOf.size;
      const meanLength = totalLength / Math.max(1, count);
      const scores = new Float64Array(documents.length);
      for (const term of new Set(terms)) {
        const list = postings.get(term);
        if (list === undefined) continue;
        const weight = Math.log(1 + (count - list.frequency + 0.5) / (list.frequency + 0.5));
        // Plain loops: common terms are in most documents.
        for (let index = 0; index < list.documents.length; index += 1) {
          const number = list.documents[index]!;
          const occurrences = list.counts[index]!;
          scores[number]! += (weight * occurrences * (saturation + 1)) / (occurrences + saturation * (1 - lengthWeight + (lengthWeight * lengths[number]!) / meanLength));
        }
      }
      const top = createTop(limit);
      for (let number = 0; number < scores.length; number += 1) {
        const score = scores[number]!;
        if (score <= 0 || score < top.floor()) continue;
        const id = documents[number]?.id;
        if (id !== undefined && !hidden(id)) top.offer({ id, score });
      }
      return top.hits();
    },
  };
}

function countsOf(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
