import { isObject, type Fields } from "../read/item";
import { pathsOf } from "./mapping";

/** The value at a dotted path; a field whose own name has dots counts first. Inherited properties are never seen. */
export function valueAt(fields: unknown, path: string): unknown {
  if (Array.isArray(fields)) return /^\d+$/.test(path) ? fields[Number(path)] : deeper(fields, path);
  if (!isObject(fields)) return undefined;
  return Object.hasOwn(fields, path) ? fields[path] : deeper(fields, path);
}

function deeper(value: Fields | readonly unknown[], path: string): unknown {
  const dot = path.indexOf(".");
  if (dot < 0) return undefined;
  const [first, rest] = [path.slice(0, dot), path.slice(dot + 1)];
  const inner = Array.isArray(value) ? (/^\d+$/.test(first) ? (value[Number(first)] as unknown) : undefined) : Object.hasOwn(value, first) ? (value as Fields)[first] : undefined;
  return inner === undefined ? undefined : valueAt(inner, rest);
}

/** What an entry of a mapping yields for a record. */
export function resolve(fields: Fields, entry: string): unknown {
  if (entry.startsWith("=")) return entry.slice(1);
  const paths = pathsOf(entry);
  if (paths.length === 1 && paths[0] === entry) return valueAt(fields, entry);
  let missing = false;
  const text = entry.replace(/\{([^{}]+)\}/g, (_, path: string) => {
    const part = plainText(valueAt(fields, path));
    if (part === "") missing = true;
    return part;
  });
  return missing ? undefined : text;
}

/** Control characters that no text needs. */
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** A value as one text: trimmed, LF line breaks, no control characters; empty for what is not there, or lies deeper than lists of lists. */
export function plainText(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value.replace(/\r\n?/g, "\n").replace(controls, "").trim();
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Uint8Array) return plainText(new TextDecoder().decode(value));
  if (Array.isArray(value) && depth < 3) return value.map((item) => plainText(item, depth + 1)).filter((part) => part !== "").join(", ");
  return "";
}

/** Dotted paths of everything in a record, three levels deep; lists of objects without their numbers. */
export function fieldPaths(fields: Fields, into: Set<string>, most: number, prefix = "", depth = 0): void {
  for (const [name, value] of Object.entries(fields)) {
    if (into.size >= most) return;
    const path = `${prefix}${name}`;
    into.add(path);
    const inner: unknown = Array.isArray(value) ? value[0] : value;
    if (depth < 2 && isObject(inner)) fieldPaths(inner, into, most, `${path}.`, depth + 1);
  }
}
