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

// Options, reply, the option that it settles on.
test.each<[readonly string[], string, string | null]>([
  [colours, "(A) no, (C)", "green"],
  [colours, "(A). No, wait, it is (C).", "green"],
  [colours, "Blue, sorry, I mean red", "red"],
  [colours, "The answer is (A). Actually, the answer is (D).", "yellow"],
  [colours, "(C), not (A)", "green"],
  [colours, "(C), actually the pattern shows it", "green"],
  [colours, "(C). No, not (A) at all.", "green"],
  [colours, "I think it is Blue", "blue"],
  [colours, "I think it is Blue.", "blue"],
  [colours, "So the missing color is yellow.", "yellow"],
  [colours, "I think it is not blue", null],
  [colours, "it is blue or red", null],
  [colours, "No, the pattern has no end", null],
  [["no change", "up", "down"], "no change", "no change"],
])("%j: %j settles on %j", (choices, reply, settled) => {
  for (const answer of choices) {
    for (const [said, given] of [[reply, null], [null, reply]] as const) {
      const score = scorerOf("puzzlevqa").score(benchProblem({ choices, references: [answer], gold: { answer, options: choices } }), said, given);
      expect({ answer, correct: score.correct, ours: score.ours }).toEqual({ answer, correct: Number(answer === settled), ours: Number(answer === settled) });
    }
  }
});
