import type { Quantity } from "../form";
import { parseExpression } from "../math/parse";
import { mentions } from "../math/expression";
import type { Expression } from "../math/expression";
import { isMathName } from "../math/tokens";
import { Sampled } from "../math/same";
import { fraction, multiply, order } from "../math/value";
import { comparableText } from "../text/wording";
import type { Unit } from "../units/table";
import { countOf, isAngle, readUnit, sameDimension } from "../units/unit";

const about = /^(?:about|approximately|approx\.?|around|roughly|nearly|almost|circa|≈|~|约等于|约为|大约|约)\s*/i;
const currency = /^([-+]?)\s*(US\$|\$|€|£|¥|₹|₩)\s*([-+]?\s*[\d.(√].*)$/s;
/** Words after a number that are no counted thing, and would change what the number says. */
const noNouns = new Set("and or not than more less least most about between from to out of over under above below times the is are was were per plus minus by in at on for with without then each every ago percent half off only degrees hundred thousand million billion dozen other others".split(" "));

const product = (amount: Expression, by: bigint): Expression => ({ type: "operation", operator: "*", left: amount, right: { type: "number", value: { n: by, d: 1n }, text: String(by) } });
const isFraction = (text: string): boolean => /[\d)π√]\s*\/\s*[\d(π√]/.test(text);

function quantity(text: string, amount: Expression, more: { unit?: Unit; unitText?: string; percent?: boolean } = {}): Quantity {
  return { kind: "quantity", amount: new Sampled(amount), percent: more.percent ?? false, fraction: isFraction(text), ...(more.unit === undefined ? {} : { unit: more.unit }), ...(more.unitText === undefined ? {} : { unitText: more.unitText }) };
}

const isConstant = (expression: Expression): boolean => !mentions(expression, (part) => part.type === "symbol" && part.name !== "π" && part.name !== "e");

/** Drops the commas or thin gaps between thousands: 1,200 and 1 200 are 1200. */
export const joinThousands = (text: string): string => text.replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?!\d|,\d)/g, (digits) => digits.replaceAll(",", "")).replace(/(?<![\d.,/^] ?)\b\d{1,3}(?: \d{3})+(?![\d,/]| \d)/g, (digits) => digits.replaceAll(" ", ""));

/**
 * Reads a number or expression with an optional unit, percent or currency sign ("12 cm", "$1.2M",
 * "8√3 square inches", "5 ft 3 in", "12 apples", "2(x+1)"). `undefined` when it is none.
 */
export function readQuantity(source: string): Quantity | undefined {
  if (source.length > 1500) return undefined;
  const text = source.trim().replace(about, "").replace(/^in (?:the year )?(?=\d{4}$)/i, "");
  if (text === "") return undefined;
  const money = currency.exec(text);
  if (money !== null) {
    const rate = /^([\d.*]+)\s*(?:\/|per\b)\s*([a-z]+)$/i.exec(money[3]!);
    const amount = readAmount(rate?.[1] ?? money[3]!);
    const unit = readUnit(rate === null ? money[2]! : `${money[2]!}/${rate[2]!}`);
    if (amount === undefined || unit === undefined) return undefined;
    return quantity(text, money[1] === "-" ? { type: "operation", operator: "-", left: { type: "number", value: { n: 0n, d: 1n }, text: "0" }, right: amount } : amount, { unit, unitText: money[2]! });
  }
  const percent = /^(.*?)\s*(?:%|percent|per cent|pct|percentage points?)\.?$/is.exec(text);
  if (percent !== null) {
    const amount = parseExpression(percent[1]!);
    return amount === undefined ? undefined : quantity(text, { type: "operation", operator: "/", left: amount, right: { type: "number", value: { n: 100n, d: 1n }, text: "100" } }, { percent: true });
  }
  return compound(text) ?? withUnit(text) ?? counted(text) ?? plain(text);
}

/** A number after a currency sign, where M, B and k are millions, billions and thousands. */
function readAmount(text: string): Expression | undefined {
  const scaled = /^(.*\d)\s*(k|K|M|mn|B|bn)$/s.exec(text.trim());
  const amount = parseExpression(scaled?.[1] ?? text);
  if (amount === undefined || !isConstant(amount)) return undefined;
  return scaled === null ? amount : product(amount, { k: 1000n, K: 1000n, M: 1_000_000n, mn: 1_000_000n, B: 1_000_000_000n, bn: 1_000_000_000n }[scaled[2]!] ?? 1n);
}

function plain(text: string): Quantity | undefined {
  const thousands = /^([-+]?\d+(?:\.\d+)?)k$/.exec(text);
  const expression = parseExpression(thousands?.[1] ?? text);
  if (expression === undefined) return undefined;
  const scaled = thousands === null ? expression : product(expression, 1000n);
  if (!isMath(text, expression)) return undefined;
  return expression.type === "symbol" ? { ...quantity(text, scaled), name: comparableText(text) } : quantity(text, scaled);
}

/** Letters alone are a word, except one letter, a Greek letter with others, and products of x, y, z. */
const isMath = (text: string, expression: Expression): boolean => !/\p{L}-\p{L}{2}|\p{L}{2}-\p{L}|^n\/a$|^\d+(?:st|nd|rd|th)$/iu.test(text) && !formula.test(text) && looksLikeMath(text, expression);

/** A chemical formula (H_2O, CO2, Na^+) is a name. */
const formula = /^(?=.*[\d+-])(?:[A-Z][a-z]?(?:_?\(?\d{1,2}\)?)?){2,12}(?:\^\(?\d?[+-]\)?)?$|^[A-Z][a-z]?(?:_?\(?\d{1,2}\)?)?\^\(?\d?[+-]\)?$/;

const looksLikeMath = (text: string, expression: Expression): boolean => expression.type === "symbol" ? expression.name.length <= 2 || /[\d_']/.test(text) : /[^\p{L}\s']/u.test(text) || mentions(expression, (part) => part.type === "call") || /^[xyz]+$/.test(text) || /π/.test(text);

/** The longest unit at the end whose front is a number. */
function withUnit(text: string): Quantity | undefined {
  const starts = [...text.slice(0, 400).matchAll(/(?<![\p{L}°])(?:[\p{L}°¢¥€$Ω]|\((?=[\p{L}]))/gu)].map((match) => match.index).filter((index) => index > 0);
  for (const start of starts.slice(0, 12)) {
    const front = text.slice(0, start).trimEnd();
    const end = text.slice(start).replace(/^\(([^()]*)\)$/, "$1").trim();
    const unit = readUnit(end);
    if (unit === undefined || (isAngle(unit) && /(?:sin|cos|tan|cot|sec|csc)[^()]*$/.test(front))) continue;
    const amount = parseExpression(front.replace(/(?<=[\d)])-$/, ""));
    if (amount === undefined) continue;
    if (!isConstant(amount) && (end.length < 2 || end === "in" || !/\s$/.test(text.slice(0, start)))) continue;
    return quantity(front, amount, { unit, unitText: end });
  }
  return undefined;
}

const piece = /(\d+(?:\.\d+)?)\s*(°|'|"|[\p{L}]+\.?)(?:\s*,)?(?:\s+and)?\s*/uy;

/** Several amounts of one kind in a row: 5 ft 3 in, 1 hour 30 minutes, 30°15'. */
function compound(text: string): Quantity | undefined {
  if (!/\d.*\d\s*(?:\p{L}|'|")/su.test(text) || text.length > 80) return undefined;
  piece.lastIndex = 0;
  let total = fraction(0n);
  let first: Unit | undefined;
  let previous: Unit | undefined;
  let count = 0;
  let degrees = false;
  while (piece.lastIndex < text.length) {
    const match = piece.exec(text);
    if (match === null) return undefined;
    const sign = match[2]!;
    degrees ||= sign === "°";
    const unit = readUnit(sign === "'" ? (degrees ? "arcmin" : "ft") : sign === '"' ? (degrees ? "arcsec" : "in") : sign);
    const number = parseExpression(match[1]!);
    if (unit === undefined || unit.offset !== undefined || number?.type !== "number" || total === undefined) return undefined;
    if (first !== undefined && !sameDimension(first, unit)) return undefined;
    // From large to small; 3 cm, 4 cm is a list.
    if (previous !== undefined && order(unit.factor, previous.factor) !== -1) return undefined;
    previous = unit;
    first ??= unit;
    const part = multiply(number.value, unit.factor);
    total = part === undefined ? undefined : new Sampled({ type: "operation", operator: "+", left: { type: "number", value: total, text: "" }, right: { type: "number", value: part, text: "" } }).constant;
    count += 1;
  }
  if (count < 2 || first === undefined || total === undefined) return undefined;
  const base: Unit = { factor: { n: 1n, d: 1n }, dimension: first.dimension };
  return quantity(text, { type: "number", value: total, text }, { unit: base, unitText: isAngle(base) ? "°" : "compound" });
}

/** A number of things: 12 apples. */
function counted(text: string): Quantity | undefined {
  const match = /^([-+]?\d[\d.]*(?:\s*[*/]\s*\d+)*)\s+([a-z]{3,}(?:[ -][a-z]{3,}){0,2}|\p{Script=Han}{1,8})$/iu.exec(text);
  if (match === null || match[2]!.split(/[ -]/).some((word) => noNouns.has(word.toLowerCase()) || isMathName(word))) return undefined;
  const amount = parseExpression(match[1]!);
  return amount === undefined ? undefined : quantity(match[1]!, amount, { unit: countOf(match[2]!), unitText: match[2]! });
}
