/** A formula that begins at the place that was asked about. */
export interface MathSpan {
  readonly tex: string;
  readonly display: boolean;
  /** Characters in all, delimiters included. */
  readonly length: number;
}

const closers = { "$$": "$$", "\\(": "\\)", "\\[": "\\]" } as const;

/** A formula longer than this is not looked for, so that a wall of delimiters costs no quadratic time. Characters. */
const spanLimit = 2_000;

/** Index of `closer` outside of `\`-escapes at or after `from`, or -1; a blank line ends the search. */
function findCloser(text: string, from: number, closer: string): number {
  const end = Math.min(text.length, from + spanLimit);
  for (let index = from; index < end; index += 1) {
    if (text.startsWith(closer, index)) return index;
    if (text[index] === "\\") index += 1;
    else if (text[index] === "\n" && /^\n[ \t]*\n/.test(text.slice(index, index + 200))) return -1;
  }
  return -1;
}

/** A single dollar followed by an amount and ordinary words is money, whatever comes later. */
const readsAsMoney = (tex: string): boolean => !tex.includes("\\") && /^\d[\d.,]*[^\S\n]+\p{L}{2,}/u.test(tex);

function singleDollar(text: string, at: number): MathSpan | undefined {
  const first = text[at + 1];
  if (first === undefined || /\s/.test(first) || first === "$") return undefined;
  const close = findCloser(text, at + 1, "$");
  if (close < 0) return undefined;
  const tex = text.slice(at + 1, close);
  // Pandoc's rule: no space before the closing dollar and no digit after it, so "$3 and $5" stays money.
  if (/\s$/.test(tex) || /^\d/.test(text.slice(close + 1)) || readsAsMoney(tex)) return undefined;
  return { tex, display: false, length: close + 1 - at };
}

/** The formula in `$ $`, `$$ $$`, `\( \)` or `\[ \]` that begins exactly at `at`, if there is one. */
export function mathAt(text: string, at: number): MathSpan | undefined {
  const opener = text.slice(at, at + 2);
  if (opener === "$$" || opener === "\\(" || opener === "\\[") {
    const close = findCloser(text, at + 2, closers[opener]);
    const tex = close < 0 ? "" : text.slice(at + 2, close).trim();
    if (tex === "") return undefined;
    return { tex, display: opener !== "\\(", length: close + 2 - at };
  }
  return text[at] === "$" ? singleDollar(text, at) : undefined;
}

/** Where the next opening delimiter stands, formula or not; undefined when there is none. */
export function nextMathOpener(text: string): number | undefined {
  const found = text.search(/\$|\\[([]/);
  return found < 0 ? undefined : found;
}
