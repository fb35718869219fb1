/** The fields of an untrusted value; anything that is no object has none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A string of JSON, or a number that only Python and JavaScript write. */
const stringOrNoNumber = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * `JSON.parse` that takes `NaN` and `Infinity` outside of texts for null: Python writes them where a logarithm of
 * zero was met.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (thrown) {
    if (!/\b(?:NaN|Infinity)\b/.test(text)) throw thrown;
    return JSON.parse(text.replace(stringOrNoNumber, (found) => (found.startsWith('"') ? found : "null"))) as unknown;
  }
}
