import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "../../fixtures/properties";
import { describe, expect, test } from "vitest";
import { checkArithmetic } from "../../../src/core/answers";

const verdict = (text: string): string => {
  const { checked, wrong } = checkArithmetic(text);
  return wrong.length > 0 ? "wrong" : checked > 0 ? "right" : "unknown";
};

describe("calculations that are stated", () => {
  test.each([
    ["42 - 17 = 25. The answer is 25.", "right"],
    ["42 - 17 = 35. The answer is 35.", "wrong"],
    ["The difference is 42 - 17 = 25 tickets.", "right"],
    ["So 42 - 17 = 24 tickets are left.", "wrong"],
    ["1,200 + 300 = 1,500", "right"],
    ["1,200 + 300 = 1,600", "wrong"],
    ["0.1 + 0.2 = 0.3", "right"],
    ["0.1 + 0.25 = 0.45", "wrong"],
    ["6 × 7 = 42", "right"],
    ["6 · 7 = 43", "wrong"],
    ["6 x 7 = 48", "wrong"],
    ["84 ÷ 2 = 42", "right"],
    ["$6 \\times 7 = 42$", "right"],
    ["\\(84 \\div 2 = 41\\)", "wrong"],
    ["\\frac{1}{2} \\cdot 6 = 3", "right"],
    ["$\\frac{1}{2} + \\frac{1}{3} = \\frac{2}{5}$", "wrong"],
    ["2 + 3 + 4 = 9", "right"],
    ["2 + 3 + 4 = 10", "wrong"],
    ["2 + 3 = 5 = 10 / 2", "right"],
    ["2 + 3 = 5 = 10 / 3", "wrong"],
    ["x = 180 - 65 = 115", "right"],
    ["x = 180 - 65 = 125", "wrong"],
    ["180° - 65° - 95° = 20°", "right"],
    ["180^\\circ - 65^\\circ = 105^\\circ", "wrong"],
    ["65 degrees + 95 degrees = 160 degrees", "right"],
    ["12 cm + 5 cm = 18 cm", "wrong"],
    ["42 tickets - 17 tickets = 25 tickets", "right"],
    ["$12 + $5 = $17", "right"],
    ["15 / 60 = 25%", "right"],
    ["15 / 60 * 100 = 25%", "right"],
    ["20% of 50 = 10", "right"],
    ["20% of 50 = 12", "wrong"],
    ["40% + 25% = 75%", "wrong"],
    ["2(3 + 4) = 14", "right"],
    ["5^2 - 1 = 24", "right"],
    ["5² - 1 = 9", "wrong"],
    ["√16 + 1 = 5", "right"],
    ["2 1/2 + 1 = 3 1/2", "right"],
    ["- 42 + 17 = 59", "right"],
    ["- 42 + 17 = 58", "wrong"],
    ["-42 + 17 = -25", "right"],
    ["−42 + 17 = 25", "wrong"],
    ["1. 42 + 17 = 59\n2. 59 - 9 = 40", "wrong"],
    ["The total (3 + 4 = 8) is shown.", "wrong"],
    ["**3 + 4 = 8**", "wrong"],
  ])("%j is %s", (text, expected) => expect(verdict(text)).toBe(expected));
});

describe("rounding is no mistake", () => {
  test.each(["10 / 3 = 3.33", "10 / 3 = 3.3", "2 / 3 = 0.67", "2 / 3 = 0.66", "3.14 × 25 = 78.54", "2 × π × 3 = 18.85", "7 / 2 = 3", "0.33 * 3 = 1", "√2 = 1.414", "50 / 60 = 83.3%"])("%j", (text) => expect(verdict(text)).toBe("right"));
  test.each(["10 / 3 = 3.5", "10 / 4 = 2.6", "2 / 3 = 0.7777", "3.14 × 25 = 80.5"])("but %j is wrong", (text) => expect(verdict(text)).toBe("wrong"));
});

describe("what is not understood for certain is never wrong", () => {
  test.each([
    "", "25", "x + 3 = 5", "2x + 3 = 7", "f(3 + 2) = 9", "The angle = 65", "x = 3", "3 = 5", "3 + 4 = ?", "3 + 4 ≈ 8", "3 + 4 ≠ 8", "3 + 4 ≤ 8",
    "2 m + 3 = 5 km", "half of 3 + 5 = 4", "The square root of 9 + 7 = 4", "sin 30 + 1 = 1.5", "7 mod 3 + 1 = 3", "13 / 5 = 2 remainder 3", "7 / 2 = 3 and a half",
    "If 3 + 4 = 8, then", "3 + 4 = 8 is wrong", "It is not 3 + 4 = 8", "3 + 4 = 7 hundred", "3:45 + 15 = 4:00", "3,5 + 1 = 4,5", "2 + 3 = 5x", "200 + 10% = 220",
    "100 C + 5 = 278", "total 5 + a = 7", "x1 + 2 = 3", "1/0 = 5", "2 + 3 = 6 times 1", "30 minutes + 1 hour = 90 minutes", "5 cm × 3 cm = 15 cm²", "1990-2000 = 10 years", "|3 - 5| = 2",
  ])("%j", (text) => expect(checkArithmetic(text).wrong).toEqual([]));
  test("any text is read without a throw, and quickly", () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom("1", "2", "0", ".", ",", "+", "-", "*", "/", "=", "(", ")", "%", " ", "\n", "x", "a", "\\frac", "{", "}", "^", "√", "°", "$", ":") }), (text) => void checkArithmetic(text)));
    expect(checkArithmetic("1+".repeat(50_000) + "=3").wrong).toEqual([]);
  });
});

test("sums of whole numbers: right exactly where they are", () => {
  const integer = fc.integer({ min: 0, max: 99_999 });
  fc.assert(fc.property(integer, integer, fc.integer({ min: -5, max: 5 }), fc.constantFrom("+", "-", "*"), (a, b, off, operator) => {
    const value = operator === "+" ? a + b : operator === "-" ? a - b : a * b;
    expect(verdict(`So ${a} ${operator} ${b} = ${value + off}.`)).toBe(off === 0 ? "right" : "wrong");
  }));
});

test("the sample model's own steps: the one wrong calculation among them is found", () => {
  const lines = readFileSync(path.join(import.meta.dirname, "../../fixtures/sample-model-reference.jsonl"), "utf8").trim().split("\n");
  const checks = lines.flatMap((line) => (JSON.parse(line) as { steps: { answer: string }[] }).steps.map(({ answer }) => checkArithmetic(answer)));
  expect(checks.flatMap(({ wrong }) => wrong)).toEqual(["7 - 1 - 1 = 4"]);
  expect(checks.reduce((sum, { checked }) => sum + checked, 0)).toBe(10);
});

const heldout = path.join(process.env["FIGTREE_SHARED"] ?? path.join(import.meta.dirname, "../../../../shared"), "data/sample-model/heldout-300/manifest.jsonl");
test.skipIf(!existsSync(heldout))("300 worked figures: no right calculation is called wrong, and each that is spoilt is", () => {
  const answers = readFileSync(heldout, "utf8").trim().split("\n").flatMap((line) => (JSON.parse(line) as { steps: { answer: string }[] }).steps.map(({ answer }) => answer));
  const checks = answers.map(checkArithmetic);
  expect(checks.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(checks.filter(({ checked }) => checked > 0).length).toBeGreaterThan(300);
  const spoilt = answers.map((answer) => answer.replace(/(= )(\d+)(\.)/, (_all, equals: string, result: string, stop: string) => `${equals}${Number(result) + 1}${stop}`));
  spoilt.forEach((answer, index) => answer !== answers[index] && checks[index]!.checked > 0 && expect(checkArithmetic(answer).wrong.length, answer).toBeGreaterThan(0));
});
