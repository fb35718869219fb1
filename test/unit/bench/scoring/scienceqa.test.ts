import { expect, test } from "vitest";
import { scorerOf } from "../../../../src/bench";
import { benchProblem } from "../../../fixtures/bench-problem";

const choices = ["West Virginia", "Louisiana", "Arizona", "Oklahoma"];
const problem = benchProblem({ choices, references: [choices[0]!], gold: { answer: 0, choices } });

// Worked out from the rule: reply, official, correct.
test.each<[string, number, number]>([
  ["The answer is A.", 1, 1],
  ["The answer is A.\n", 1, 1],
  ["**The answer is A.**", 1, 1],
  ["The answer is A. BECAUSE: it lies farthest north.", 1, 1],
  ["The answer is B.", 0, 0],
  ["The answer is E.", 0, 0],
  ["A", 0, 1],
  ["a", 0, 1],
  ["(A)", 0, 1],
  ["Answer: A", 0, 1],
  ["The answer is A", 0, 1],
  ["The answer is (A).", 0, 1],
  ["the answer is A.", 0, 1],
  ["The answer is  A.", 0, 1],
  ["The answer is a.", 0, 1],
  ["The answer is A: West Virginia.", 1, 1],
  ["The answer is Arizona.", 1, 0],
  ["The answer is West Virginia.", 0, 1],
  ["West Virginia", 0, 1],
  ["Option A is correct", 0, 1],
  ["The answer is A. The answer is A.", 0, 1],
  ["The answer is A. Or rather: The answer is B.", 0, 0],
  ["The answer is B. No, the answer is A.", 0, 1],
  ["Louisiana", 0, 0],
  ["I do not know.", 0, 0],
  ["", 0, 0],
])("%j", (reply, official, correct) => {
  expect(scorerOf("scienceqa").score(problem, reply, null)).toMatchObject({ official, correct, guessed: false });
});

test("two options of the same text are the same option", () => {
  const twice = benchProblem({ choices: ["yes", "no", "yes"], references: ["yes"], gold: { answer: 0 } });
  expect(scorerOf("scienceqa").score(twice, "The answer is C.", null)).toMatchObject({ official: 0, correct: 1 });
});

test("guesses are seeded, said, and right as often as chance", () => {
  const scorer = scorerOf("scienceqa", { guess: { seed: 3 } });
  const scores = Array.from({ length: 400 }, (_, index) => scorer.score({ ...problem, id: String(index) }, "no idea", null));
  expect(scores.every((score) => score.guessed && score.rule === "guess" && score.correct === 0)).toBe(true);
  const share = scores.filter((score) => score.official === 1).length / scores.length;
  expect(share).toBeGreaterThan(0.17);
  expect(share).toBeLessThan(0.33);
  expect(scorer.score({ ...problem, id: "17" }, "no idea", null)).toEqual(scores[17]);
  expect(scorer.score(problem, "The answer is A.", null)).toMatchObject({ official: 1, guessed: false });
});
