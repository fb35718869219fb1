import { unusable } from "./unusable";

export type RawRecord = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is RawRecord => typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads the fields of one record; a field of another type than said throws `input.invalid` with file, record and field. */
export class Fields {
  constructor(
    private readonly file: string,
    private readonly id: string,
    readonly raw: RawRecord,
  ) {}

  /** @param value a record, or anything else, which throws. */
  static of(file: string, id: string, value: unknown): Fields {
    if (!isRecord(value)) throw unusable(file, `Record ${id} is not an object.`);
    return new Fields(file, id, value);
  }

  text(key: string): string {
    return this.optionalText(key) ?? this.wrong(key, "a text");
  }

  /** Numbers count as text; null where the field is missing or null. */
  optionalText(key: string): string | null {
    const value = this.raw[key];
    if (value === undefined || value === null) return null;
    return asText(value) ?? this.wrong(key, "a text");
  }

  /** Empty where the field is missing or null. */
  texts(key: string): string[] {
    const value = this.raw[key] ?? [];
    if (!Array.isArray(value)) return this.wrong(key, "a list of texts");
    return value.map((item) => asText(item) ?? this.wrong(key, "a list of texts"));
  }

  integer(key: string): number {
    return this.optionalInteger(key) ?? this.wrong(key, "a whole number");
  }

  optionalInteger(key: string): number | null {
    const value = this.raw[key];
    if (value === undefined || value === null) return null;
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return typeof number === "number" && Number.isInteger(number) ? number : this.wrong(key, "a whole number");
  }

  /** A record inside this one; empty where the field is missing. */
  inner(key: string): Fields {
    const value = this.raw[key] ?? {};
    return isRecord(value) ? new Fields(this.file, this.id, value) : this.wrong(key, "an object");
  }

  wrong(key: string, needed: string): never {
    throw unusable(this.file, `Record ${this.id}: "${key}" must be ${needed}.`);
  }
}

function asText(value: unknown): string | null {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** Only the named fields, as they are. */
export function pick(raw: RawRecord, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => raw[key] !== undefined).map((key) => [key, raw[key]]));
}
