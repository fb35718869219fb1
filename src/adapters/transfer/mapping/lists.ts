import { isObject } from "../read/item";
import { plainText } from "./field";

/** Reads a list of texts and numbers as Python or JSON writes it; undefined for anything else. */
export function parseList(text: string): string[] | undefined {
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
      const bare = /^[^,[\]'"{}]+/.exec(body.slice(at))?.[0];
      if (bare === undefined) return undefined;
      items.push(bare.trim());
      at += bare.length;
    }
    skip();
    // Arrays of NumPy print without commas.
    if (body[at] === ",") at += 1;
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

/** A field's value as a list of texts: a list, a list as text, an object by letter, lines. Empty for what is not there. */
export function textList(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? plainText(item["text"] ?? item["value"] ?? item["content"]) : plainText(item)));
  if (isObject(value)) return Array.isArray(value["text"]) ? textList(value["text"]) : Object.values(value).map(plainText);
  const text = plainText(value);
  if (text === "") return [];
  return parseList(text)?.map((item) => item.trim()) ?? (text.includes("\n") ? text.split("\n").map((line) => line.trim()).filter((line) => line !== "") : [text]);
}

/** Choices without the letters that some data sets write before them, and without empty ones at the end. */
export function bareChoices(choices: readonly string[]): string[] {
  const lettered = choices.map((choice) => /^\(?([A-Z])[).:]\s+(\S[^]*)$/.exec(choice));
  const all = choices.length > 1 && lettered.every((match, index) => match?.[1] === String.fromCharCode(65 + index));
  const bare = all ? lettered.map((match) => match![2]!) : [...choices];
  while (bare.length > 0 && bare.at(-1) === "") bare.pop();
  return bare;
}
