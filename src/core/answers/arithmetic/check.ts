import { mentions, type Expression } from "../math/expression";
import { parseExpression } from "../math/parse";
import { Sampled } from "../math/same";
import { double, sameValue, type Value } from "../math/value";
import { clausesOf } from "./clauses";

export interface ArithmeticCheck {
  /** How many equalities could be computed. */
  readonly checked: number;
  /** Those that are false, in plain math. */
  readonly wrong: readonly string[];
}

const arithmetic = String.raw`[\d.+\-*/^()√π%\s]`;
/** Words and signs after which a number is not what it says by itself. */
const changing = /(?:\b(?:of|by|root|half|twice|double|triple|third|quarter|minus|plus|times|negative|squared?|cubed?|to|over|per|from|sin|cos|tan|ln|log|than)|\d\s+and|(?:^|[^\p{L}])\p{L}|[\p{N}^|±_)'"\]}])\s*$/iu;
/** Words after which a result is another number. */
const scaling = /^\s*(?:hundred|thousand|million|billion|trillion|dozen|times|and|or|plus|minus|over|per|half|halves|thirds?|quarters?|more|less|sqrt|pi)\b/i;

const brackets = (text: string): number => text.split("(").length - text.split(")").length;

/** The arithmetic that touches the equals sign on its left, unless what stands before it belongs to it. */
function leftSide(piece: string): string | undefined {
  const text = new RegExp(String.raw`${arithmetic}*$`).exec(piece)![0];
  const before = piece.slice(0, piece.length - text.length);
  if (before.trim() !== "" && (/^(?!\s)|^\s*[+*/^-]/.test(text) || changing.test(before))) return undefined;
  return (brackets(text) > 0 ? text.replace(/^\s*\(/, "") : text).trim();
}

/** The arithmetic right after the equals sign, unless what follows belongs to it. */
function rightSide(piece: string): string | undefined {
  const found = new RegExp(`^${arithmetic}*`).exec(piece)![0];
  const text = brackets(found) > 0 ? found.replace(/\(\s*$/, "") : brackets(found) < 0 ? found.replace(/\)\s*$/, "") : found;
  const rest = piece.slice(found.length);
  const harmless = rest.trim() === "" || (/^["')\]}]/.test(rest) && !/\p{L}|\d/u.test(rest)) || (/\s$|\($/.test(found) && /^\p{L}{2,}/u.test(rest) && !scaling.test(rest));
  return harmless && !/[+\-*/^]\s*$/.test(text) ? text.trim() : undefined;
}

const middle = (piece: string): string | undefined => (new RegExp(`^${arithmetic}*$`).test(piece) ? piece.trim() : undefined);

const operates = (text: string): boolean => /[\d)%π]\s*[+\-*/^(√]|√|\d\s*π/.test(text);

/** A side's value with its expression; % is a hundredth, or nothing where `percent` is false. */
function valueOf(text: string, percent: boolean): { readonly value: Value; readonly expression: Expression } | undefined {
  const expression = parseExpression(text.replace(/(\d(?:[\d.]*\d)?|\))\s*%/g, percent ? "($1/100)" : "$1"));
  const value = expression === undefined ? undefined : new Sampled(expression).constant;
  return expression === undefined || value === undefined ? undefined : { value, expression };
}

const decimalsOf = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

/** Relative error that the operands' cut-off digits may bring into a product: 3.14 may stand for 3.1415. */
function looseness(text: string): number {
  if (!/[*/^√π(]/.test(text)) return 0;
  return [...text.matchAll(/\d+\.\d{2,}/g)].reduce((sum, [operand]) => sum + (0.5 * 10 ** -decimalsOf(operand)) / Math.max(Number(operand), 1e-12), 0);
}

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?%?$/.test(text);

/** Whether a number is what remains of a value after rounding or cutting off digits. */
function rounds(value: Value, result: Value, digits: number, loose: number): boolean {
  const [exact, written] = [double(value), double(result)];
  if (exact === undefined || written === undefined) return true;
  const scaled = exact.x * 10 ** digits;
  const cut = Math.abs(scaled - Math.round(scaled)) > 1e-9 * Math.max(1, Math.abs(scaled));
  const unit = cut ? 10 ** -digits : 0;
  return Math.abs(exact.x - written.x) < unit + Math.abs(exact.x) * loose + 1e-12 * Math.abs(exact.x);
}

function agree(left: string, right: string, percent: boolean): boolean | undefined {
  const [a, b] = [valueOf(left, percent), valueOf(right, percent)];
  if (a === undefined || b === undefined) return undefined;
  const whole = [a, b].every(({ expression }) => !mentions(expression, (part) => part.type === "call" || part.type === "symbol"));
  if (sameValue(a.value, b.value, whole) !== false) return true;
  const loose = looseness(left) + looseness(right);
  const digits = (text: string): number => decimalsOf(text) + (percent && text.endsWith("%") ? 2 : 0);
  if (isNumber(right) && rounds(a.value, b.value, digits(right), loose)) return true;
  if (isNumber(left) && rounds(b.value, a.value, digits(left), loose)) return true;
  return loose > 0 && !isNumber(left) && !isNumber(right) ? undefined : false;
}

/** True, false, or undefined where it cannot be told; every harmless reading counts as true. */
function holds(left: string, right: string): boolean | undefined {
  if (!operates(left) && !operates(right)) return undefined;
  const readings = [agree(left, right, true)];
  if (/%/.test(left + right)) {
    // 15 / 60 * 100 = 25% and 200 + 10% = 220 are said, though not by the letter.
    const sums = /[\d)%]\s*[+-]/.test(left + right) && /\d(?:\.\d+)?(?![\d.]*\s*%)(?=\s|$|[-+*/)])/.test(`${left} ${right}`);
    readings.push(sums ? undefined : agree(left, right, false));
    if (sums && readings[0] === false) return undefined;
  }
  // A range (1990-2000 = 10) and a dash before a line's first number.
  const range = /^(\d+)-(\d+)$/.exec(left);
  if (range !== null) readings.push(agree(`${range[2]!}-${range[1]!}`, right, true));
  if (/^-\s/.test(left)) readings.push(agree(left.replace(/^-\s+/, ""), right, true));
  if (readings.includes(true)) return true;
  return readings[0] === undefined ? undefined : false;
}

/**
 * Computes the equalities that a text states about plain numbers ("42 - 17 = 25", "\frac{1}{2} \times 6 = 3",
 * "1,200 + 300 = 1,500", "15 / 60 = 25 %", chains "2 + 3 + 4 = 9 = 9"). What is not understood for certain, holds
 * a variable, is supposed or denied, or is right up to rounding, is never wrong. Never throws.
 */
export function checkArithmetic(text: string): ArithmeticCheck {
  let checked = 0;
  const wrong: string[] = [];
  for (const clause of clausesOf(text).slice(0, 200)) {
    const pieces = clause.split("=");
    const sides = pieces.map((piece, index) => (index === 0 ? leftSide(piece) : index === pieces.length - 1 ? rightSide(piece) : middle(piece)));
    for (let index = 1; index < sides.length; index += 1) {
      const [left, right] = [sides[index - 1], sides[index]];
      if (left === undefined || right === undefined || left === "" || right === "") continue;
      const verdict = holds(left, right);
      if (verdict === undefined) continue;
      checked += 1;
      if (!verdict) wrong.push(`${left} = ${right}`);
    }
  }
  return { checked, wrong };
}
