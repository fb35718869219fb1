import { describe, expect, test } from "vitest";
import { editDistance, nearest } from "../../../../src/bench/scoring/editDistance";
import { parsePythonFloat, pythonFloatText, pythonRound } from "../../../../src/bench/scoring/python";
import { scorerOf } from "../../../../src/bench";
import { benchProblem } from "../../../fixtures/bench-problem";

const lengths = ["3 cm", "5 cm", "7 cm"];
const choice = (choices: readonly string[], answer: string) => benchProblem({ choices, references: [answer], gold: { answer, question_type: "multi_choice", answer_type: "text" } });
const whole = (answer: string) => benchProblem({ references: [answer], gold: { answer, question_type: "free_form", answer_type: "integer" } });
const decimal = (answer: string, precision: number) => benchProblem({ references: [answer], gold: { answer, question_type: "free_form", answer_type: "float", precision } });
const list = benchProblem({ references: ["[1, 2, 3]"], gold: { answer: "[1, 2, 3]", question_type: "free_form", answer_type: "list" } });

// Worked out from the rule: problem, reply, official, correct.
test.each([
  ["an option's text", choice(lengths, "5 cm"), "5 cm", 1, 1],
  ["a letter in brackets", choice(lengths, "5 cm"), "(B)", 1, 1],
  ["a small letter in brackets", choice(lengths, "5 cm"), "(b)", 1, 1],
  ["a lone letter", choice(lengths, "5 cm"), "B", 1, 1],
  ["a lone small letter is the nearest text, all equally far", choice(lengths, "5 cm"), "b", 0, 1],
  ["the quick rule", choice(lengths, "5 cm"), 'The answer is "B".', 1, 1],
  ["the stated answer stands in for the extracting model", choice(lengths, "5 cm"), "The middle bar is taller. The answer is B.", 1, 1],
  ["of two letters in brackets the first", choice(lengths, "5 cm"), "(C) or (B)", 0, 0],
  ["an absurd text becomes the first of the nearest options", choice(lengths, "3 cm"), "xyz", 1, 0],
  ["a letter beyond the options", choice(lengths, "5 cm"), "D", 0, 0],
  ["nearly an option's text", choice(lengths, "5 cm"), "5cm", 1, 1],
  ["the first of two equal options", choice(["2", "4", "4", "6"], "4"), "B", 1, 1],
  ["the second of two equal options", choice(["2", "4", "4", "6"], "4"), "C", 1, 1],
  ["options that are letters", choice(["A", "B", "C", "D"], "B"), "B", 1, 1],
  ["an option that reads as another option's letter", choice(["(c)", "(a)", "(e)", "(d)", "(b)"], "(b)"), "(b)", 0, 1],
  ["the letter of that option", choice(["(c)", "(a)", "(e)", "(d)", "(b)"], "(b)"), "E", 1, 1],
  ["full-width brackets", choice(["30°", "45°", "60°"], "45°"), "（B）", 0, 1],
  ["an integer", whole("14"), "14", 1, 1],
  ["blanks around it", whole("14"), " 14 ", 1, 1],
  ["a fraction is cut off", whole("14"), "14.7", 1, 0],
  ["cut towards zero", whole("0"), "-0.5", 1, 0],
  ["a thousands' comma", whole("1000"), "1,000", 0, 1],
  ["a percent sign", whole("50"), "50%", 0, 1],
  ["a currency sign", whole("3"), "$3", 0, 1],
  ["a power of ten", whole("1000"), "1e3", 1, 1],
  ["a number word", whole("14"), "fourteen", 0, 1],
  ["no number", whole("14"), "nan", 0, 0],
  ["infinity", whole("14"), "inf", 0, 0],
  ["another integer", whole("14"), "15", 0, 0],
  ["a float", decimal("1.5", 1), "1.5", 1, 1],
  ["a trailing zero", decimal("1.5", 1), "1.50", 1, 1],
  ["rounded to the precision", decimal("1.5", 1), "1.46", 1, 1],
  ["1.45 lies below its decimals", decimal("1.5", 1), "1.45", 0, 0],
  ["a true tie goes to the even digit", decimal("0.2", 1), "0.25", 1, 1],
  ["printed with one zero, not two", decimal("1.0", 2), "1", 1, 1],
  ["a currency sign before a float", decimal("1.5", 1), "$1.5", 0, 1],
  ["a list", list, "[1, 2, 3]", 1, 1],
  ["blanks in a list count officially", list, "[1,2,3]", 0, 1],
  ["another order", list, "[3, 2, 1]", 0, 0],
  ["the same numbers as floats", list, "[1.0, 2.0, 3.0]", 0, 1],
  ["no reply", whole("14"), "  ", 0, 0],
])("%s", (_, problem, reply, official, correct) => {
  expect(scorerOf("mathvista").score(problem, reply, null)).toMatchObject({ official, correct, guessed: false });
});

test("says which rule decided", () => {
  const rule = (reply: string): string => scorerOf("mathvista").score(choice(lengths, "5 cm"), reply, null).rule;
  expect([rule("(B)"), rule("5 cm"), rule("xyz"), rule("")]).toEqual(["letter", "choiceText", "nearestChoice", "unanswered"]);
});

test("a method's answer counts where the reply is long", () => {
  expect(scorerOf("mathvista").score(whole("7"), "Step 3: 10 - 3 = 7.", "7")).toMatchObject({ official: 1, correct: 1, ours: 1 });
  expect(scorerOf("mathvista").score(whole("7"), null, "7")).toMatchObject({ official: 1, correct: 1 });
  expect(scorerOf("mathvista").score(whole("7"), null, null)).toMatchObject({ official: 0, correct: 0, ours: 0, rule: "unanswered" });
});

describe("numbers as Python has them", () => {
  test.each([
    [1, "1.0"], [-2, "-2.0"], [0.1, "0.1"], [0.0001, "0.0001"], [0.00001, "1e-05"], [1.5e-7, "1.5e-07"], [1e15, "1000000000000000.0"], [1e16, "1e+16"], [0, "0.0"], [-0, "-0.0"], [NaN, "nan"], [-Infinity, "-inf"],
  ])("%s is printed as %s", (value, text) => expect(pythonFloatText(value)).toBe(text));

  test.each([
    [2.675, 2, 2.67], [0.125, 2, 0.12], [0.375, 2, 0.38], [-0.125, 2, -0.12], [2.5, 0, 2], [3.5, 0, 4], [1.005, 2, 1], [1e22, 2, 1e22], [1234.5678, 2, 1234.57],
  ])("%s to %s decimals is %s", (value, decimals, rounded) => expect(pythonRound(value, decimals)).toBe(rounded));

  test.each([
    ["1_000", 1000], [" +3 ", 3], [".5", 0.5], ["5.", 5], ["1e-3", 0.001], ["Infinity", Infinity], ["1,000", null], ["0x10", null], ["", null], [".", null], ["1__0", null],
  ])("%s reads as %s", (text, value) => expect(parsePythonFloat(text)).toBe(value));
});

test("edit distance", () => {
  expect([editDistance("kitten", "sitting"), editDistance("", "abc"), editDistance("flaw", "lawn"), editDistance("same", "same")]).toEqual([3, 3, 2, 0]);
  expect([nearest("lime", ["line", "time", "x"]), nearest("", []), nearest("", ["abc", "ab", "cd"])]).toEqual([0, -1, 1]);
});
