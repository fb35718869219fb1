import { power } from "../math/functions";
import { fraction, multiply } from "../math/value";
import type { Unit } from "./table";
import { unitNamed } from "./table";

const spelled: readonly (readonly [RegExp, string])[] = [
  [/摄氏度/g, "°C"],
  [/华氏度/g, "°F"],
  [/平方(公里|千米|厘米|毫米|米)/g, "$1^2"],
  [/立方(厘米|毫米|米)/g, "$1^3"],
  [/(公里|千米|米)每(小时|秒)/g, "$1/$2"],
  [/(?:°|degrees?|degs?)\s*celsius|\bcelsius\b|\bdegC\b/gi, "°C"],
  [/(?:°|degrees?|degs?)\s*fahrenheit|\bfahrenheit\b|\bdegF\b/gi, "°F"],
  [/\bdegrees?\s+(?=[CF]$)/g, "°"],
  [/\b(?:square(?!d\b)|sq(?!u)\.?)\s*([a-zμ-]+)/gi, "$1^2"],
  [/\b(?:cubic|cu\.?)\s*([a-zμ-]+)/gi, "$1^3"],
  [/([a-zμ]+)\s*squared\b/gi, "$1^2"],
  [/([a-zμ]+)\s*cubed\b/gi, "$1^3"],
  [/\s*\bper\b\s*/gi, "/"],
  [/\blight[- ]years?\b/gi, "lightyear"],
  [/\bsquareunits?\b|\bunits?\^2|\bsq units?\b/gi, "unit^2"],
];

/** The table's entry for one name: as written, without a final dot, in small letters if it is a word. */
function lookUp(name: string): Unit | undefined {
  if (/^units?$/i.test(name)) return { factor: { n: 1n, d: 1n }, dimension: { unit: 1 } };
  const direct = unitNamed(name);
  if (direct !== undefined) return direct;
  return name.length >= 3 ? unitNamed(name.toLowerCase()) : name === "KG" || name === "KM" || name === "CM" || name === "MM" ? unitNamed(name.toLowerCase()) : undefined;
}

/**
 * Reads a unit: "cm", "km/h", "m s^-2", "N*m", "kg*m/s^2", "square centimeters", "k-ohm", "°C".
 * `undefined` when any part of it is no unit.
 */
export function readUnit(text: string): Unit | undefined {
  if (text.length > 60 || text.trim() === "") return undefined;
  let plain = text.trim().replace(/^-(?=[a-z])/i, "").replace(/^μ\s+(?=\p{L})/u, "μ");
  const whole = lookUp(plain.replace(/\.$/, ""));
  if (whole !== undefined) return whole;
  for (const [pattern, by] of spelled) plain = plain.replace(pattern, by);
  const pieces = plain.match(/[/*()]|[\p{L}°$€£¥₹₩¢℃µΩ]+(?:-[\p{L}]+)?\.?|\^?\(?-?\d+\)?|\S/gu);
  if (pieces === null) return undefined;
  let unit: Unit = { factor: { n: 1n, d: 1n }, dimension: {} };
  let below = false;
  let count = 0;
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index]!;
    if (piece === "*") continue;
    if (piece === "/") {
      if (below && !/\(/.test(plain)) return undefined;
      below = true;
      continue;
    }
    if (piece === "(" || piece === ")") continue;
    const named = lookUp(piece.replace(/\.$/, ""));
    if (named === undefined) return undefined;
    const exponent = /^\^?\(?(-?\d+)\)?$/.exec(pieces[index + 1] ?? "");
    const by = Number(exponent?.[1] ?? 1) * (below ? -1 : 1);
    if (exponent !== null) index += 1;
    if (Math.abs(by) > 9) return undefined;
    const raised = count === 0 && pieces.length === 1 ? named : raise(named, by);
    const joined = raised === undefined ? undefined : times(unit, raised);
    if (joined === undefined) return undefined;
    unit = joined;
    count += 1;
  }
  return count === 0 ? undefined : unit;
}

function raise(unit: Unit, by: number): Unit | undefined {
  const factor = power(unit.factor, fraction(BigInt(by))!);
  return factor === undefined ? undefined : { factor, dimension: Object.fromEntries(Object.entries(unit.dimension).map(([name, exponent]) => [name, exponent * by])) };
}

function times(a: Unit, b: Unit): Unit | undefined {
  const factor = multiply(a.factor, b.factor);
  if (factor === undefined) return undefined;
  if (Object.keys(a.dimension).length === 0) return b;
  const dimension: Record<string, number> = { ...a.dimension };
  for (const [name, exponent] of Object.entries(b.dimension)) dimension[name] = (dimension[name] ?? 0) + exponent;
  return { factor, dimension };
}

/** Whether two units measure the same thing. */
export function sameDimension(a: Unit, b: Unit): boolean {
  const names = new Set([...Object.keys(a.dimension), ...Object.keys(b.dimension)]);
  return [...names].every((name) => (a.dimension[name] ?? 0) === (b.dimension[name] ?? 0));
}

export const isAngle = (unit: Unit): boolean => unit.dimension["angle"] === 1 && Object.values(unit.dimension).filter((exponent) => exponent !== 0).length === 1;

/** A thing counted ("apples"): a unit of its own, equal only to itself. */
export const countOf = (noun: string): Unit => ({ factor: { n: 1n, d: 1n }, dimension: { [`count of ${noun.toLowerCase().replace(/(?<=[a-z]{2})(?:(?<=(?:ch|sh|x|ss))es|s)$/, "")}`]: 1 } });
