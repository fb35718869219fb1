import type { Measured } from "./blocks";
import type { Accuracy } from "./model";

export const none = "–";
/** 0.1234 -> 12.3 */
export const percent = (share: number | null): string => (share === null ? none : (100 * share).toFixed(1));
export const area = (value: number | null): string => (value === null ? none : value.toFixed(3));
export const points = (difference: number): string => `${difference < 0 ? "−" : "+"}${Math.abs(100 * difference).toFixed(1)}`;
export const times = (ratio: number | null | undefined): string => (ratio === null || ratio === undefined ? none : `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1)}×`);
export const probability = (p: number): string => (p < 0.001 ? "< 0.001" : p.toFixed(3));
export const mean = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(1));

export function withInterval({ mean: value, interval }: Accuracy): string {
  return value === null || interval === null ? none : `${percent(value)} [${percent(interval.low)}, ${percent(interval.high)}]`;
}

export function measured({ mean: value, interval }: Accuracy): Measured | null {
  return value === null || interval === null ? null : { mean: value, interval };
}

/** Numbers, with or without an interval, stand right; words stand left. */
export const isNumber = (cell: string): boolean => /^[<+\u2212\u2013-]?\s*[\d.,\u00d7\s[\]\u2212-]*$/.test(cell);
