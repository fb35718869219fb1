import fc from "../../fixtures/properties";
import { expect, test } from "vitest";
import { compareAnswers, extractAnswer, groupAnswers } from "../../../src/core/answers";
import { answerPairs } from "../../fixtures/answer-pairs";

const fragments = ["1", "2", "12", "0.5", ".", ",", " ", "-", "+", "*", "/", "^", "(", ")", "[", "]", "{", "}", "\\frac", "\\sqrt", "\\boxed{", "\\text{", "\\left", "\\right", "\\begin{pmatrix}", "\\end{pmatrix}", "&", "\\\\", "$", "%", "°", "x", "y", "π", "e", "sin", "log_", "=", "<", "≤", "≠", "or", " and ", "∪", "∞", ":", "!", "|", "cm", " m/s", "A", "B)", "The answer is ", "not ", "答案是", "二分之一", "百", "×", "±", "half", "million", "\n", "**", "_", "'", "~", "$5", "⟦", "‖", "constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];
const garbage = fc.array(fc.constantFrom(...fragments), { maxLength: 25 }).map((parts) => parts.join(""));
const anything = fc.oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: "binary", maxLength: 60 }), garbage, fc.constantFrom(...Object.values(answerPairs).flat().flatMap(([a, b]) => [a, b])));

test("any text equals itself, and comparing is symmetric and never throws", () => {
  fc.assert(
    fc.property(anything, anything, (a, b) => {
      expect(compareAnswers(a, a).same).toBe(true);
      expect(compareAnswers(a, b)).toEqual(compareAnswers(b, a));
      const choices = [b, "12"];
      expect(compareAnswers(a, b, { choices })).toEqual(compareAnswers(b, a, { choices }));
      const stated = extractAnswer(a);
      expect(stated === null || stated.length > 0).toBe(true);
    }),
    { numRuns: 1500 },
  );
});

const inherited = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];

test.each(inherited)("%s, a name that every object knows, is a word like any other", (word) => {
  for (const text of [word, `${word}_1 + 2`, `5 ${word}`, `\\${word}{2}`, `x = ${word}`, `\\begin{${word}}1\\end{${word}}`, `${word}(2)`, `two ${word}`]) {
    expect(compareAnswers(text, text).same).toBe(true);
    for (const other of ["z", "12", "5 apples", ...inherited.filter((name) => name !== word)]) {
      expect(compareAnswers(text, other)).toEqual(compareAnswers(other, text));
      if (!/\d|two/.test(text)) expect(compareAnswers(text, other).same, `${text} | ${other}`).toBe(false);
    }
    extractAnswer(`The answer is ${text}.`);
    expect(groupAnswers([text, "z", text])).toEqual([[0, 2], [1]]);
  }
  expect(compareAnswers(word, word.toUpperCase()).same).toBe(true);
  expect(compareAnswers(word, `the ${word}`).same).toBe(true);
});

test("every answer is in exactly one group, with the answers equal to the group's first", () => {
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 12 }), (answers) => {
      const groups = groupAnswers(answers);
      expect(groups.flat().sort((a, b) => a - b)).toEqual(answers.map((_answer, index) => index));
      for (const [first, ...others] of groups) for (const other of others) expect(compareAnswers(answers[first!]!, answers[other]!).same).toBe(true);
      expect(groups.map(([first]) => first!)).toEqual(groups.map(([first]) => first!).sort((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
});

const fraction = fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: 1, max: 24 }));
const spellings = ([top, bottom]: readonly [number, number]): string[] => [`${top}/${bottom}`, `\\frac{${top}}{${bottom}}`, `${top * 3}/${bottom * 3}`, `$\\boxed{\\dfrac{${top}}{${bottom}}}$`, `The answer is ${top}/${bottom}.`, `x = ${top}/${bottom}`];

test("fractions in any spelling are equal exactly when their cross products are", () => {
  fc.assert(
    fc.property(fraction, fraction, fc.nat(5), fc.nat(5), (a, b, i, j) => {
      expect(compareAnswers(spellings(a)[i]!, spellings(b)[j]!).same).toBe(a[0] * b[1] === b[0] * a[1]);
    }),
    { numRuns: 1000 },
  );
});

test("polynomials are equal exactly when their coefficients are", () => {
  const root = fc.integer({ min: -5, max: 5 });
  const factor = (value: number) => `(x ${value < 0 ? "+" : "-"} ${Math.abs(value)})`;
  fc.assert(
    fc.property(root, root, root, root, (a, b, c, d) => {
      const expanded = `x^2 + ${-(c + d)}x + ${c * d}`;
      expect(compareAnswers(factor(a) + factor(b), expanded).same).toBe(a + b === c + d && a * b === c * d);
    }),
    { numRuns: 500 },
  );
});

test.each(["(", "{", "[", "\\frac{", "\\sqrt{", "\\boxed{", "1,", "1 ", "x^", "-", "a b ", "1/", "The answer is ", "答案是", "_", "* ", "$", "|", "A or ", "9^", "!", "°", "one hundred ", "∪(1,2)", "\\left(", "5 ft ", "1:", "=", "<", "\\text{a}", "二分之", ". ", "the ratio ", "\n", "'\"", "㎡", "½", "ⁿ", "\\begin{pmatrix}1", "is not "])("10,000 characters of %j are answered", (unit) => {
  const long = unit.repeat(Math.ceil(10_000 / unit.length));
  for (const length of [300, 1400, 10_000]) {
    const text = long.slice(0, length);
    expect(compareAnswers(text, text).same).toBe(true);
    expect(compareAnswers(text, `${text}7`).rule).not.toBe("");
    expect(compareAnswers(text, "12").same).toBe(compareAnswers("12", text).same);
  }
});
