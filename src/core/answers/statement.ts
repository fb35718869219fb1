import { withoutEmphasis } from "./text/emphasis";
import { braces } from "./text/latex";

/** A dot after these is no sentence's end while the sentence goes on. */
const abbreviations = new Set("approx ca vs fig eq e.g i.e sq cu ft in mi yd lb oz hr min sec no dr mr mrs ms st u.s a.m p.m etc".split(" "));
const reason = /\s*(?:[,;(]\s*)?\b(?:because|since|given that|due to|as (?:it|the|this|they|we|shown))\b|,\s*(?:which|where|so|not|and (?:the|it|this|not)|but|as)\b|\s+-\s+(?:because|since|not)\b|[,，]?\s*(?:因为|由于|所以|而不是)/i;

/** What is stated after "the answer is": up to the end of the sentence, without the reason; `undefined` when it is denied, asked or missing. */
export function sentence(rest: string): string | undefined {
  let text = withoutEmphasis(rest).replace(/^[\s:：*_]*(?:as follows|the following)?[\s:：*_]*/i, "").replace(/^(?:that|given by|equal to)\s+/i, "");
  const denied = /^(?:not|n't|neither|never|no longer|isn't)\b/i.exec(text);
  if (denied !== null) {
    const instead = /^not\b[^.\n]{0,80}?[,;]?\s+but\s+(?:rather\s+)?/i.exec(text);
    if (instead === null) return undefined;
    text = text.slice(instead[0].length);
  }
  const tag = text.indexOf("</answer>");
  if (tag >= 0) text = text.slice(0, tag);
  const display = /^(?:\$\$|\\\[)\s*([\s\S]{1,1500}?)\s*(?:\$\$|\\\])/.exec(text);
  if (display !== null) return tidy(display[1]!);
  const quoted = /^(["'`“「])([^"'`”」\n]{1,300})["'`”」]/.exec(text);
  if (quoted !== null && rest.length > 0) return tidy(quoted[2]!);
  const end = sentenceEnd(text);
  const stated = text.slice(0, end);
  if (/^[?？]/.test(text.slice(end))) return undefined;
  const why = reason.exec(stated);
  return tidy(why === null || why.index === 0 ? stated : stated.slice(0, why.index));
}

/** Where the sentence ends: a line's end outside LaTeX, or a full stop that is no decimal point and no abbreviation. */
function sentenceEnd(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (character === "{") {
      const group = braces(text, index);
      if (group.closed && group.text.length < 1500) index = group.end - 1;
    } else if (character === "\n" || "。！？!?".includes(character)) {
      if (character === "!" && /(?:\d|\)|(?<!\p{L})\p{L})$/u.test(text.slice(Math.max(0, index - 2), index)) && !/^!\s+[A-Z]/.test(text.slice(index, index + 4))) continue;
      return index;
    } else if (character === "." && endsAt(text, index)) return index;
  }
  return text.length;
}

function endsAt(text: string, index: number): boolean {
  const next = text[index + 1];
  if (next === undefined) return true;
  if (next === ".") return text[index + 2] !== "." && /^\.\.\s*[A-Z]/.test(text.slice(index)) ? true : false;
  if (/["'*_)\]$”’\\]/.test(next)) return /^[."'*_)\]$”’\\]+(?:\s|$)/.test(text.slice(index, index + 12));
  if (!/\s/.test(next)) return /[\u4e00-\u9fff]/.test(next);
  const word = /[\p{L}.]+$/u.exec(text.slice(Math.max(0, index - 12), index))?.[0].toLowerCase() ?? "";
  const following = text.slice(index + 1).trimStart()[0] ?? "";
  if (!abbreviations.has(word)) return true;
  return /[A-Z\u4e00-\u9fff]/.test(following) && !["dr", "mr", "mrs", "ms", "st", "no", "fig", "eq", "vs"].includes(word) ? true : following === "";
}

/** Without emphasis, quotes, math delimiters and punctuation around it. */
function tidy(stated: string): string | undefined {
  let text = withoutEmphasis(stated.trim()).replace(/(?<!`)`([^`\n]{1,300})`(?!`)/g, "$1");
  for (let round = 0; round < 4; round += 1) {
    const before = text;
    text = text.replace(/^(?:\*\*|__|["'`“]|\*(?=\S))+|(?:\*\*|__|["`”]|(?<=\S)\*)+$/g, "").replace(/[.,;:。，；]+$/, "").trim();
    const math = /^(?:\$\$?([^$]*)\$\$?|\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\])$/.exec(text);
    if (math !== null) text = (math[1] ?? math[2] ?? math[3] ?? "").trim();
    if (text === before) break;
  }
  return text === "" || /^[()[\]{}|\\$\s]*$/.test(text) ? undefined : text;
}
