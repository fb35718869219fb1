/** Reads a Python list of strings written as text, e.g. `['$6', "it's"]`; null where it is something else. */
export function readPythonList(text: string): string[] | null {
  const source = text.trim();
  if (!source.startsWith("[") || !source.endsWith("]")) return null;
  const items: string[] = [];
  let at = 1;
  const end = source.length - 1;
  const skip = (): void => {
    while (at < end && /\s/.test(source[at]!)) at += 1;
  };
  for (skip(); at < end; skip()) {
    const item = quoted(source, at) ?? bare(source, at);
    if (item === null) return null;
    items.push(item.text);
    at = item.end;
    skip();
    if (at < end && source[at] !== ",") return null;
    at += 1;
  }
  return items;
}

interface Item {
  readonly text: string;
  readonly end: number;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function quoted(source: string, start: number): Item | null {
  const mark = source[start];
  if (mark !== "'" && mark !== '"') return null;
  let text = "";
  for (let at = start + 1; at < source.length - 1; at += 1) {
    const character = source[at]!;
    if (character === mark) return { text, end: at + 1 };
    if (character !== "\\") {
      text += character;
      continue;
    }
    at += 1;
    const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(source.slice(at, at + 5));
    const next = source[at] ?? "";
    if (code !== null) {
      text += String.fromCharCode(parseInt(code[1] ?? code[2]!, 16));
      at += code[0].length - 1;
    } else if (escapes[next] !== undefined) text += escapes[next];
    // Python keeps the backslash of an escape that it does not know, as in "\pi".
    else text += `\\'"`.includes(next) ? next : `\\${next}`;
  }
  return null;
}

function bare(source: string, start: number): Item | null {
  const word = /^[^,'"[\]]+/.exec(source.slice(start, -1));
  return word === null ? null : { text: word[0].trim(), end: start + word[0].length };
}
