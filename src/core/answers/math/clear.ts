import type { Expression } from "./expression";

interface Quotient {
  readonly top: Expression;
  readonly bottom?: Expression;
}

const MAX_DIVISIONS = 6;

const product = (left: Expression, right: Expression | undefined): Expression => (right === undefined ? left : { type: "operation", operator: "*", left, right });

/** What is 0 exactly where the expression is: its numerator over a common denominator (y - 1/x gives yx - 1). */
export function numerator(expression: Expression): Expression {
  return divisions(expression) > MAX_DIVISIONS ? expression : split(expression).top;
}

function divisions(expression: Expression): number {
  if (expression.type !== "operation") return 0;
  return divisions(expression.left) + divisions(expression.right) + (expression.operator === "/" ? 1 : 0);
}

function split(expression: Expression): Quotient {
  if (expression.type !== "operation" || expression.operator === "^") return { top: expression };
  const [a, b] = [split(expression.left), split(expression.right)];
  const { operator } = expression;
  if (operator === "/") return { top: product(a.top, b.bottom), bottom: product(b.top, a.bottom) };
  const bottom = a.bottom === undefined ? b.bottom : product(a.bottom, b.bottom);
  const top: Expression = operator === "*" ? product(a.top, b.top) : { type: "operation", operator, left: product(a.top, b.bottom), right: product(b.top, a.bottom) };
  return bottom === undefined ? { top } : { top, bottom };
}
