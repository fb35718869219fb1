import fc from "../../fixtures/properties";
import { expect, test } from "vitest";
import { sampleStream } from "../../../src/adapters/embedded/child/random";
import { likeliestTokens, logPartition, sampleToken } from "../../../src/adapters/embedded/child/sampling";
import { probabilityOf, yesNoTokens } from "../../../src/adapters/embedded/child/yesNo";

const logitsOf = (...probabilities: number[]) => Float32Array.from(probabilities, Math.log);
const halves = logitsOf(0.5, 0.3, 0.15, 0.05);
const draw = (temperature: number, topP: number, number: number) => sampleToken(halves, { temperature, topP }, () => number);

test("temperature 0 takes the largest logit, the first of equal ones, and no random number", () => {
  const never = () => expect.fail("a random number was taken");
  expect(sampleToken(Float32Array.of(1, 3, 3, 2), { temperature: 0, topP: 1 }, never)).toBe(1);
});

test("temperature 1 and top-p 1 draw by the cumulative distribution", () => {
  expect([0, 0.49, 0.51, 0.79, 0.81, 0.94, 0.96, 0.999].map((number) => draw(1, 1, number))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
});

test("temperature 1/2 squares the probabilities: 25 : 9 : 2.25 : 0.25 of 36.5", () => {
  expect([0.68, 0.69, 0.93, 0.94, 0.99, 0.995].map((number) => draw(0.5, 1, number))).toEqual([0, 1, 1, 2, 2, 3]);
});

test("top-p keeps the fewest likeliest tokens that reach it, renormalised", () => {
  // Up to 0.79 the first two are enough: 0.5 / 0.8 = 0.625.
  expect([0.62, 0.63, 0.999].map((number) => draw(1, 0.79, number))).toEqual([0, 1, 1]);
  // 0.81 needs the third: 0.5 / 0.95, 0.8 / 0.95 = 0.842.
  expect([0.52, 0.53, 0.84, 0.85, 0.999].map((number) => draw(1, 0.81, number))).toEqual([0, 1, 1, 2, 2]);
  expect(draw(1, 0.01, 0.999)).toBe(0);
});

test("the nucleus is the same as by sorting the whole vocabulary", () => {
  const logits = fc.array(fc.float({ min: -8, max: 8, noNaN: true }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(logits, fc.double({ min: 0.05, max: 0.999, noNaN: true }), fc.double({ min: 0, max: 0.999999, noNaN: true }), (values, topP, number) => {
      const row = Float32Array.from(values);
      const largest = Math.max(...row);
      const weights = Array.from(row, (logit) => Math.exp(logit - largest));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const order = weights.map((_, id) => id).sort((a, b) => weights[b]! - weights[a]! || a - b);
      const nucleus: number[] = [];
      for (let sum = 0; sum < topP * total * (1 - 1e-9); sum += weights[nucleus.at(-1)!]!) nucleus.push(order[nucleus.length]!);
      const drawn = sampleToken(row, { temperature: 1, topP }, () => number);
      expect(nucleus.concat(order[nucleus.length] ?? [])).toContain(drawn);
    }),
  );
});

test("a sample's stream depends on seed and index alone, and streams differ", () => {
  const take = (seed: number, sample: number) => Array.from({ length: 5 }, sampleStream(seed, sample));
  expect(take(7, 3)).toEqual(take(7, 3));
  const streams = [0, 1, 2, 4294967295].flatMap((seed) => [0, 1, 2].map((sample) => take(seed, sample).join()));
  expect(new Set(streams).size).toBe(12);
  const many = Array.from({ length: 20_000 }, sampleStream(1, 0));
  expect(Math.min(...many)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...many)).toBeLessThan(1);
  // The mean of 20,000 uniform numbers has a standard deviation of 0.002.
  expect(many.reduce((sum, number) => sum + number, 0) / many.length).toBeCloseTo(0.5, 2);
});

test("the stream is sfc32 after 15 rounds", () => {
  const state = Uint32Array.of(5, 2, 0x9e3779b9, 1);
  const round = () => {
    const sum = Uint32Array.of(state[0]! + state[1]! + state[3]!)[0]!;
    state[3] = state[3]! + 1;
    state[0] = state[1]! ^ (state[1]! >>> 9);
    state[1] = state[2]! + (state[2]! << 3);
    state[2] = ((state[2]! << 21) | (state[2]! >>> 11)) + sum;
    return sum / 2 ** 32;
  };
  const numbers = Array.from({ length: 25 }, round).slice(15);
  expect(Array.from({ length: 10 }, sampleStream(5, 2))).toEqual(numbers);
});

test("log-probabilities and the likeliest tokens", () => {
  expect(halves[1]! - logPartition(halves)).toBeCloseTo(Math.log(0.3), 6);
  expect(logPartition(Float32Array.of(1000, 1000))).toBeCloseTo(1000 + Math.log(2), 3);
  expect(likeliestTokens(Float32Array.of(1, 5, 2, 5, 4), 3)).toEqual([1, 3, 4]);
  expect(likeliestTokens(halves, 0)).toEqual([]);
  expect(likeliestTokens(halves, 20)).toEqual([0, 1, 2, 3]);
});

test("P(Yes) sums every spelling of the word and nothing else", () => {
  const vocabulary = new Map([["Yes", 0], ["\u0120yes", 1], ["\u2581YES.", 2], ["No", 3], ["\u010ANo,", 4], ["Yesterday", 5], ["Not", 6], ["y", 7], [" yes!", 8], ["nose", 9]]);
  const words = yesNoTokens(vocabulary);
  expect(words).toEqual({ yes: [0, 1, 2, 8], no: [3, 4] });
  const logits = logitsOf(0.2, 0.1, 0.05, 0.3, 0.05, 0.1, 0.05, 0.05, 0.05, 0.05);
  expect(probabilityOf(words.yes, logits)).toBeCloseTo(0.4, 6);
  expect(probabilityOf(words.no, logits)).toBeCloseTo(0.35, 6);
});
