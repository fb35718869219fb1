import type { ExemplarQuery } from "../../../core/ports";
import { filterWords } from "../engine/words";

/** A text as an SQL literal. Within quotes only the quote has a meaning; backslashes and per cent signs have none. */
export const quote = (text: string): string => `'${text.replaceAll("\0", "").replaceAll("'", "''")}'`;

export const isOneOf = (column: string, values: readonly string[]): string => `${column} IN (${values.map(quote).join(", ")})`;

/** Each condition nests the database's parser one deeper, and some hundreds are beyond its stack: the process would end. */
const mostWords = 32;

/** The words of a filter that the database looks for, the most telling ones, and those that are left to be looked for in what it finds. */
export function splitWords(text: string | undefined): { readonly asked: readonly string[]; readonly left: readonly string[] } {
  const words = [...new Set(filterWords(text))];
  if (words.length <= mostWords) return { asked: words, left: [] };
  words.sort((one, other) => other.length - one.length);
  return { asked: words.slice(0, mostWords), left: words.slice(mostWords) };
}

/** The condition that `matches` states for records in memory, of the words only the given ones; undefined: none. */
export function conditionOf(query: ExemplarQuery, words: readonly string[]): string | undefined {
  const conditions = words.map((word) => `contains(words, ${quote(word)})`);
  if (query.subject !== undefined) conditions.push(`subject = ${quote(query.subject)}`);
  if (query.tag !== undefined) conditions.push(`array_has(tags, ${quote(query.tag)})`);
  if (query.state === "verified") conditions.push("context IS NOT NULL AND passrate > 0");
  if (query.state === "withContext") conditions.push("context IS NOT NULL");
  if (query.state === "withoutContext") conditions.push("context IS NULL");
  if (query.state === "flagged") conditions.push("passrate = 0");
  return conditions.length === 0 ? undefined : conditions.join(" AND ");
}

/** Long lists in parts that a filter can hold. */
export function parts<Item>(items: readonly Item[], size = 500): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
