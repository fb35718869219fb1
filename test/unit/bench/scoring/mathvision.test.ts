import { expect, test } from "vitest";
import { latexValue } from "../../../../src/bench/scoring/mathvision/latexValue";
import { scorerOf } from "../../../../src/bench";
import { benchProblem } from "../../../fixtures/bench-problem";

const options = ["6", "7", "8", "9", "10"];

// Worked out from the rule: reference, options, reply, official, correct.
test.each<[string, readonly string[], string, number, number]>([
  ["C", options, "C", 1, 1],
  ["C", options, "The answer is C.", 1, 1],
  ["C", options, "We count them, so (C).", 1, 1],
  ["C", options, "(C)\nbecause there are eight", 1, 1],
  ["C", options, "\\boxed{C}", 1, 1],
  ["C", options, "\\boxed{8}", 1, 1],
  ["C", options, "\\boxed{A}, no: \\boxed{C}", 1, 1],
  ["C", options, "The total is 8.", 1, 1],
  ["C", options, "B", 0, 0],
  ["C", options, "\\boxed{\\text{C}}", 1, 1],
  ["C", options, "\\boxed{(C)}", 1, 1],
  ["$\\displaystyle 8$", [], "8", 1, 1],
  ["59", [], "the correct answer is 59", 1, 1],
  ["C", [], "C", 1, 1],
  ["61", [], "\\boxed{x = 61}", 1, 1],
  ["61", [], "61.004", 1, 1],
  ["61", [], "61.006", 0, 0],
  ["0.001", [], "0.004", 1, 0],
  ["0.05", [], "0.05", 1, 1],
  ["Sunday", [], "Sunday", 1, 1],
  ["Sunday", [], "\\boxed{\\text{Sunday}}", 0, 1],
  ["\\frac{1}{2}", [], "\\frac12", 0, 1],
  ["\\frac{1}{2}", [], "\\dfrac{1}{2}", 1, 1],
  ["\\frac{1}{2}", [], "1/2", 1, 1],
  ["\\frac{1}{2}", [], ".5", 1, 1],
  ["2", [], "\\sqrt[3]{8}", 0, 1],
  ["2\\sqrt{3}", [], "2\\sqrt3", 1, 1],
  // Published predictions show that dollar signs do not matter there.
  ["$4 \\pi$", [], "4\\pi", 1, 1],
  ["$4 \\pi$", [], "12.57", 1, 1],
  ["$4 \\pi$", [], "4π", 0, 1],
  // They also show that a colon divides, and that what follows a stray brace is not read.
  ["1", [], "1:1", 1, 0],
  ["\\frac{1}{4}", [], "\\boxed{\\frac{1}{4}} of the area. The answer is: \\frac{1}{4}", 1, 1],
  ["$\\boxed{\\frac{16}{7}}$", [], "\\frac{16}{7}", 0, 1],
  ["\\frac{360}7", [], "\\frac{360}{7}", 0, 1],
  ["69{degrees}", [], "69", 0, 1],
  ["8\\sqrt{3}{squareinches}", [], "8\\sqrt{3}", 0, 1],
  ["$\\frac{90}{23}^{\\circ}$", [], "\\frac{90}{23}", 0, 1],
  ["1:2", [], "1:2", 1, 1],
  ["1:2", [], "0.5", 1, 0],
  ["(3,-4)", [], "(3, -4)", 1, 1],
  ["(3,-4)", [], "(3.001,-4)", 1, 1],
  ["(3,-4)", [], "(3,4)", 0, 0],
  ["(3,-4)", [], "[3,-4]", 0, 0],
  ["45^2", [], "2025", 1, 1],
  ["7/3", [], "\\frac{7}{3}", 1, 1],
  ["7/3", [], "2.33", 1, 1],
  ["11 ", [], "11", 1, 1],
  ["\frac{36}{13}", [], "\\frac{36}{13}", 0, 1],
  ["17", [], "The answer is 17 km", 1, 1],
  ["17", [], "", 0, 0],
])("%j %j: %j", (answer, choices, reply, official, correct) => {
  const references = [choices["ABCDE".indexOf(answer)] ?? answer];
  expect(scorerOf("mathvision").score(benchProblem({ choices, references, gold: { answer, options: choices } }), reply, null)).toMatchObject({ official, correct });
});

test.each<[string, boolean, number | null]>([
  ["1+2*3", true, 7], ["-2^2", true, -4], ["2^{-1}", true, 0.5], ["2\\times(3+4)", true, 14], ["\\frac{1}{2}\\cdot4", true, 2], ["3\\sqrt{4}", true, 6], ["\\sqrt[3]{-8}", false, -2], ["\\frac12", false, 0.5], ["\\frac123", false, 1.5],
  ["\\frac12", true, null], ["\\sqrt[3]{8}", true, 2], ["1:4", true, 0.25], ["1:4", false, null], ["$3$", true, 3], ["7}x", true, 7], ["7}x", false, null], ["x+1", false, null], ["(1", false, null], ["1)", false, null], ["", false, null], ["1/0", false, null],
])("%s (strict: %s) is %s", (text, strict, value) => {
  const read = latexValue(text, strict);
  if (value === null) expect(read).toBeNull();
  else expect(read).toBeCloseTo(value, 12);
});
