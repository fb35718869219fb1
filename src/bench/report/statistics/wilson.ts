/** Half of a normal distribution's middle 95 % (its 0.975 quantile). */
const Z = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval of a proportion, 95 %. Where scores are parts of one (soft accuracy) their mean stands for the
 * proportion, which makes the interval wider than it need be, never narrower.
 * @param mean in [0, 1]
 * @returns null for a count of 0
 */
export function wilsonInterval(mean: number, count: number): Interval | null {
  if (count === 0) return null;
  const z2 = (Z * Z) / count;
  const middle = (mean + z2 / 2) / (1 + z2);
  const half = (Z / (1 + z2)) * Math.sqrt((mean * (1 - mean)) / count + z2 / (4 * count));
  return { low: mean === 0 ? 0 : Math.max(0, middle - half), high: mean === 1 ? 1 : Math.min(1, middle + half) };
}
