import { binomial, elementary, euler, factorial, logTo, pi, power, root } from "./functions";
import type { Value } from "./value";
import { add, divide, double, fraction, isExact, multiply, negate } from "./value";

/** A parsed expression. `symbol` is a variable, a word or one of the constants π and e. */
export type Expression =
  | { readonly type: "number"; readonly value: Value; readonly text: string }
  | { readonly type: "symbol"; readonly name: string }
  | { readonly type: "operation"; readonly operator: "+" | "-" | "*" | "/" | "^"; readonly left: Expression; readonly right: Expression }
  | { readonly type: "call"; readonly name: string; readonly args: readonly Expression[] };

const constants: Readonly<Record<string, Value>> = { π: pi, e: euler };

/** The names of the free variables, in order of first appearance. */
export function variablesOf(expression: Expression, found: Set<string> = new Set()): Set<string> {
  if (expression.type === "symbol") {
    if (!Object.hasOwn(constants, expression.name)) found.add(expression.name);
  } else if (expression.type === "operation") {
    variablesOf(expression.left, found);
    variablesOf(expression.right, found);
  } else if (expression.type === "call") {
    if (unknownFunction(expression.name)) found.add(`${expression.name}()`);
    for (const argument of expression.args) variablesOf(argument, found);
  }
  return found;
}

/** Whether a call is one of an unnamed function, as f in f(x). */
const unknownFunction = (name: string): boolean => !Object.hasOwn(elementary, name) && !["factorial", "root", "logTo", "binomial"].includes(name);

/** Whether a symbol or call of this kind occurs. */
export function mentions(expression: Expression, test: (part: Expression) => boolean): boolean {
  if (test(expression)) return true;
  if (expression.type === "operation") return mentions(expression.left, test) || mentions(expression.right, test);
  return expression.type === "call" && expression.args.some((argument) => mentions(argument, test));
}

/** One text per shape of expression; decides where numbers are too large to compare. */
export function canonical(expression: Expression): string {
  if (expression.type === "number") return isExact(expression.value) ? `${expression.value.n}/${expression.value.d}` : expression.text;
  if (expression.type === "symbol") return expression.name;
  if (expression.type === "call") return `${expression.name}(${expression.args.map(canonical).join(";")})`;
  const sides = [canonical(expression.left), canonical(expression.right)];
  if (expression.operator === "+" || expression.operator === "*") sides.sort();
  return `(${sides.join(expression.operator)})`;
}

/** A small hash (FNV-1a) that gives each name its own sample values. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return (state ^ (state >>> 15)) >>> 0;
}

/** How many sample points there are; the last ones give some variables a negative value. */
export const SAMPLE_POINTS = 7;

/** The fraction that stands for a variable at a sample point: between 0.1 and 5 in size. */
function sample(name: string, point: number): Value {
  const seed = hash(`${name}#${point}`);
  const size = BigInt((seed % 113) + 3);
  return { n: point >= 4 && (seed >>> 8) % 3 !== 0 ? -size : size, d: 23n };
}

function unknownCall(name: string, args: readonly Value[], point: number): Value {
  const key = args.map((argument) => (isExact(argument) && fraction(argument.n, argument.d) !== undefined ? reducedText(argument.n, argument.d) : (double(argument)?.x ?? 0).toPrecision(9)));
  return sample(`${name}(${key.join(";")})`, point);
}

function reducedText(n: bigint, d: bigint): string {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? "0" : `${n / a}/${d / a}`;
}

/** The value at a sample point; `undefined` where there is none over the reals. */
export function evaluate(expression: Expression, point: number): Value | undefined {
  if (expression.type === "number") return expression.value;
  if (expression.type === "symbol") return Object.hasOwn(constants, expression.name) ? constants[expression.name] : sample(expression.name, point);
  if (expression.type === "operation") {
    const left = evaluate(expression.left, point);
    const right = left === undefined ? undefined : evaluate(expression.right, point);
    return left === undefined || right === undefined ? undefined : operate(expression.operator, left, right);
  }
  const args: Value[] = [];
  for (const argument of expression.args) {
    const value = evaluate(argument, point);
    if (value === undefined) return undefined;
    args.push(value);
  }
  return call(expression.name, args, point);
}

function operate(operator: "+" | "-" | "*" | "/" | "^", left: Value, right: Value): Value | undefined {
  switch (operator) {
    case "+":
      return add(left, right);
    case "-":
      return add(left, negate(right));
    case "*":
      return multiply(left, right);
    case "/":
      return divide(left, right);
    case "^":
      return power(left, right);
  }
}

function call(name: string, args: readonly Value[], point: number): Value | undefined {
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (name === "factorial") return factorial(first);
  if (name === "root" && second !== undefined) return root(first, second);
  if (name === "logTo" && second !== undefined) return logTo(first, second);
  if (name === "binomial" && second !== undefined) return binomial(first, second);
  const known = Object.hasOwn(elementary, name) ? elementary[name] : undefined;
  return known === undefined ? unknownCall(name, args, point) : known(first);
}
