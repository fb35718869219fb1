import type { Expression } from "./expression";
import { canonical, evaluate, mentions, SAMPLE_POINTS, variablesOf } from "./expression";
import type { Value } from "./value";
import { divide, isWhole, sameValue, signOf } from "./value";

/** An expression with its values at the sample points, computed once. */
export class Sampled {
  readonly variables: ReadonlySet<string>;
  private readonly values: (Value | undefined)[] = [];

  constructor(readonly expression: Expression) {
    this.variables = variablesOf(expression);
  }

  /** The one value of an expression without variables. */
  get constant(): Value | undefined {
    return this.variables.size === 0 ? this.at(0) : undefined;
  }

  at(point: number): Value | undefined {
    if (!(point in this.values)) this.values[point] = evaluate(this.expression, point);
    return this.values[point];
  }
}

/** Whether every number in both is written as an integer, so that no digits were cut off. */
const inWholeNumbers = (a: Sampled, b: Sampled): boolean => [a, b].every((side) => !mentions(side.expression, (part) => part.type === "number" && !isWhole(part.value)));

/**
 * Whether two expressions are equal: their values agree at all sample points where both are
 * defined (exactly, where they are fractions: two different polynomials agree at no more points
 * than their degree). Where nothing can be computed, only the same shape counts.
 */
export function sameExpression(a: Sampled, b: Sampled): boolean {
  const points = a.variables.size === 0 && b.variables.size === 0 ? 1 : SAMPLE_POINTS;
  const exactly = inWholeNumbers(a, b);
  let agreed = 0;
  for (let point = 0; point < points; point += 1) {
    const [left, right] = [a.at(point), b.at(point)];
    const same = left === undefined || right === undefined ? undefined : sameValue(left, right, exactly);
    if (same === false) return false;
    if (same === true) agreed += 1;
  }
  return agreed >= Math.min(points, 3) || canonical(a.expression) === canonical(b.expression);
}

/** The sign of the constant k with a = k·b; `undefined` when there is no such constant. */
export function proportion(a: Sampled, b: Sampled): number | undefined {
  const exactly = inWholeNumbers(a, b);
  let ratio: Value | undefined;
  let agreed = 0;
  for (let point = 0; point < SAMPLE_POINTS; point += 1) {
    const [left, right] = [a.at(point), b.at(point)];
    if (left === undefined || right === undefined) continue;
    if (signOf(left) === 0 && signOf(right) === 0) continue;
    if (signOf(left) === 0 || signOf(right) === 0) return undefined;
    const quotient = divide(left, right);
    if (quotient === undefined) continue;
    if (ratio === undefined) ratio = quotient;
    const same = sameValue(quotient, ratio, exactly);
    if (same === false) return undefined;
    if (same === true) agreed += 1;
  }
  return ratio !== undefined && agreed >= 3 ? signOf(ratio) : undefined;
}
