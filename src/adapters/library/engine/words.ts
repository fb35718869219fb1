import type { Exemplar, ExemplarQuery } from "../../../core/ports";

/** One spelling of a text for comparing: compatibility forms, no case. */
const foldText = (text: string): string => text.normalize("NFKC").toLowerCase();

/** What the words of a list's filter are looked for in. */
export const filterText = ({ question, answer, subject, tags, source }: Exemplar): string => foldText([question, answer, subject, ...tags, source].join("\n"));

/** What full text search reads. */
export const searchText = ({ question, subject, tags }: Pick<Exemplar, "question" | "subject" | "tags">): string => [question, subject, ...tags].join("\n");

/** The words of a filter, each of which must occur somewhere, also inside a longer word. */
export const filterWords = (text = ""): string[] => foldText(text).split(/\s+/u).filter((word) => word !== "");

export function matches(exemplar: Exemplar, words: string, query: ExemplarQuery): boolean {
  if (query.subject !== undefined && exemplar.subject !== query.subject) return false;
  if (query.tag !== undefined && !exemplar.tags.includes(query.tag)) return false;
  if (query.state === "verified" && (exemplar.context === null || !(exemplar.passRate! > 0))) return false;
  if (query.state === "withContext" && exemplar.context === null) return false;
  if (query.state === "withoutContext" && exemplar.context !== null) return false;
  if (query.state === "flagged" && exemplar.passRate !== 0) return false;
  return filterWords(query.text).every((word) => words.includes(word));
}

/** Newest first; what came at the same moment by id. */
export const byAge = (left: Pick<Exemplar, "id" | "createdAt">, right: Pick<Exemplar, "id" | "createdAt">): number => right.createdAt - left.createdAt || (left.id < right.id ? -1 : 1);

/** The part of a sorted list that a query asks for. */
export function pageOf<Item>(items: readonly Item[], { offset = 0, limit = Infinity }: ExemplarQuery): Item[] {
  return items.slice(offset, offset + limit);
}
