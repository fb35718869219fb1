import { expect, test } from "vitest";
import { scorerOf } from "../../../../src/bench";
import { benchProblem } from "../../../fixtures/bench-problem";

const choices = ["$6", "$7", "$8", "$9"];
const problem = benchProblem({ choices, references: ["$7"], gold: { answer: "B", answers: ["B"] } });

// Worked out from the rule: reply, official, correct.
test.each<[string, number, number]>([
  ["B", 1, 1],
  ["(B)", 1, 1],
  ["B.", 1, 1],
  ["'B'", 1, 1],
  ["The answer is B.", 1, 1],
  ["Answer: (B)", 1, 1],
  ["**B**", 0, 1],
  ["b", 0, 1],
  ["$7", 0, 1],
  ["It is $7 as the total of both columns shows", 1, 1],
  ["A good guess is B", 1, 1],
  ["I think B fits. A person can see it", 0, 1],
  ["(A) or rather (B)", 1, 1],
  ["Neither (A) nor (C), so (B)!", 1, 1],
  ["The correct option is B because 3 + 4 = 7.", 1, 1],
  ["A", 0, 0],
  ["(C)", 0, 0],
  ["E", 0, 0],
  ["B, C", 0, 0],
  ["B.'", 0, 1],
  ["I do not know", 0, 0],
  ["", 0, 0],
])("options: %j", (reply, official, correct) => {
  expect(scorerOf("mmmu").score(problem, reply, null)).toMatchObject({ official, correct, guessed: false });
});

test.each<[readonly string[], string, number]>([
  [["24/7", "3.429"], "3.43", 1],
  [["24/7", "3.429"], "24/7", 1],
  [["24/7", "3.429"], "The ratio is 24/7.", 1],
  [["24/7", "3.429"], "3.42", 0],
  [["$MgS$", "MgS"], "MgS", 1],
  [["$MgS$", "MgS"], "So the compound is MgS", 1],
  [["$MgS$", "MgS"], "MgO", 0],
  [["Tampa", "Florida"], "tampa, florida", 1],
  [["Tampa", "Florida"], "not Tampa", 1],
  [["Tampa", "Florida"], "Miami", 0],
  [["1.06"], "The profit is $1.06 million", 1],
  [["1.06"], "1.064", 1],
  [["1.06"], "1.07", 0],
  [["1060"], "1,060", 1],
  [["1060"], "1.06e3", 1],
  [["5"], "15", 0],
  [["12"], "area = 12", 1],
  [["12"], "First it is 10.\nIn the end it is 12", 1],
  [["x"], "x", 1],
  [["x"], "max", 0],
  // Nothing after "is": the official code takes another, empty of content.
  [["-3.25"], "therefore is \n C. -3.25 result", 0],
  [["12"], "", 0],
])("open %j: %j", (answers, reply, official) => {
  const open = benchProblem({ references: answers, gold: { answer: answers[0]!, answers } });
  expect(scorerOf("mmmu").score(open, reply, null)).toMatchObject({ official, correct: official });
});

test("guesses are asked for and said", () => {
  expect(scorerOf("mmmu").score(problem, "no idea", null)).toMatchObject({ rule: "unparsed", guessed: false, official: 0 });
  const scorer = scorerOf("mmmu", { guess: { seed: 42 } });
  const scores = Array.from({ length: 400 }, (_, index) => scorer.score({ ...problem, id: String(index) }, "no idea", null));
  expect(scores.every((score) => score.guessed && score.correct === 0)).toBe(true);
  expect(Math.abs(scores.filter((score) => score.official === 1).length / 400 - 0.25)).toBeLessThan(0.08);
});
