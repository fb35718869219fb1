import type { Scored } from "./auroc";

export interface Bin {
  /** From (included) and to (excluded, but for the last one). */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Null for an empty bin. */
  readonly meanScore: number | null;
  readonly accuracy: number | null;
}

export interface Calibration {
  readonly count: number;
  /** Expected calibration error over `bins`; null without items. */
  readonly ece: number | null;
  readonly bins: readonly Bin[];
}

/** Bins of equal width over [0, 1]. */
const CALIBRATION_BINS = 10;

/** Reliability of scores in [0, 1] as probabilities of being right: ECE is the mean gap of a bin's accuracy to its mean score, weighted by count. */
export function calibrate(items: readonly Scored[], count = CALIBRATION_BINS): Calibration {
  const members = Array.from({ length: count }, (): Scored[] => []);
  for (const item of items) members[Math.min(count - 1, Math.max(0, Math.floor(item.score * count)))]!.push(item);
  const mean = (numbers: readonly number[]): number | null => (numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length);
  const bins = members.map((inside, index): Bin => ({ from: index / count, to: (index + 1) / count, count: inside.length, meanScore: mean(inside.map(({ score }) => score)), accuracy: mean(inside.map(({ right }) => Number(right))) }));
  const ece = items.length === 0 ? null : bins.reduce((sum, bin) => sum + (bin.count / items.length) * Math.abs((bin.accuracy ?? 0) - (bin.meanScore ?? 0)), 0);
  return { count: items.length, ece, bins };
}
