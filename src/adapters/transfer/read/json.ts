import { FigtreeError } from "../../../core/ports";
import { limits } from "../limits";
import { isObject, recordItem, type Fields, type RecordItem } from "./item";
import { parseJson } from "./parseJson";
import { decodeText } from "./text";

/** The key of a record in an object keyed by id, as a field. */
export const keyField = "$key";

/** A JSON document with its records in an array, in an object keyed by id, or one of these below a key. Throws `import.unreadable`. */
export async function* readJson(chunks: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<RecordItem> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of decodeText(chunks)) {
    length += part.length;
    if (length > limits.jsonBytes) throw new FigtreeError("import.unreadable", { file, message: `A JSON document is read whole and may have ${limits.jsonBytes / 1024 / 1024} MB; write it as JSONL, one record a line.` });
    parts.push(part);
  }
  let document: unknown;
  try {
    document = await parseJson(parts.join(""));
  } catch (thrown) {
    throw new FigtreeError("import.unreadable", { file, message: `It is not valid JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}` }, { cause: thrown });
  }
  const found = recordsIn(document, 0);
  if (found === undefined) throw new FigtreeError("import.unreadable", { file, message: "It holds no list of records." });
  for (let index = 0; index < found.count; index += 1) yield recordItem(null, found.at(index));
}

/** Records are made one by one, as they are asked for. */
interface Found {
  readonly count: number;
  at(index: number): unknown;
}

function recordsIn(value: unknown, depth: number): Found | undefined {
  if (Array.isArray(value)) return value.some(isObject) ? { count: value.length, at: (index) => value[index] as unknown } : undefined;
  if (!isObject(value) || depth > 3) return undefined;
  const entries = Object.entries(value);
  if (isKeyedById(entries)) return { count: entries.length, at: (index) => withKey(entries[index]![1] as Fields, entries[index]![0]) };
  let largest: Found | undefined;
  for (const [, inner] of entries) {
    const records = recordsIn(inner, depth + 1);
    if (records !== undefined && records.count > (largest?.count ?? 0)) largest = records;
  }
  return largest;
}

/** All values are objects that share a field, so that a document of unlike sections is none. */
function isKeyedById(entries: readonly (readonly [string, unknown])[]): boolean {
  const first = entries.find(([, value]) => isObject(value))?.[1];
  if (!isObject(first)) return false;
  const plain = Object.keys(first).filter((name) => !isObject(first[name]));
  return entries.every(([, value]) => isObject(value)) && plain.some((name) => entries.every(([, value]) => Object.hasOwn(value as object, name)));
}

const withKey = (record: Fields, key: string): Fields => (Object.hasOwn(record, keyField) ? record : { ...record, [keyField]: key });
