import type { Form, Quantity } from "../form";
import { samePieces, union } from "../math/intervals";
import { numerator } from "../math/clear";
import { proportion, Sampled } from "../math/same";
import { double, multiply, sameValue } from "../math/value";
import { pieceOf, piecesOf } from "../read/collections";
import { quantityRule, sameQuantity } from "./quantities";

export interface Verdict {
  readonly same: boolean;
  readonly rule: string;
}

/** The more telling a kind is, the earlier it stands: it names the rule when two kinds meet. */
const precedence = ["empty", "option", "yesNo", "date", "time", "assignments", "equation", "inequality", "intervals", "matrix", "tuple", "set", "range", "ratio", "layout", "quantity", "text"] as const;
const ruleNames: Readonly<Record<string, string>> = { intervals: "interval", tuple: "coordinates", quantity: "number" };

const ruleOf = (form: Form): string => ruleNames[form.kind] ?? form.kind;
const verdict = (same: boolean, rule: string): Verdict => ({ same, rule });

/** Whether two answers say the same. Symmetric. */
export function sameForm(a: Form, b: Form): Verdict {
  const [first, second] = precedence.indexOf(a.kind) <= precedence.indexOf(b.kind) ? [a, b] : [b, a];
  if (first.kind === second.kind) return sameKind(first, second);
  return acrossKinds(first, second);
}

const sameItems = (a: readonly Form[], b: readonly Form[]): boolean => a.length === b.length && a.every((item, index) => sameForm(item, b[index]!).same);

const includes = (all: readonly Form[], item: Form): boolean => all.some((other) => sameForm(item, other).same);
const sameMembers = (a: readonly Form[], b: readonly Form[]): boolean => a.every((item) => includes(b, item)) && b.every((item) => includes(a, item));

function sameKind(a: Form, b: Form): Verdict {
  const rule = ruleOf(a);
  if (a.kind === "quantity" && b.kind === "quantity") return verdict(sameQuantity(a, b), quantityRule(a, b));
  if (a.kind === "text" && b.kind === "text") return verdict(a.text === b.text, "text");
  if (a.kind === "option" && b.kind === "option") return verdict(a.letter === b.letter && (a.rest === undefined || b.rest === undefined || sameForm(a.rest, b.rest).same), rule);
  if (a.kind === "yesNo" && b.kind === "yesNo") return verdict(a.yes === b.yes, rule);
  if (a.kind === "date" && b.kind === "date") return verdict(a.year === b.year && a.month === b.month && a.day === b.day && (a.weekday === undefined || b.weekday === undefined || a.weekday === b.weekday), rule);
  if (a.kind === "time" && b.kind === "time") return verdict(a.minutes === b.minutes, rule);
  if (a.kind === "set" && b.kind === "set") return verdict(sameMembers(a.items, b.items), rule);
  if (a.kind === "tuple" && b.kind === "tuple") return verdict(sameItems(a.items, b.items) && (a.items.length !== 2 || (a.open === b.open && a.close === b.close)), a.open === b.open && a.open === "(" && a.close === ")" ? rule : "interval");
  if (a.kind === "intervals" && b.kind === "intervals") return verdict((a.variable === undefined || b.variable === undefined || a.variable === b.variable) && samePieces(a.pieces, b.pieces), a.relation && b.relation ? "inequality" : rule);
  if (a.kind === "ratio" && b.kind === "ratio" && a.clock !== undefined && b.clock !== undefined) return verdict(a.clock === b.clock, "time");
  if (a.kind === "ratio" && b.kind === "ratio") return verdict(sameRatio(a.items, b.items), rule);
  if (a.kind === "layout" && b.kind === "layout") return verdict(sameItems(a.items, b.items), rule);
  if (a.kind === "range" && b.kind === "range") return verdict(sameItems(a.items, b.items), rule);
  if (a.kind === "matrix" && b.kind === "matrix") return verdict(a.rows.length === b.rows.length && a.rows.every((row, index) => sameItems(row, b.rows[index]!)), rule);
  if (a.kind === "assignments" && b.kind === "assignments") return verdict(a.values.size === b.values.size && [...a.values].every(([name, value]) => b.values.has(name) && sameForm(value, b.values.get(name)!).same), "equation");
  if (a.kind === "equation" && b.kind === "equation") return verdict(sameEquation(a, b), rule);
  if (a.kind === "inequality" && b.kind === "inequality") return verdict(sameInequality(a, b), rule);
  return verdict(a.kind === "empty", "empty");
}

type Equation = Extract<Form, { kind: "equation" }>;
type Inequality = Extract<Form, { kind: "inequality" }>;

function sameEquation(a: Equation, b: Equation): boolean {
  if (a.target !== undefined && a.target === b.target && a.value !== undefined && b.value !== undefined && sameForm(a.value, b.value).same) return true;
  const functional = [a.target, b.target].sort().join(" ");
  if (/^[fgh]\(x\) y$/.test(functional) && a.value !== undefined && b.value !== undefined) return sameForm(a.value, b.value).same;
  if (a.difference === undefined || b.difference === undefined) return false;
  return proportion(a.difference, b.difference) !== undefined || proportion(cleared(a.difference), cleared(b.difference)) !== undefined;
}

const cleared = (difference: Sampled): Sampled => new Sampled(numerator(difference.expression));

function sameInequality(a: Inequality, b: Inequality): boolean {
  if (a.relation !== b.relation) return false;
  const sign = proportion(a.difference, b.difference);
  return a.relation === "≠" ? sign !== undefined : sign === 1;
}

/** a:b:c = d:e:f when all cross products agree. */
function sameRatio(a: readonly Form[], b: readonly Form[]): boolean {
  if (a.length !== b.length) return false;
  const value = (form: Form | undefined) => (form?.kind === "quantity" ? form.amount.constant : undefined);
  const [one, other] = [value(a[0]), value(b[0])];
  if (one === undefined || other === undefined) return sameItems(a, b);
  return a.every((item, index) => {
    const [x, y] = [value(item), value(b[index])];
    const [left, right] = [y === undefined ? undefined : multiply(one, y), x === undefined ? undefined : multiply(other, x)];
    return left !== undefined && right !== undefined && sameValue(left, right) === true;
  });
}

/** Two forms of different kinds; the first stands earlier in `precedence`. */
function acrossKinds(first: Form, second: Form): Verdict {
  const rule = ruleOf(first);
  if (first.kind === "option") return first.rest === undefined ? verdict(false, rule) : verdict(sameForm(first.rest, second).same, rule);
  if (first.kind === "set" && first.items.length === 1) return verdict(sameForm(first.items[0]!, second).same, rule);
  if (second.kind === "set" && second.items.length === 1 && first.kind !== "equation") return verdict(sameForm(first, second.items[0]!).same, rule);
  if (first.kind === "assignments") return verdict(second.kind === "tuple" && second.open === "(" && sameItems([...first.values.values()], second.items), "equation");
  if (first.kind === "equation" && first.target !== undefined && second.kind === "text" && !second.text.includes(first.target.toLowerCase())) return verdict(false, rule);
  if (first.kind === "equation") return first.value === undefined ? verdict(false, rule) : verdict(sameForm(first.value, second).same, rule);
  if (first.kind === "matrix" && second.kind === "tuple") return verdict((first.rows.length === 1 || first.rows.every((row) => row.length === 1)) && sameItems(first.rows.flat(), second.items), rule);
  if (first.kind === "time") return verdict(second.kind === "ratio" && isClock(second.items, first.minutes), rule);
  if (second.kind === "text" && first.kind === "quantity" && first.name !== undefined && first.name === second.text) return verdict(true, "text");
  if (second.kind === "text") return second.tail === undefined ? verdict(false, "text") : sameForm(first, second.tail);
  if (first.kind === "tuple" && second.kind === "set" && second.ordered) return verdict(sameItems(first.items, second.items), second.items.every(isNumber) ? rule : "set");
  if (first.kind === "tuple" && second.kind === "range") return verdict(first.open === "[" && first.close === "]" && sameItems(first.items, second.items), "range");
  if (first.kind === "intervals") return verdict(sameNumbers(first, second), "interval");
  if (first.kind === "range" && second.kind === "ratio") return verdict(sameRatio(first.items, second.items), "ratio");
  if (first.kind === "ratio" && second.kind === "quantity") return verdict(isQuotient(first.items, second), rule);
  if (first.kind === "layout" && first.product !== undefined) return verdict(sameForm(first.product, second).same, rule);
  return verdict(false, rule);
}

const isNumber = (form: Form): boolean => form.kind === "quantity";

function sameNumbers(intervals: Form, other: Form): boolean {
  const point = isNumber(other) ? pieceOf([other, other], true, true) : undefined;
  const [left, right] = [piecesOf(intervals), point === undefined ? piecesOf(other) : union([point])];
  return left !== undefined && right !== undefined && samePieces(left, right);
}

/** Whether "15:30", read as a ratio, is this time of day. */
function isClock(items: readonly Form[], minutes: number): boolean {
  const [hour, minute] = items.map((item) => (item.kind === "quantity" && item.amount.constant !== undefined ? double(item.amount.constant)?.x : undefined));
  return items.length === 2 && hour !== undefined && minute !== undefined && hour < 24 && minute < 60 && hour * 60 + minute === minutes;
}

/** 2:3 is 2/3 in value. */
function isQuotient(items: readonly Form[], amount: Quantity): boolean {
  const [top, bottom] = items;
  if (items.length !== 2 || top?.kind !== "quantity" || bottom?.kind !== "quantity" || amount.unit !== undefined) return false;
  const [x, y] = [top.amount.constant, bottom.amount.constant];
  const value = amount.amount.constant;
  const product = y === undefined || value === undefined ? undefined : multiply(y, value);
  return x !== undefined && product !== undefined && sameValue(product, x) === true;
}
