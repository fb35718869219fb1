import { expect, test } from "vitest";
import { scorerOf } from "../../../../src/bench";
import { benchProblem } from "../../../fixtures/bench-problem";

// Worked out from the rubric: category, reference, reply, score.
test.each<[number, string, string, number]>([
  [1, "Joint-CNN", "Joint-CNN", 1],
  [1, "Joint-CNN", "joint-cnn", 1],
  [1, "Joint-CNN", "The answer is Joint-CNN.", 1],
  [1, "alpha", "α", 1],
  [1, "$R^2_{t,h,v,m}$", "R^2_t,h,v,m", 1],
  [1, "ACC+", "ACC", 0],
  [1, "P-101", "P=101", 0],
  [1, "b", "(b)", 1],
  [1, "blue, red", "red, blue", 1],
  [1, "blue, red", "red and blue", 1],
  [1, "blue, red", "blue", 0],
  [1, "blue", "blue, red", 0],
  [2, "Yes", "yes", 1],
  [2, "Yes", "No", 0],
  [2, "increasing then decreasing", "increasing", 0],
  [3, "40,000", "40000", 1],
  [3, "40000", "The answer is 40,000.", 1],
  [3, "1e+06", "1000000", 1],
  [3, "10^-6", "0.000001", 1],
  [3, "85.5%", "85.5", 1],
  [3, "-15%", "-15", 1],
  [3, "-15%", "15%", 0],
  [3, "0.01", "0.012", 0],
  [3, "0.01", "10^-2", 1],
  [3, "1500", "1.5e3", 1],
  [3, "30, 40", "30, 40", 1],
  [3, "30, 40", "40, 30", 0],
  [3, "30, 40", "30", 0],
  [4, "3", "3.0", 1],
  [4, "3", "3.1", 0],
  [4, "0.25", "0.25", 1],
])("category %i, %j: %j", (category, answer, reply, correct) => {
  const problem = benchProblem({ references: [answer], gold: { answer, inst_category: category } });
  expect(scorerOf("charxiv").score(problem, reply, null)).toMatchObject({ correct, official: null });
});

test("no answer is wrong without a judge", () => {
  expect(scorerOf("charxiv").score(benchProblem({ references: ["3"], gold: { answer: "3", inst_category: 4 } }), null, null)).toMatchObject({ correct: 0, official: 0, rule: "unanswered" });
});
