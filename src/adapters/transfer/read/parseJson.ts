import { slices } from "../../system";

/** Lists within lists are taken apart so far; records lie nearer. */
const deepest = 6;

const [quote, backslash, comma, colon] = ['"', "\\", ",", ":"].map((character) => character.charCodeAt(0)) as [number, number, number, number];

/**
 * `JSON.parse` for large documents, without holding up whoever else needs the thread: lists and objects that are long
 * are taken apart and their members parsed one by one. Throws `SyntaxError`.
 * @param stretch characters that are parsed at once
 */
export async function parseJson(text: string, stretch = 32 * 1024): Promise<unknown> {
  const pause = slices();
  try {
    const { value, end } = await valueAt(blanksFrom(text, 0), 0);
    if (blanksFrom(text, end) === text.length) return value;
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
  }
  // Its own parser tells where the fault lies.
  return JSON.parse(text);

  async function valueAt(begin: number, depth: number): Promise<{ readonly value: unknown; readonly end: number }> {
    const end = shortEnd(text, begin, depth < deepest ? stretch : Infinity);
    if (end === undefined && depth === deepest) throw new SyntaxError("No end");
    if (end !== undefined) return { value: JSON.parse(text.slice(begin, end)), end };
    const isList = text[begin] === "[";
    const list: unknown[] = [];
    const entries: [string, unknown][] = [];
    for (let at = blanksFrom(text, begin + 1); ; at = blanksFrom(text, at + 1)) {
      let name = "";
      if (!isList) {
        const nameEnd = stringEnd(text, at);
        name = String(JSON.parse(text.slice(at, nameEnd)));
        at = blanksFrom(text, nameEnd);
        if (text.charCodeAt(at) !== colon) throw new SyntaxError("No colon");
        at = blanksFrom(text, at + 1);
      }
      const member = await valueAt(at, depth + 1);
      if (isList) list.push(member.value);
      else entries.push([name, member.value]);
      await pause();
      at = blanksFrom(text, member.end);
      if (text.charCodeAt(at) === comma) continue;
      if (text[at] !== (isList ? "]" : "}")) throw new SyntaxError("No end");
      return { value: isList ? list : Object.fromEntries(entries), end: at + 1 };
    }
  }
}

/** Where a value ends; undefined for a list or an object that is longer than a stretch. */
function shortEnd(text: string, begin: number, stretch: number): number | undefined {
  const first = text[begin];
  if (first === '"') return stringEnd(text, begin);
  if (first !== "[" && first !== "{") {
    let end = begin;
    while (end < text.length && !/[\s,\]}]/.test(text[end]!)) end += 1;
    return end;
  }
  let depth = 0;
  for (let at = begin; at < text.length && at - begin < stretch; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = stringEnd(text, at) - 1;
    // Braces and brackets differ in the bit 0x20 alone; whether they match is looked at by the parser.
    else if ((code | 0x20) === 0x7b) depth += 1;
    else if ((code | 0x20) === 0x7d && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}

/** Behind the closing quote. */
function stringEnd(text: string, begin: number): number {
  if (text.charCodeAt(begin) !== quote) throw new SyntaxError("No text");
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  throw new SyntaxError("No end of a text");
}

function blanksFrom(text: string, begin: number): number {
  let at = begin;
  for (let code = text.charCodeAt(at); code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b && code !== 0x0c); code = text.charCodeAt(at)) at += 1;
  return at;
}
