import type { Form } from "../form";
import { parseExpression } from "../math/parse";
import type { Expression } from "../math/expression";
import type { Piece } from "../math/intervals";
import { intersection, union } from "../math/intervals";
import { Sampled } from "../math/same";
import { add, divide, multiply, negate, sameValue, signOf } from "../math/value";
import type { Value } from "../math/value";
import { splitOutside } from "../text/split";

type Sign = "=" | "<" | ">" | "≤" | "≥" | "≠";
const signs = "=<>≤≥≠";

const subtract = (left: Expression, right: Expression): Expression => ({ type: "operation", operator: "-", left, right });

/** Cuts "0 < x < 12" at its relation signs. */
function cut(text: string): { sides: string[]; signs: Sign[] } {
  const found: Sign[] = [];
  const sides = splitOutside(text, (character) => {
    if (!signs.includes(character)) return false;
    found.push(character as Sign);
    return true;
  });
  return { sides: sides.map((side) => side.trim()), signs: found };
}

export const hasRelation = (text: string): boolean => /[=<>≤≥≠≈]/.test(text);

/** A side that only names what the other side is: x, x_1, f(x), Area, ∠ABC, m∠ABC, AB, P(X = 2). */
function nameOf(side: string): string | undefined {
  const text = side.replace(/\s+/g, " ").trim();
  if (/^\p{L}(?:_\(?[\p{L}\d]+\)?|\d+)?'*$/u.test(text) && !/^[πe]$/.test(text)) return text.replace(/[_()]/g, "");
  if (/^[fghFGHP]'*\([\p{L}\d\s,=∩∪|]{1,20}\)$/u.test(text)) return text.replaceAll(" ", "");
  if (/^(?:m ?)?[∠△]? ?\p{L}[\p{L}\d' ]{0,60}(?:\([\p{L}\d ]{1,20}\))?$/u.test(text)) return text.toLowerCase();
  return undefined;
}

/**
 * Reads an equation or inequality. A chain of equations (x = 6/2 = 3) says its last value. An
 * inequality in one variable that is linear becomes the intervals that solve it.
 */
export function readRelation(source: string, readValue: (text: string) => Form | undefined): Form | undefined {
  if (source.length > 1500) return undefined;
  const { sides, signs: found } = cut(source.replace(/≈/g, "="));
  if (found.length === 0 || found.length > 12 || sides.some((side) => side === "")) return undefined;
  if (found.every((sign) => sign === "=")) return readEquation(sides, readValue);
  if (found.includes("=")) return undefined;
  if (found.length === 1) return readInequality(sides[0]!, found[0]!, sides[1]!);
  if (found.length !== 2) return undefined;
  const first = readInequality(sides[0]!, found[0]!, sides[1]!);
  const second = readInequality(sides[1]!, found[1]!, sides[2]!);
  return first === undefined || second === undefined ? undefined : both(first, second);
}

/** The numbers that satisfy two conditions on one variable. */
function both(first: Form, second: Form): Form | undefined {
  if (first.kind !== "intervals" || second.kind !== "intervals" || first.variable !== second.variable) return undefined;
  return meet([first, second]);
}

function readEquation(sides: readonly string[], readValue: (text: string) => Form | undefined): Form | undefined {
  const first = sides[0]!;
  const last = sides.at(-1)!;
  const [left, right] = [parseExpression(first), parseExpression(last)];
  const difference = left !== undefined && right !== undefined ? new Sampled(subtract(left, right)) : undefined;
  const target = nameOf(first);
  if (target !== undefined) {
    const value = readValue(last);
    if (value !== undefined && value.kind !== "text") return { kind: "equation", target, value, ...(difference === undefined ? {} : { difference }) };
  }
  const other = nameOf(last);
  if (other !== undefined && sides.length === 2) {
    const value = readValue(first);
    if (value !== undefined && value.kind !== "text") return { kind: "equation", target: other, value, ...(difference === undefined ? {} : { difference }) };
  }
  if (left !== undefined && left.type !== "symbol" && new Sampled(left).variables.size === 0) {
    // A computation written out (3 * 4 = 12) says its result, if it is right.
    const value = readValue(last);
    if (value?.kind === "quantity" && difference?.constant !== undefined && sameValue(difference.constant, { n: 0n, d: 1n }) === true) return value;
  }
  return difference === undefined ? undefined : { kind: "equation", difference };
}

function readInequality(left: string, sign: Sign, right: string): Form | undefined {
  const [lower, upper] = sign === ">" || sign === "≥" ? [right, left] : [left, right];
  const relation = sign === ">" ? "<" : sign === "≥" ? "≤" : sign;
  if (relation === "=") return undefined;
  const [a, b] = [parseBound(lower), parseBound(upper)];
  if (a === undefined || b === undefined) return undefined;
  if (a === "infinity" || b === "infinity") {
    const finite = a === "infinity" ? b : a;
    return finite === "infinity" || finite.type !== "symbol" ? undefined : { kind: "intervals", pieces: [{ lowClosed: false, highClosed: false }], variable: finite.name, relation: true };
  }
  const difference = new Sampled(subtract(a, b));
  return solved(difference, relation) ?? { kind: "inequality", relation, difference };
}

function parseBound(text: string): Expression | "infinity" | undefined {
  return /^[-+]?\s*∞$/.test(text) ? "infinity" : parseExpression(text);
}

/** The values of the one variable for which difference < 0 (≤ 0, ≠ 0), if it is linear in it. */
function solved(difference: Sampled, relation: "<" | "≤" | "≠"): Form | undefined {
  if (difference.variables.size !== 1) return undefined;
  const variable = [...difference.variables][0]!;
  const at = (x: Value): Value | undefined => new Sampled(substitute(difference.expression, variable, x)).constant;
  const [zero, one, two, half] = [at({ n: 0n, d: 1n }), at({ n: 1n, d: 1n }), at({ n: 2n, d: 1n }), at({ n: 7n, d: 2n })];
  if (zero === undefined || one === undefined || two === undefined || half === undefined) return undefined;
  const slope = add(one, negate(zero));
  if (slope === undefined || signOf(slope) === 0) return undefined;
  const line = (x: Value): Value | undefined => {
    const rise = multiply(slope, x);
    return rise === undefined ? undefined : add(zero, rise);
  };
  const [second, third] = [line({ n: 2n, d: 1n }), line({ n: 7n, d: 2n })];
  if (second === undefined || third === undefined || sameValue(second, two) !== true || sameValue(third, half) !== true) return undefined;
  const border = divide(negate(zero), slope);
  if (border === undefined) return undefined;
  const closed = relation === "≤";
  const up: Piece = { low: border, lowClosed: closed, highClosed: false };
  const down: Piece = { lowClosed: false, high: border, highClosed: closed };
  const pieces = relation === "≠" ? [down, up] : signOf(slope) > 0 ? [down] : [up];
  return { kind: "intervals", pieces: union(pieces), variable, relation: true };
}

function substitute(expression: Expression, variable: string, by: Value): Expression {
  if (expression.type === "symbol") return expression.name === variable ? { type: "number", value: by, text: "" } : expression;
  if (expression.type === "operation") return { ...expression, left: substitute(expression.left, variable, by), right: substitute(expression.right, variable, by) };
  return expression.type === "call" ? { ...expression, args: expression.args.map((argument) => substitute(argument, variable, by)) } : expression;
}

type Intervals = Extract<Form, { kind: "intervals" }>;

/** The numbers that satisfy one of several conditions on one variable. */
export function join(parts: readonly Intervals[]): Form | undefined {
  return agree(parts, union(parts.flatMap((part) => part.pieces)));
}

/** The numbers that satisfy all of several conditions on one variable. */
export function meet(parts: readonly Intervals[]): Form | undefined {
  return agree(parts, parts.map((part) => part.pieces).reduce((all, pieces) => intersection(all, pieces)));
}

function agree(parts: readonly Intervals[], pieces: readonly Piece[]): Form | undefined {
  const names = new Set(parts.flatMap((part) => (part.variable === undefined ? [] : [part.variable])));
  if (names.size > 1) return undefined;
  const [variable] = names;
  return { kind: "intervals", pieces, relation: parts.some((part) => part.relation), ...(variable === undefined ? {} : { variable }) };
}
