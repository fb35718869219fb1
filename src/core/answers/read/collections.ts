import type { Form } from "../form";
import type { Piece } from "../math/intervals";
import { union } from "../math/intervals";
import { splitOutside, wrapped } from "../text/split";
import { join, meet } from "./relation";
import { joinThousands } from "./quantity";

type Read = (text: string) => Form;
const MAX_ITEMS = 100;

const isText = (form: Form): boolean => form.kind === "text" || form.kind === "empty";

/** One end of an interval: a number, or `null` for infinity; `undefined` when it is neither. */
function readEnd(text: string, read: Read): { value: Form | null } | undefined {
  if (/^[-+]?\s*(?:∞|inf|infinity|infty)$/i.test(text.trim())) return { value: null };
  const form = read(text);
  return form.kind === "quantity" ? { value: form } : undefined;
}

/** The interval that two ends with their brackets stand for; `undefined` where an end is no known number. */
export function pieceOf(items: readonly Form[], lowClosed: boolean, highClosed: boolean): Piece | undefined {
  const [low, high] = items;
  if (low?.kind !== "quantity" || high?.kind !== "quantity") return undefined;
  const [from, to] = [low.amount.constant, high.amount.constant];
  return from === undefined || to === undefined ? undefined : { low: from, lowClosed, high: to, highClosed };
}

/** (a, b), [a, b), {a, b}, ⟦matrix⟧ and unions of intervals; `undefined` when the brackets mean grouping. */
export function readBracketed(text: string, read: Read): Form | undefined {
  const parts = splitOutside(text, (character, index) => character === "∪" || (character === "U" && /^\s+[([]/.test(text.slice(index + 1, index + 6)) && /[)\]]\s+$/.test(text.slice(Math.max(0, index - 4), index))));
  if (parts.length > 1 && parts.length <= 30) return readUnion(parts, read);
  if (/^⟦.*⟧$/su.test(text)) {
    const rows = text.slice(1, -1).split("‖").map((row) => row.split("‚").map((cell) => read(cell)));
    return rows.length * (rows[0]?.length ?? 0) > 400 ? undefined : { kind: "matrix", rows };
  }
  const point = /^([A-Z])(\(.*\))$/s.exec(text);
  if (point !== null && wrapped(point[2]!)) {
    const value = readBracketed(point[2]!, read);
    return value?.kind === "tuple" && value.items.every((item) => item.kind === "quantity" && item.amount.variables.size === 0) ? { kind: "equation", target: point[1]!, value } : undefined;
  }
  if (!wrapped(text)) return undefined;
  const [open, close] = [text[0]!, text.at(-1)!];
  const inner = text.slice(1, -1).trim();
  if (inner === "" && open === "{") return { kind: "set", items: [], ordered: false };
  const builder = open === "{" ? /^\s*(\p{L})\s*(?:∈\s*(?:Reals|R)\s*)?[|:]\s*(.+)$/su.exec(inner) : null;
  if (builder !== null) return read(builder[2]!);
  const texts = splitOutside(spacedThousands(inner), (character) => character === "," || character === ";");
  if (open === "{" || open === "[") {
    const matrix = open === "[" && texts.length > 0 && texts.every((part) => /^\s*\[.*\]\s*$/s.test(part)) ? texts.map((part) => splitOutside(part.trim().slice(1, -1), (character) => character === ",").map(read)) : undefined;
    if (matrix !== undefined && texts.length > 1) return { kind: "matrix", rows: matrix };
  }
  if (texts.length > MAX_ITEMS) return undefined;
  if (texts.length < 2) return open === "{" ? { kind: "set", items: [read(inner)], ordered: false } : undefined;
  if (open === "{") return { kind: "set", items: texts.map(read), ordered: false };
  return readInterval(texts, open, close, read) ?? { kind: "tuple", items: texts.map(read), open, close };
}

/** In a list whose separators have a space, a comma without one joins thousands: {1,200, 3,400}. */
const spacedThousands = (text: string): string => (/,\s/.test(text) && /\d,\d{3}(?!\d)/.test(text) ? joinThousands(text) : text);

/** Only intervals with an infinite end are intervals for sure; two finite numbers may be a point. */
function readInterval(texts: readonly string[], open: string, close: string, read: Read): Form | undefined {
  if (texts.length !== 2) return undefined;
  const [low, high] = [readEnd(texts[0]!, read), readEnd(texts[1]!, read)];
  if (low === undefined || high === undefined || (low.value !== null && high.value !== null)) return undefined;
  const from = low.value?.kind === "quantity" ? low.value.amount.constant : undefined;
  const to = high.value?.kind === "quantity" ? high.value.amount.constant : undefined;
  if ((low.value !== null && from === undefined) || (high.value !== null && to === undefined)) return undefined;
  const piece: Piece = { ...(from === undefined ? {} : { low: from }), lowClosed: from !== undefined && open === "[", ...(to === undefined ? {} : { high: to }), highClosed: to !== undefined && close === "]" };
  return { kind: "intervals", pieces: [piece], relation: false };
}

function readUnion(parts: readonly string[], read: Read): Form | undefined {
  const pieces: Piece[] = [];
  for (const part of parts) {
    const form = read(part.trim());
    const more = piecesOf(form);
    if (more === undefined) return undefined;
    pieces.push(...more);
  }
  return { kind: "intervals", pieces: union(pieces), relation: false };
}

/** A form as a set of real numbers, where it can be meant as one. */
export function piecesOf(form: Form): readonly Piece[] | undefined {
  if (form.kind === "intervals") return form.pieces;
  if (form.kind === "tuple" && form.items.length === 2) {
    const piece = pieceOf(form.items, form.open === "[", form.close === "]");
    return piece === undefined ? undefined : union([piece]);
  }
  if (form.kind === "range") {
    const piece = pieceOf(form.items, true, true);
    return piece === undefined ? undefined : union([piece]);
  }
  if (form.kind === "set") {
    const points = form.items.map((item) => pieceOf([item, item], true, true));
    return points.every((point) => point !== undefined) ? union(points) : undefined;
  }
  return undefined;
}

/** Lists without brackets: "1, 2 and 3", "x = 1 or x = 2", "x < 1 or x > 3", "x = 1, y = 2". */
export function readList(text: string, read: Read): Form | undefined {
  const marked = text.replace(/\s*(?:,\s*)?(?:\b(and|or)\b|(或|和|以及))\s*/g, (_all, word: string | undefined, sign: string | undefined) => (word === "or" || sign === "或" ? "\u0001" : "\u0002"));
  let either = false;
  let commas = false;
  const joined = joinThousands(marked);
  const texts = splitOutside(joined, (character) => {
    if (character === "\u0001") either = true;
    if (character === ",") commas = true;
    return character === "," || character === ";" || character === "\u0001" || character === "\u0002";
  }).map((part) => part.replace(/[\u0001\u0002]/g, " ").trim());
  if (texts.length < 2 || texts.length > MAX_ITEMS || texts.some((part) => part === "")) return undefined;
  const items = texts.map(read);
  const targets = items.map((item) => (item.kind === "equation" ? item.target : undefined));
  if (items.every((item) => item.kind === "intervals" && item.relation)) return (either ? join : meet)(items.filter((item) => item.kind === "intervals"));
  if (targets[0] !== undefined) return equations(items, targets) ?? { kind: "set", items, ordered: false };
  const words = items.filter(isText).length;
  if (words > 0 && (words < items.length || texts.some((part) => part.split(/\s+/).length > 4))) return undefined;
  return { kind: "set", items, ordered: words === 0 || commas };
}

/** x = 1, x = 2 (also x = 1 or 2) are the values of x; x = 1, y = 2 assign each variable one. */
function equations(items: readonly Form[], targets: readonly (string | undefined)[]): Form | undefined {
  const base = (name: string): string => name.replace(/\d+$/, "");
  const names = targets.filter((target) => target !== undefined);
  const values = items.map((item) => (item.kind === "equation" ? item.value : item));
  if (values.some((value) => value === undefined)) return undefined;
  const known = values.filter((value) => value !== undefined);
  if (new Set(names).size === 1 || (new Set(names.map(base)).size === 1 && names.length === items.length)) return { kind: "set", items: known.flatMap((value) => (value.kind === "set" ? value.items : [value])), ordered: true };
  if (names.length !== items.length || new Set(names).size !== names.length) return undefined;
  return { kind: "assignments", values: new Map(names.map((name, index): [string, Form] => [name, known[index]!]).sort(([a], [b]) => (a < b ? -1 : 1))) };
}
