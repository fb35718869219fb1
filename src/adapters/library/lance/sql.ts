import type { ExemplarQuery } from "../../../core/ports";
import { filterWords } from "../engine/words";

/** A text as an SQL literal. Within quotes only the quote has a meaning; backslashes and per cent signs have none. */
export const quote = (text: string): string => `'${text.replaceAll("\0", "").replaceAll("'", "''")}'`;

export const isOneOf = (column: string, values: readonly string[]): string => `${column} IN (${values.map(quote).join(", ")})`;

/** The condition that `matches` states for records in memory; undefined: none. */
export function conditionOf(query: ExemplarQuery): string | undefined {
  const conditions = filterWords(query.text).map((word) => `contains(words, ${quote(word)})`);
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
