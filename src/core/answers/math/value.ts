/**
 * Real numbers for comparing answers: exact fractions as long as they stay small enough, otherwise
 * a floating-point number with its own exponent (so that 1/2004! or e^5000 neither underflows nor
 * overflows) and a running bound of its rounding error.
 * Operations answer `undefined` where the result is no real number or too large to hold.
 */
export interface Exact {
  readonly n: bigint;
  /** Greater than 0; the pair is not always reduced. */
  readonly d: bigint;
}

/** The number m·2^e, off by at most err·2^e; m is 0 or 0.5 <= |m| < 1. */
export interface Approximate {
  readonly m: number;
  readonly e: number;
  readonly err: number;
}

export type Value = Exact | Approximate;

/** One rounding of a double, with room for a library function's own error. */
export const EPSILON = 2 ** -51;
/** Beyond this many bits a fraction becomes a floating-point number (3000! has about 30,000). */
export const MAX_BITS = 32_768;
const MAX_EXPONENT = 1e14;

export const isExact = (value: Value): value is Exact => "n" in value;

export const bitLength = (integer: bigint): number => (integer < 0n ? -integer : integer).toString(16).length * 4;

const absolute = (integer: bigint): bigint => (integer < 0n ? -integer : integer);

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** n/d as a value; reduced only when it has grown, since a gcd costs more than the arithmetic. */
export function fraction(n: bigint, d: bigint = 1n): Value | undefined {
  if (d === 0n) return undefined;
  if (d < 0n) [n, d] = [-n, -d];
  if (d !== 1n) {
    if (n % d === 0n) [n, d] = [n / d, 1n];
    else if (bitLength(d) > 256 && n !== 1n && n !== -1n) {
      const common = gcd(absolute(n), d);
      [n, d] = [n / common, d / common];
    }
  }
  const exact = { n, d };
  return bitLength(n) > MAX_BITS || bitLength(d) > MAX_BITS ? approximate(exact) : exact;
}

/** Brings m·2^e to the normal form of `Approximate`. */
export function scaled(m: number, e: number, err: number): Approximate | undefined {
  if (!Number.isFinite(m) || !Number.isFinite(err) || !(Math.abs(e) < MAX_EXPONENT)) return undefined;
  if (m === 0) return { m: 0, e, err };
  const shift = Math.floor(Math.log2(Math.abs(m))) + 1;
  return { m: m * 2 ** -shift, e: e + shift, err: err * 2 ** -shift };
}

function topBits(integer: bigint): { m: number; e: number } {
  const shift = Math.max(0, bitLength(integer) - 64);
  return { m: Number(integer >> BigInt(shift)), e: shift };
}

export function approximate(value: Value): Approximate | undefined {
  if (!isExact(value)) return value;
  if (value.n === 0n) return { m: 0, e: 0, err: 0 };
  const top = topBits(absolute(value.n));
  const bottom = topBits(value.d);
  const quotient = (top.m / bottom.m) * (value.n < 0n ? -1 : 1);
  return scaled(quotient, top.e - bottom.e, Math.abs(quotient) * EPSILON);
}

/** The nearest double, possibly infinite, with its absolute error. */
export function double(value: Value): { x: number; err: number } | undefined {
  const near = approximate(value);
  return near === undefined ? undefined : { x: near.m * 2 ** near.e, err: near.err * 2 ** near.e };
}

export const signOf = (value: Value): number => (isExact(value) ? (value.n > 0n ? 1 : value.n < 0n ? -1 : 0) : Math.abs(value.m) <= value.err ? 0 : Math.sign(value.m));

export const negate = (value: Value): Value => (isExact(value) ? { n: -value.n, d: value.d } : { m: -value.m, e: value.e, err: value.err });

export function add(a: Value, b: Value): Value | undefined {
  if (isExact(a) && isExact(b)) return a.d === b.d ? fraction(a.n + b.n, a.d) : fraction(a.n * b.d + b.n * a.d, a.d * b.d);
  let x = approximate(a);
  let y = approximate(b);
  if (x === undefined || y === undefined) return undefined;
  if (x.m === 0 && x.err === 0) return y;
  if (y.m === 0 && y.err === 0) return x;
  if (x.e < y.e) [x, y] = [y, x];
  const shrink = 2 ** (y.e - x.e);
  const sum = x.m + y.m * shrink;
  return scaled(sum, x.e, x.err + y.err * shrink + EPSILON * Math.abs(sum));
}

export function multiply(a: Value, b: Value): Value | undefined {
  if (isExact(a) && isExact(b)) return fraction(a.n * b.n, a.d * b.d);
  const x = approximate(a);
  const y = approximate(b);
  if (x === undefined || y === undefined) return undefined;
  const product = x.m * y.m;
  return scaled(product, x.e + y.e, Math.abs(x.m) * y.err + Math.abs(y.m) * x.err + x.err * y.err + EPSILON * Math.abs(product));
}

export function inverse(value: Value): Value | undefined {
  if (isExact(value)) return fraction(value.d, value.n);
  const size = Math.abs(value.m);
  if (size <= value.err) return undefined;
  return scaled(1 / value.m, -value.e, value.err / (size * (size - value.err)) + EPSILON / size);
}

export function divide(a: Value, b: Value): Value | undefined {
  const reciprocal = inverse(b);
  return reciprocal === undefined ? undefined : multiply(a, reciprocal);
}

/** Whether the decimal digits of a fraction end. */
function terminates(value: Exact): boolean {
  let rest = value.d / gcd(absolute(value.n), value.d);
  if (bitLength(rest) > 1024) return true;
  while (rest % 2n === 0n) rest /= 2n;
  while (rest % 5n === 0n) rest /= 5n;
  return rest === 1n;
}

/** Whether a value is known to be an integer. */
export const isWhole = (value: Value): boolean => isExact(value) && value.n % value.d === 0n;

/**
 * Whether two values are the same number. Integers, and fractions where `exactly` is asked for, are
 * compared to the last digit; otherwise forgiven are only the digits that a double cannot hold
 * (about the 16th) and the rounding that the computation itself may have added; `undefined` when
 * that rounding is too large to tell.
 */
export function sameValue(a: Value, b: Value, exactly = isWhole(a) && isWhole(b)): boolean | undefined {
  if (isExact(a) && isExact(b)) {
    const [left, right] = [a.n * b.d, b.n * a.d];
    if (left === right) return true;
    if (exactly || left === 0n || right === 0n || left > 0n !== right > 0n) return false;
    const factor = terminates(a) && terminates(b) ? 2n ** 52n : 5n * 10n ** 14n;
    const largest = absolute(left) > absolute(right) ? absolute(left) : absolute(right);
    return absolute(left - right) * factor <= largest;
  }
  const x = approximate(a);
  const y = approximate(b);
  if (x === undefined || y === undefined) return undefined;
  const exponent = x.m === 0 ? y.e : y.m === 0 ? x.e : Math.max(x.e, y.e);
  const [sx, sy] = [2 ** (x.e - exponent), 2 ** (y.e - exponent)];
  const size = Math.max(Math.abs(x.m * sx), Math.abs(y.m * sy));
  const rounding = x.err * sx + y.err * sy;
  if (!Number.isFinite(rounding)) return undefined;
  const difference = Math.abs(x.m * sx - y.m * sy);
  // A value near 0 may be all rounding (sin π); otherwise the rounding must leave some digits.
  if (rounding > 1e-7 * size && rounding * 2 ** exponent > 1e-12) return undefined;
  return difference <= rounding + 2e-15 * (x.m === 0 || y.m === 0 ? 0 : size);
}

/** -1, 0 or 1, equal in the sense of `sameValue`; `undefined` when it cannot be told. */
export function order(a: Value, b: Value): number | undefined {
  const same = sameValue(a, b);
  if (same !== false) return same === true ? 0 : undefined;
  const difference = add(a, negate(b));
  return difference === undefined ? undefined : signOf(difference);
}
