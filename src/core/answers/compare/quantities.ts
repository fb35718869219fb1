import type { Quantity } from "../form";
import { mentions } from "../math/expression";
import type { Sampled } from "../math/same";
import { sameExpression } from "../math/same";
import type { Value } from "../math/value";
import { add, multiply, sameValue } from "../math/value";
import type { Unit } from "../units/table";
import { unitNamed } from "../units/table";
import { isAngle, sameDimension } from "../units/unit";

/** Same number, or equal expressions; a unit may be missing on one side, two units must agree after conversion. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  const [first, second] = [generic(a.unit) ? undefined : a.unit, generic(b.unit) ? undefined : b.unit];
  if (a.unit !== undefined && b.unit !== undefined && first === undefined && second === undefined) return sameDimension(a.unit, b.unit) && sameExpression(a.amount, b.amount);
  if (first !== undefined && second !== undefined) return sameMeasure(a, first, b, second);
  if (first === undefined && second === undefined) return sameExpression(a.amount, b.amount);
  if (a.percent || b.percent) return false;
  if (sameExpression(a.amount, b.amount)) return true;
  return first === undefined ? radiansOf(a, b, second!) : radiansOf(b, a, first);
}

/** "units" and "square units" stand for any unit. */
const generic = (unit: Unit | undefined): boolean => unit?.dimension["unit"] !== undefined;

/** A bare multiple of π may be an angle in radians: π/2 is 90°. */
function radiansOf(bare: Quantity, measured: Quantity, unit: Unit): boolean {
  if (!isAngle(unit) || !mentions(bare.amount.expression, (part) => part.type === "symbol" && part.name === "π")) return false;
  const radian = unitNamed("rad")!;
  const [left, right] = [inBaseUnits(bare.amount, radian), inBaseUnits(measured.amount, unit)];
  return left !== undefined && right !== undefined && sameValue(left, right) === true;
}

function inBaseUnits(amount: Sampled, unit: Unit): Value | undefined {
  const value = amount.constant;
  const scaled = value === undefined ? undefined : multiply(value, unit.factor);
  return scaled === undefined || unit.offset === undefined ? scaled : add(scaled, unit.offset);
}

/** 25 C beside 25 °C is a temperature, and so is 25°. */
function asTemperature(unit: Unit, text: string | undefined, other: Unit): Unit {
  if (other.offset === undefined) return unit;
  if (text === "C" || text === "F") return unitNamed(`°${text}`)!;
  return text !== undefined && /^(?:°|deg|degrees?)$/i.test(text) ? other : unit;
}

function sameMeasure(a: Quantity, first: Unit, b: Quantity, second: Unit): boolean {
  const [left, right] = [asTemperature(first, a.unitText, second), asTemperature(second, b.unitText, first)];
  if (!sameDimension(left, right)) return false;
  if (sameValue(left.factor, right.factor) === true && left.offset === right.offset) return sameExpression(a.amount, b.amount);
  const [x, y] = [inBaseUnits(a.amount, left), inBaseUnits(b.amount, right)];
  return x !== undefined && y !== undefined && sameValue(x, y) === true;
}

/** The rule's name for a comparison of two quantities. */
export function quantityRule(a: Quantity, b: Quantity): string {
  if (a.amount.variables.size > 0 || b.amount.variables.size > 0) return "expression";
  if (a.percent || b.percent) return "percent";
  const units = [a.unit, b.unit].filter((unit) => unit !== undefined);
  if (units.some((unit) => isAngle(unit) || unit.offset !== undefined)) return "degree";
  if (units.length > 0) return "unit";
  if (a.fraction || b.fraction) return "fraction";
  const plain = [a, b].every((side) => side.amount.expression.type === "number" || !mentions(side.amount.expression, (part) => part.type === "call" || part.type === "symbol"));
  return plain ? "number" : "expression";
}
