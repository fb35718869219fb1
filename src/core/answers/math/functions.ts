import type { Exact, Value } from "./value";
import { approximate, bitLength, divide, double, EPSILON, fraction, inverse, isExact, MAX_BITS, multiply, negate, scaled, signOf } from "./value";

const LARGEST_LOGARITHM = 1e13;

/** A double result y of a function whose derivative at the argument is `slope`. */
const rounded = (y: number, slope: number, err: number): Value | undefined => scaled(y, 0, Math.abs(slope) * err + 2 * EPSILON * Math.abs(y));

/** Applies a function of doubles; `derivative` carries the argument's error over. */
const lift = (f: (x: number) => number, derivative: (x: number) => number) => (value: Value): Value | undefined => {
  const near = double(value);
  return near === undefined ? undefined : rounded(f(near.x), derivative(near.x), near.err);
};

/** ln|x| as a double with its error, for numbers far outside a double's range too. */
function logarithm(value: Value): { x: number; err: number } | undefined {
  const near = approximate(value);
  if (near === undefined || Math.abs(near.m) <= near.err) return undefined;
  const x = Math.abs(near.e) < 1000 ? Math.log(Math.abs(near.m) * 2 ** near.e) : Math.log(Math.abs(near.m)) + near.e * Math.LN2;
  return { x, err: near.err / (Math.abs(near.m) - near.err) + EPSILON * Math.abs(x) };
}

function exponential(x: number, err: number): Value | undefined {
  if (!(Math.abs(x) < LARGEST_LOGARITHM)) return undefined;
  const e = Math.round(x / Math.LN2);
  const m = Math.exp(x - e * Math.LN2);
  return scaled(m, e, m * (err + EPSILON * (Math.abs(x) + 1)));
}

function naturalLog(value: Value): Value | undefined {
  if (signOf(value) <= 0) return undefined;
  if (isExact(value) && value.n === value.d) return fraction(0n);
  const log = logarithm(value);
  return log === undefined ? undefined : scaled(log.x, 0, log.err);
}

/** log of `value` to `base`, exact for exact powers (log_2 8 = 3). */
export function logTo(base: Value, value: Value): Value | undefined {
  const [top, bottom] = [naturalLog(value), naturalLog(base)];
  const quotient = top === undefined || bottom === undefined ? undefined : divide(top, bottom);
  if (quotient === undefined || !isExact(base) || !isExact(value)) return quotient;
  const guess = double(quotient);
  if (guess === undefined || Math.abs(guess.x) > 1000) return quotient;
  const whole = fraction(BigInt(Math.round(guess.x)))!;
  const back = power(base, whole);
  return back !== undefined && isExact(back) && back.n * value.d === value.n * back.d ? whole : quotient;
}

function integerRoot(value: bigint, degree: bigint): bigint | undefined {
  if (value < 2n) return value;
  let guess = 1n << (BigInt(bitLength(value)) / degree + 1n);
  for (;;) {
    const next = ((degree - 1n) * guess + value / guess ** (degree - 1n)) / degree;
    if (next >= guess) break;
    guess = next;
  }
  return guess ** degree === value ? guess : undefined;
}

/** The real root of a given degree; of negative numbers only for odd degrees. */
export function root(degree: Value, value: Value): Value | undefined {
  const exponent = inverse(degree);
  return exponent === undefined ? undefined : power(value, exponent);
}

function exactPower(base: Exact, exponent: bigint): Value | undefined {
  if (exponent < 0n) {
    const reciprocal = inverse(base);
    return reciprocal === undefined || !isExact(reciprocal) ? undefined : exactPower(reciprocal, -exponent);
  }
  const size = Math.max(bitLength(base.n), bitLength(base.d));
  const tiny = base.d === 1n && base.n >= -1n && base.n <= 1n;
  if (!tiny && Number(exponent) * size > MAX_BITS) return undefined;
  if (tiny) return fraction(exponent === 0n ? 1n : exponent % 2n === 0n ? base.n * base.n : base.n);
  return fraction(base.n ** exponent, base.d ** exponent);
}

function byLogarithm(base: Value, exponent: Value, negative: boolean): Value | undefined {
  const log = logarithm(base);
  const by = double(exponent);
  if (log === undefined || by === undefined) return undefined;
  const result = exponential(log.x * by.x, Math.abs(by.x) * log.err + Math.abs(log.x) * by.err);
  return result !== undefined && negative ? negate(result) : result;
}

/** base^exponent over the reals; exact where both are exact and the result is a small enough fraction. */
export function power(base: Value, exponent: Value): Value | undefined {
  const sign = signOf(base);
  if (isExact(base) && sign === 0) return signOf(exponent) > 0 ? fraction(0n) : signOf(exponent) === 0 ? fraction(1n) : undefined;
  if (!isExact(exponent)) return sign > 0 ? byLogarithm(base, exponent, false) : undefined;
  if (exponent.n % exponent.d === 0n) {
    const whole = exponent.n / exponent.d;
    const exact = isExact(base) ? exactPower(base, whole) : undefined;
    if (exact !== undefined) return exact;
    if (!isExact(base) && whole === 2n) return multiply(base, base);
    if (sign === 0) return undefined;
    return byLogarithm(base, exponent, sign < 0 && whole % 2n !== 0n);
  }
  const reduced = reduce(exponent);
  if (sign < 0 && reduced.d % 2n === 0n) return undefined;
  if (isExact(base) && reduced.d <= 64n && bitLength(base.n) <= 2048 && bitLength(base.d) <= 2048) {
    const lowest = reduce(base);
    const top = integerRoot(lowest.n < 0n ? -lowest.n : lowest.n, reduced.d);
    const bottom = integerRoot(lowest.d, reduced.d);
    if (top !== undefined && bottom !== undefined) {
      const exact = exactPower({ n: sign < 0 ? -top : top, d: bottom }, reduced.n);
      if (exact !== undefined) return exact;
    }
  }
  return byLogarithm(base, exponent, sign < 0 && reduced.n % 2n !== 0n);
}

function reduce(value: Exact): Exact {
  let [a, b] = [value.n < 0n ? -value.n : value.n, value.d];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? value : { n: value.n / a, d: value.d / a };
}

/** n! for whole n; beyond 2500 by Stirling's series. */
export function factorial(value: Value): Value | undefined {
  if (!isExact(value) || value.n % value.d !== 0n || value.n < 0n) return undefined;
  const n = value.n / value.d;
  if (n <= 2500n) {
    let product = 1n;
    for (let factor = 2n; factor <= n; factor += 1n) product *= factor;
    return fraction(product);
  }
  const x = Number(n);
  if (x > 1e10) return undefined;
  const log = x * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI * x) + 1 / (12 * x);
  return exponential(log, EPSILON * Math.abs(log));
}

/** The binomial coefficient C(n, k). */
export function binomial(n: Value, k: Value): Value | undefined {
  if (!isExact(n) || !isExact(k) || n.n % n.d !== 0n || k.n % k.d !== 0n) return undefined;
  const [from, choose] = [n.n / n.d, k.n / k.d];
  if (choose < 0n || from < choose || choose > 1000n || from > 100_000n) return undefined;
  let result = 1n;
  for (let step = 1n; step <= choose; step += 1n) result = (result * (from - choose + step)) / step;
  return fraction(result);
}

export const pi: Value = { m: Math.PI / 4, e: 2, err: 2e-17 };
export const euler: Value = { m: Math.E / 4, e: 2, err: 4e-17 };

const reciprocalOf = (f: (value: Value) => Value | undefined) => (value: Value) => {
  const result = f(value);
  return result === undefined ? undefined : inverse(result);
};
const sine = lift(Math.sin, Math.cos);
const cosine = lift(Math.cos, Math.sin);
const tangent = lift(Math.tan, (x) => 1 + Math.tan(x) ** 2);

/** Functions of one real number, by the name used in answers. */
export const elementary: Readonly<Record<string, (value: Value) => Value | undefined>> = {
  sin: sine,
  cos: cosine,
  tan: tangent,
  cot: reciprocalOf(tangent),
  sec: reciprocalOf(cosine),
  csc: reciprocalOf(sine),
  arcsin: lift(Math.asin, (x) => 1 / Math.sqrt(Math.max(1e-300, 1 - x * x))),
  arccos: lift(Math.acos, (x) => 1 / Math.sqrt(Math.max(1e-300, 1 - x * x))),
  arctan: lift(Math.atan, (x) => 1 / (1 + x * x)),
  sinh: lift(Math.sinh, Math.cosh),
  cosh: lift(Math.cosh, Math.sinh),
  tanh: lift(Math.tanh, (x) => 1 - Math.tanh(x) ** 2),
  ln: naturalLog,
  log: (value) => logTo({ n: 10n, d: 1n }, value),
  lg: (value) => logTo({ n: 10n, d: 1n }, value),
  exp: (value) => power(euler, value),
  sqrt: (value) => root({ n: 2n, d: 1n }, value),
  cbrt: (value) => root({ n: 3n, d: 1n }, value),
  abs: (value) => (signOf(value) < 0 ? negate(value) : value),
  floor: (value) => (isExact(value) ? fraction(value.n / value.d - (value.n < 0n && value.n % value.d !== 0n ? 1n : 0n)) : undefined),
  ceil: (value) => (isExact(value) ? fraction(value.n / value.d + (value.n > 0n && value.n % value.d !== 0n ? 1n : 0n)) : undefined),
  degrees: (value) => multiply(value, { m: Math.PI / 180 * 32, e: -5, err: 2e-16 }),
};

