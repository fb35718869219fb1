import fc from "../../fixtures/properties";
import { describe, expect, test } from "vitest";
import { areaOf, auroc, rank, type Scored } from "../../../src/bench/report/statistics/auroc";
import { calibrate } from "../../../src/bench/report/statistics/calibration";
import { exactMcNemar } from "../../../src/bench/report/statistics/mcnemar";
import { wilsonInterval } from "../../../src/bench/report/statistics/wilson";

describe("Wilson interval", () => {
  test.each([
    // 8 of 10: centre (0.8 + 0.19207)/(1.38415) = 0.71675, half width 0.22659 (by hand from the formula).
    { mean: 0.8, count: 10, low: 0.4902, high: 0.9433 },
    // Newcombe 1998, table I, method 3 (Wilson): 81/263, 15/148, 0/20, 1/29.
    { mean: 81 / 263, count: 263, low: 0.2553, high: 0.3662 },
    { mean: 15 / 148, count: 148, low: 0.0624, high: 0.1605 },
    { mean: 0, count: 20, low: 0, high: 0.1611 },
    { mean: 1 / 29, count: 29, low: 0.0061, high: 0.1718 },
  ])("$mean of $count", ({ mean, count, low, high }) => {
    const interval = wilsonInterval(mean, count)!;
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test("nothing asked, no interval; it always holds the mean and stays in [0, 1]", () => {
    expect(wilsonInterval(0, 0)).toBeNull();
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, share) => {
        const mean = Math.round(share * count) / count;
        const { low, high } = wilsonInterval(mean, count)!;
        expect(0 <= low && low <= mean && mean <= high && high <= 1).toBe(true);
      }),
    );
  });
});

describe("exact McNemar", () => {
  test.each([
    // 2 * (1/2)^3
    [0, 3, 0.25],
    // 2 * (C(10,0) + C(10,1)) / 2^10 = 22/1024
    [1, 9, 22 / 1024],
    // 2 * (1 + 10 + 45) / 1024
    [8, 2, 112 / 1024],
    [0, 0, 1],
    [5, 5, 1],
  ])("%i against %i", (first, second, p) => {
    expect(exactMcNemar(first, second)).toBeCloseTo(p, 12);
    expect(exactMcNemar(second, first)).toBeCloseTo(p, 12);
  });

  test("large counts stay finite", () => {
    const p = exactMcNemar(900, 1100);
    expect(p).toBeGreaterThan(1e-6);
    expect(p).toBeLessThan(1e-4);
  });
});

const scored = (...items: readonly (readonly [number, 0 | 1])[]): Scored[] => items.map(([score, right]) => ({ score, right: right === 1 }));

describe("AUROC", () => {
  test("by hand, ties count one half", () => {
    // Pairs (right, wrong): 0.9>0.5, 0.9>0.2, 0.5=0.5, 0.5>0.2 -> 3.5 of 4.
    expect(auroc(scored([0.9, 1], [0.5, 1], [0.5, 0], [0.2, 0]))).toBe(3.5 / 4);
    expect(auroc(scored([0.1, 1], [0.9, 0]))).toBe(0);
    expect(auroc(scored([0.4, 1], [0.4, 0], [0.4, 0]))).toBe(0.5);
    expect(auroc(scored([0.4, 1], [0.6, 1]))).toBeNull();
  });

  test("within groups, only pairs of one group count", () => {
    const groups = [scored([0.9, 1], [0.8, 0]), scored([0.2, 1], [0.1, 0], [0.3, 0]), scored([0.5, 1])];
    // 1 of 1, 1 of 2, none.
    expect(areaOf(groups.map(rank))).toBeCloseTo(2 / 3, 12);
    // Pooled, right 0.9, 0.2, 0.5 over wrong 0.8, 0.1, 0.3: 3 + 1 + 2 of 9.
    expect(auroc(groups.flat())).toBeCloseTo(6 / 9, 12);
  });

  test("equals counting every pair", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ score: fc.integer({ min: 0, max: 6 }), right: fc.boolean() }), { maxLength: 30 }), (items) => {
        const pairs = items.filter(({ right }) => right).flatMap((a) => items.filter(({ right }) => !right).map((b): number => (a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0)));
        expect(rank(items)).toEqual({ pairs: pairs.length, ordered: pairs.reduce((sum, each) => sum + each, 0) });
      }),
    );
  });
});

describe("calibration", () => {
  test("ECE by hand over two bins", () => {
    // [0, .5): scores .2, .4, one right: gap |.5 - .3|; [.5, 1]: .8, 1.0, 0.9, all right: gap .1. (2 * .2 + 3 * .1) / 5
    const { ece, bins, count } = calibrate(scored([0.2, 0], [0.4, 1], [0.8, 1], [1, 1], [0.9, 1]), 2);
    expect(count).toBe(5);
    expect(ece).toBeCloseTo(0.14, 12);
    expect(bins.map((bin) => [bin.from, bin.to, bin.count])).toEqual([[0, 0.5, 2], [0.5, 1, 3]]);
  });

  test("1 belongs to the last bin, an edge to the upper one, and nothing has no error", () => {
    expect(calibrate(scored([1, 1], [0.5, 0])).bins.flatMap(({ count }, index) => (count > 0 ? [index] : []))).toEqual([5, 9]);
    expect(calibrate([]).ece).toBeNull();
  });
});
