/** Data of one record by field; only own properties count. */
export type Fields = Readonly<Record<string, unknown>>;

/** A record as it lies in its file, or why it could not be read. */
export interface RecordItem {
  /** From 1; null where the format has no lines. */
  readonly line: number | null;
  readonly fields: Fields | null;
  /** Set where `fields` is null. */
  readonly reason: string;
}

export const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array) && !(value instanceof Date);

export const recordItem = (line: number | null, value: unknown): RecordItem =>
  isObject(value) ? { line, fields: value, reason: "" } : { line, fields: null, reason: "It is not an object with fields." };

/** Roughly the bytes that a record holds, pictures above all. */
export function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === "string" || value instanceof Uint8Array) return value.length;
  if (typeof value !== "object" || value === null || depth > 3) return 8;
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner, depth + 1), 16);
}
