import type { Form } from "../form";
import { comparableText, isCourse } from "../text/wording";
import { digitsForChinese } from "../text/chinese-numbers";
import { digitsForWords } from "../text/number-words";
import { splitOutside, wrapped } from "../text/split";
import { readBracketed, readList } from "./collections";
import { clockMinutes, readDate, readTime } from "./dates";
import { readOption, readYesNo } from "./option";
import { joinThousands, readQuantity } from "./quantity";
import { hasRelation, readRelation } from "./relation";

const MAX_DEPTH = 6;
/** Longer answers are prose: they are compared as texts. */
const MAX_MATH = 1200;
const nothing = /^(?:∅|(?:the )?(?:empty set|null set)|no (?:real |integer |such )?(?:solutions?|roots?|values?|numbers?)(?: exists?)?|none exists?|无解|无实数解|空集|does not exist|dne|不存在)$/i;
const everything = /^(?:(?:x ∈ ?)?Reals|all real numbers|all reals|任意实数|全体实数)$/i;

/** Reads an answer in plain characters and plain math into what it says. */
export function readForm(source: string): Form {
  const text = trimmed(source);
  if (text === "") return { kind: "empty" };
  const option = readOption(text);
  if (option !== undefined) return { kind: "option", letter: option.letter, ...(option.rest === undefined ? {} : { rest: readForm(option.rest) }) };
  const yes = readYesNo(text);
  if (yes !== undefined) return { kind: "yesNo", yes };
  if (text.length < 200 && isCourse(text)) return { kind: "text", text: comparableText(text) };
  return readDate(text) ?? readTime(text) ?? readMath(digitsForWords(digitsForChinese(text)), 0) ?? prose(text);
}

/** Without outer spaces, quotes, emphasis and the full stop at the end. */
export function trimmed(text: string): string {
  let plain = text.trim();
  for (let round = 0; round < 4; round += 1) {
    const before = plain;
    plain = plain.replace(/^(["'])([^"']*)\1$/, "$2");
    plain = plain.replace(/^(?:[*_`"]+|\s|:)+|(?:[*_`]|(?<!\d)"|\s)+$/g, (run) => (/^_+$/.test(run) && /\w/.test(plain[run.length] ?? "") ? run : ""));
    plain = plain.replace(/(?:(?<!\.\.)\.|[,;?]|(?<=\p{L}\p{L})!)+$/u, "").trim();
    if (plain === before) break;
  }
  return plain;
}

function prose(text: string): Form {
  const tail = text.length > 300 || /\b(?:not|n't|never)\b/i.test(text) ? null : /\s(?:is|are|was|were|equals?|be|=)\s+(?:equal to\s+)?([^=]{1,60})$/i.exec(text);
  const form = tail === null ? undefined : readMath(digitsForWords(trimmed(tail[1]!)), 1);
  const wanted = form !== undefined && (form.kind === "quantity" || form.kind === "ratio" || form.kind === "tuple") && /\d|π|√/.test(tail![1]!);
  return { kind: "text", text: comparableText(text), ...(wanted ? { tail: form } : {}) };
}

/** Whatever is no text: numbers, expressions, relations, lists; `undefined` when nothing fits. */
function readMath(source: string, depth: number): Form | undefined {
  if (source.length > MAX_MATH || depth > MAX_DEPTH) return undefined;
  let text = source.trim();
  if (nothing.test(text)) return { kind: "set", items: [], ordered: false };
  const infinite = /^([-+]?) ?(?:∞|infinity|positive infinity|inf)$/i.exec(text);
  if (infinite !== null) return { kind: "text", text: infinite[1] === "-" ? "-infinity" : "infinity" };
  if (everything.test(text)) return { kind: "intervals", pieces: [{ lowClosed: false, highClosed: false }], relation: false };
  const item = (part: string): Form => readMath(part, depth + 1) ?? readDate(part) ?? readItem(part);
  text = text.replace(/^(\p{L})\s*∈\s*(?=[([{R])/u, "");
  if (/[±∓]/.test(text)) return readSigns(text, item);
  return (
    readBracketed(text, item) ??
    readLayout(text, item) ??
    readRange(text, item) ??
    readRatio(text, item) ??
    readQuantity(joinThousands(text)) ??
    relation(text, item) ??
    readList(text, item) ??
    (wrapped(text) && text[0] !== "{" ? readMath(text.slice(1, -1), depth + 1) : undefined)
  );
}

const relation = (text: string, item: (part: string) => Form): Form | undefined => (hasRelation(text) && splitOutside(text, (character) => character === "," || character === ";").length === 1 && !/\b(?:or|and)\b|或|和/.test(text) ? readRelation(text, item) : undefined);

/** An item of a list that is no number: an option letter stays one letter, the rest is text. */
function readItem(part: string): Form {
  const text = trimmed(part);
  return text === "" ? { kind: "empty" } : { kind: "text", text: comparableText(text) };
}

/** 1 ± √2 is both values. */
function readSigns(text: string, item: (part: string) => Form): Form | undefined {
  const both = [text.replace(/±/g, "+").replace(/∓/g, "-"), text.replace(/±/g, "-").replace(/∓/g, "+")].map(item);
  if (both.some((form) => form.kind === "text" || form.kind === "empty")) return undefined;
  const values = both.map((form) => (form.kind === "equation" && form.value !== undefined ? form.value : form));
  return { kind: "set", items: values, ordered: false };
}

/** 3 × 4, 3x4, 3 by 4: rows and columns, or a product where it is written with ×. */
function readLayout(text: string, item: (part: string) => Form): Form | undefined {
  if (text.length > 80 || /\d\s*[x×]\s*10\s*\^/.test(text)) return undefined;
  const parts = text.split(/\s*×\s*|(?<=[\d\p{L}])\s+by\s+(?=\d)|(?<=\d)-by-(?=\d)|(?<=\d)\s*[xX]\s*(?=\d)/u);
  if (parts.length < 2 || parts.length > 4 || !parts.every((part) => /^\d[\d.]*\s*\p{L}*$/u.test(part))) return undefined;
  const items = parts.map(item);
  if (!items.every((form) => form.kind === "quantity")) return undefined;
  const product = text.includes("×") ? readQuantity(text) : undefined;
  return { kind: "layout", items, ...(product === undefined ? {} : { product }) };
}

/** 10 to 20, between 10 and 20, 2010-2015: from one number to a larger one. */
function readRange(text: string, item: (part: string) => Form): Form | undefined {
  const match = /^(?:from\s+)?([-+$]?[\d.,]+\s*%?)\s+to\s+([-+$]?[\d.,]+\s*[^\d]{0,20})$/i.exec(text) ?? /^between\s+([-+$]?[\d.,]+\s*%?)\s+and\s+([-+$]?[\d.,]+\s*[^\d]{0,20})$/i.exec(text) ?? /^(\d[\d.]*\s*%?)-(\d[\d.]*\s*%?)$/.exec(text);
  if (match === null) return undefined;
  const [low, high] = [item(match[1]!), item(match[2]!)];
  if (low.kind !== "quantity" || high.kind !== "quantity") return undefined;
  // 2010-2015 is a range, 10-5 a difference.
  if (/^[^a-z]*-[^a-z]*$/i.test(text) && !(Number.parseFloat(match[1]!) < Number.parseFloat(match[2]!))) return undefined;
  return { kind: "range", items: [low, high] };
}

function readRatio(text: string, item: (part: string) => Form): Form | undefined {
  if (!text.includes(":") || text.length > 200) return undefined;
  const parts = splitOutside(text.replace(/^(?:the\s+)?ratio\s+(?:is\s+|of\s+)?/i, ""), (character) => character === ":");
  if (parts.length < 2 || parts.length > 8 || parts.some((part) => part.trim() === "")) return undefined;
  const items = parts.map(item);
  const clock = clockMinutes(text);
  return items.every((form) => form.kind === "quantity") ? { kind: "ratio", items, ...(clock === undefined ? {} : { clock }) } : undefined;
}
