import { isObject, type Fields } from "../read/item";
import { plainText } from "./field";

/** Reads a list of texts and numbers as Python or JSON writes it; undefined for anything else. */
export function parseList(text: string, between = ","): string[] | undefined {
  const body = text.trim();
  if (!body.startsWith("[") || !body.endsWith("]")) return undefined;
  const items: string[] = [];
  let at = 1;
  const skip = (): void => {
    while (/\s/.test(body[at] ?? "")) at += 1;
  };
  for (;;) {
    skip();
    if (at === body.length - 1) return items;
    const quote = body[at]!;
    if (quote === "'" || quote === '"') {
      const read = readQuoted(body, at);
      if (read === undefined) return undefined;
      items.push(read.text);
      at = read.end;
    } else {
      const bare = (between === "," ? /^[^,[\]'"{}]+/ : /^[^,:[\]'"{}]+/).exec(body.slice(at))?.[0];
      if (bare === undefined) return undefined;
      items.push(bare.trim());
      at += bare.length;
    }
    skip();
    // Arrays of NumPy print without commas.
    if (body[at] === "," || body[at] === between) at += 1;
    else if (at !== body.length - 1 && body[at] !== "'" && body[at] !== '"') return undefined;
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };

function readQuoted(body: string, begin: number): { text: string; end: number } | undefined {
  const quote = body[begin]!;
  let text = "";
  for (let at = begin + 1; at < body.length; at += 1) {
    const character = body[at]!;
    if (character === quote) return { text, end: at + 1 };
    if (character !== "\\") {
      text += character;
      continue;
    }
    const next = body[++at] ?? "";
    const code = next === "x" ? /^[0-9a-f]{2}/i.exec(body.slice(at + 1))?.[0] : next === "u" ? /^[0-9a-f]{4}/i.exec(body.slice(at + 1))?.[0] : undefined;
    if (code !== undefined) {
      text += String.fromCharCode(parseInt(code, 16));
      at += code.length;
    } else text += escapes[next] ?? (next === quote || next === "\\" || next === "'" || next === '"' ? next : `\\${next}`);
  }
  return undefined;
}

/** Reads an object with texts and numbers as Python or JSON writes it; undefined for anything else. */
function parseObject(text: string): Fields | undefined {
  const body = text.trim();
  if (!/^\{\s*['"]/.test(body) || !body.endsWith("}")) return undefined;
  // Without the colons between names and values it is a list of both.
  const items = parseList(`[${body.slice(1, -1)}]`, ":");
  if (items === undefined || items.length === 0 || items.length % 2 !== 0) return undefined;
  return Object.fromEntries(Array.from({ length: items.length / 2 }, (_, index) => [items[2 * index]!, items[2 * index + 1]!]));
}

/** Answers that count as right, the best first. Several numbers are no alternatives but one answer. */
export function acceptedAnswers(value: unknown): string[] {
  const isNumber = (item: unknown): boolean => typeof item === "number" || typeof item === "bigint";
  if (Array.isArray(value)) return value.length > 1 && value.every(isNumber) ? [`[${value.map(String).join(", ")}]`] : value.slice(0, 1).map((item) => plainText(item));
  const given = plainText(value);
  return /['"]/.test(given) ? (parseList(given) ?? [given]) : [/^\[\s*([^,\s]*)\s*\]$/.exec(given)?.[1] ?? given];
}

/** A list in one cell of a table: items in lines, or with `|` or else `;` between them. */
function cellItems(text: string): string[] {
  for (const between of ["\n", "|", ";"]) {
    const items = text.split(between).map((item) => item.trim());
    // Lines may be blank; an empty item beside another mark says that it is no list: `|x|`.
    if (items.length > 1 && (between === "\n" || items.every((item) => item !== ""))) return items.filter((item) => item !== "");
  }
  return [text];
}

/** A field's value as a list of texts: a list, a list or an object as text, an object by letter, items of a cell. Empty for what is not there. */
export function textList(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? plainText(item["text"] ?? item["value"] ?? item["content"]) : plainText(item)));
  if (isObject(value)) return Array.isArray(value["text"]) ? textList(value["text"]) : Object.values(value).map((item) => plainText(item));
  const text = plainText(value);
  if (text === "") return [];
  const keyed = parseObject(text);
  if (keyed !== undefined) return textList(keyed);
  return parseList(text)?.map((item) => item.trim()) ?? cellItems(text);
}

const label = /^\(?([A-Z])(?:[).:]\s+|[.:]?\)\s*|[．、：）]\s*)(\S[^]*)$/;

/** The letter that stands before a text, and the text. */
export function labelled(text: string): { readonly letter: string; readonly text: string } | undefined {
  const match = label.exec(text);
  return match === null ? undefined : { letter: match[1]!, text: match[2]! };
}

/** Choices without the letters that some data sets write before them, and without empty ones at the end. */
export function bareChoices(choices: readonly string[]): string[] {
  const lettered = choices.map(labelled);
  const all = choices.length > 1 && lettered.every((one, index) => one?.letter === String.fromCharCode(65 + index));
  const bare = all ? lettered.map((one) => one!.text) : [...choices];
  while (bare.length > 0 && bare.at(-1) === "") bare.pop();
  return bare;
}
