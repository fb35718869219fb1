import { describe, expect, test } from "vitest";
import fc from "../../fixtures/properties";
import { createPacer } from "../../../src/core/exemplars/pace";
import { drawOne, drawWeights, racePlace } from "../../../src/core/exemplars/rerank/draw";
import { countedRates, listReward } from "../../../src/core/exemplars/rerank/reward";
import { similarity, similarityMatrix } from "../../../src/core/exemplars/rerank/similarity";
import { seededRandom } from "../../../src/core/search";

/** Three exemplars: rates 1, 0.4, 0.8; similarities 0-1: 0.9, 0-2: 0.2, 1-2: 0.5. */
const pool = { rates: [1, 0.4, 0.8], similarities: Float64Array.from([1, 0.9, 0.2, 0.9, 1, 0.5, 0.2, 0.5, 1]) };
const weights = { alpha: 0.6, beta: 0.4 };

describe("R = alpha R_SC + beta R_Mutual, by hand", () => {
  test("a list of three: positions two and three against the nearest before them", () => {
    // R_SC = (1 + 0.4 + 0.8) / 3; R_Mutual = ((1 - 0.9) + (1 - max(0.2, 0.5))) / 2 = 0.3.
    const reward = listReward([0, 1, 2], pool, weights);
    expect(reward.selfConsistency).toBeCloseTo(2.2 / 3, 12);
    expect(reward.mutual).toBeCloseTo(0.3, 12);
    expect(reward.total).toBeCloseTo(0.6 * (2.2 / 3) + 0.4 * 0.3, 12);
  });
  test("the order matters to R_Mutual alone", () => {
    // 2 then 0 then 1: ((1 - 0.2) + (1 - max(0.5, 0.9))) / 2 = 0.45.
    expect(listReward([2, 0, 1], pool, weights).mutual).toBeCloseTo(0.45, 12);
    expect(listReward([2, 0, 1], pool, weights).selfConsistency).toBeCloseTo(2.2 / 3, 12);
  });
  test("one or none has nothing to differ from", () => {
    expect(listReward([2], pool, weights)).toEqual({ total: 0.6 * 0.8, selfConsistency: 0.8, mutual: 0 });
    expect(listReward([], pool, weights)).toEqual({ total: 0, selfConsistency: 0, mutual: 0 });
  });
  test("without one of the parts", () => {
    expect(listReward([0, 2], pool, { alpha: 1, beta: 0 }).total).toBeCloseTo(0.9, 12);
    expect(listReward([0, 2], pool, { alpha: 0, beta: 1 }).total).toBeCloseTo(0.8, 12);
  });
});

test("an unknown pass rate counts as the mean of the known ones, or one half", () => {
  expect(countedRates([1, null, 0.5, null])).toEqual([1, 0.75, 0.5, 0.75]);
  expect(countedRates([null, null])).toEqual([0.5, 0.5]);
  expect(countedRates([])).toEqual([]);
});

describe("similarity", () => {
  const vectors = (text: number[] | null, image: number[] | null) => ({ text: text && Float32Array.from(text), image: image && Float32Array.from(image), joint: null });
  const item = (question: string, given?: ReturnType<typeof vectors>) => ({ question, vectors: given });

  test("the mean of the cosines of the channels that both have", () => {
    expect(similarity(item("", vectors([1, 0], [0.6, 0.8])), item("", vectors([0, 1], [0.6, 0.8])))).toBeCloseTo(0.5, 6);
    expect(similarity(item("", vectors([1, 0], null)), item("", vectors([0.8, 0.6], [1, 0])))).toBeCloseTo(0.8, 6);
  });
  test("a damaged vector counts as unrelated, not as no number", () => expect(similarity(item("", vectors([NaN, 0], null)), item("", vectors([1, 0], null)))).toBe(0));
  test("opposite is no more than unrelated", () => expect(similarity(item("", vectors([1, 0], null)), item("", vectors([-1, 0], null)))).toBe(0));
  test("the words of the questions where no vectors are shared", () => {
    // (2 * 1 + 1 * 1) / sqrt((4 + 1) * (1 + 1 + 1)).
    expect(similarity(item("Red, red square"), item("red square now", vectors([1, 0], null)))).toBeCloseTo(3 / Math.sqrt(15), 12);
    expect(similarity(item("a", vectors([1, 0], null)), item("b", vectors(null, [1, 0])))).toBe(0);
    expect(similarity(item(""), item(""))).toBe(0);
  });
  test("the table of all pairs is symmetric, in [0, 1], and 1 on its diagonal", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.string(), fc.option(fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 2 }))), { maxLength: 8 }), async (given) => {
        const items = given.map(([question, vector]) => item(question, vectors(vector, null)));
        const table = await similarityMatrix(items, createPacer(new AbortController().signal));
        for (let row = 0; row < items.length; row += 1) {
          expect(table[row * items.length + row]).toBe(1);
          for (let column = 0; column < items.length; column += 1) {
            const value = table[row * items.length + column]!;
            expect(value).toBe(table[column * items.length + row]);
            expect(value >= 0 && value <= 1).toBe(true);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("random draws", () => {
  test("weights: min-max-normalised scores and 0.001", () => {
    const [low, middle, high] = drawWeights([0.2, 0.3, 0.4]);
    expect([low, middle, high]).toEqual([0.001, (0.3 - 0.2) / (0.2 + 0.001) + 0.001, 0.2 / (0.2 + 0.001) + 0.001].map((value) => expect.closeTo(value, 12) as number));
    expect(drawWeights([7, 7])).toEqual([0.001, 0.001]);
  });
  test("one draw and the first of a race both come in proportion to the weights", () => {
    const given = [1, 2, 5];
    const random = seededRandom(3);
    const counts = { draw: [0, 0, 0], race: [0, 0, 0] };
    const rounds = 20000;
    for (let round = 0; round < rounds; round += 1) {
      counts.draw[drawOne(given, random)]! += 1;
      const places = given.map((weight) => racePlace(weight, random));
      expect(places.every((place) => place > 0 && place <= 1)).toBe(true);
      counts.race[places.indexOf(Math.max(...places))]! += 1;
    }
    // Three standard deviations of a share are below 0.011.
    for (const counted of [counts.draw, counts.race]) given.forEach((weight, index) => expect(Math.abs(counted[index]! / rounds - weight / 8)).toBeLessThan(0.011));
  });
});
