import { expect, test } from "vitest";
import { scorerOf } from "../../../../src/bench";
import { benchProblem } from "../../../fixtures/bench-problem";

const colours = ["blue", "red", "green", "yellow"];
const numbers = ["6", "3", "4", "2"];
const sizes = ["small", "medium", "large"];

// Worked out from the rule: options, reference, reply, official, correct.
test.each<[readonly string[], string, string, number, number]>([
  [colours, "red", "(B)", 1, 1],
  [colours, "red", "B", 1, 1],
  [colours, "red", "The answer is B.", 1, 1],
  [colours, "red", "The answer is (B) red.", 1, 1],
  [colours, "red", "not (A) but (B)", 1, 1],
  [colours, "red", "(D)", 0, 0],
  [colours, "red", "D", 0, 0],
  [colours, "red", "red", 0, 1],
  [colours, "red", "Red", 0, 1],
  [colours, "red", "The answer is red.", 0, 1],
  [colours, "red", "Answer: red", 0, 1],
  [colours, "blue", "Answer: red", 1, 0],
  [colours, "red", "blue", 0, 0],
  [colours, "red", "I cannot tell", 0, 0],
  [numbers, "4", "(C)", 1, 1],
  [numbers, "4", "C", 1, 1],
  [numbers, "4", "4", 0, 1],
  [numbers, "4", "The answer is 4.", 0, 1],
  [numbers, "4", "5", 0, 0],
  [numbers, "4", "(E)", 0, 0],
  [sizes, "small", "(D)", 1, 0],
  [sizes, "small", "(A)", 1, 1],
  [sizes, "large", "large", 0, 1],
  [sizes, "small", "", 0, 0],
])("%j, %j: %j", (choices, answer, reply, official, correct) => {
  expect(scorerOf("puzzlevqa").score(benchProblem({ choices, references: [answer], gold: { answer, options: choices } }), reply, null)).toMatchObject({ official, correct });
});
