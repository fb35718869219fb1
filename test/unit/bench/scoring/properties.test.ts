import fc from "../../../fixtures/properties";
import { expect, test } from "vitest";
import { scorerOf, type BenchProblem } from "../../../../src/bench";
import { readVerdict } from "../../../../src/bench/scoring/judge/verdict";
import { benchProblem } from "../../../fixtures/bench-problem";

const names = ["mathvista", "mathvision", "charxiv", "scienceqa", "mmmu", "vizwiz", "puzzlevqa", "manifest"];
const pieces = fc.constantFrom("The answer is ", "(A)", "B", ".", "\\boxed{", "}", "{", "\\frac", "\\sqrt[", "]", "[1, 2", "=", "is ", "so ", "1,000", "%", "-", "e9999", "\n", "$", "^", "\u0000", "（", "nan", "答案是", "(((((((((", "🙂");
const replies = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")));
const golds: readonly BenchProblem[] = [
  benchProblem({ references: ["7"], gold: {} }),
  benchProblem({ references: ["7"], gold: { answer: "7", answer_type: "integer", inst_category: 3, answers: ["7"], options: [] } }),
  benchProblem({ references: ["0.5"], gold: { answer: "0.5", answer_type: "float", precision: 1, inst_category: 4, answers: ["0.5"], options: [] } }),
  benchProblem({ references: ["(1,2)"], gold: { answer: "(1,2)", answer_type: "list", inst_category: 1, answers: [] } }),
  benchProblem({ choices: ["x", "", "x"], references: ["x"], gold: { answer: "A", question_type: "multi_choice", answers: ["A"], options: ["x", "", "x"] } }),
];

test.each(names)("%s never throws and stays within [0, 1]", (name) => {
  fc.assert(
    fc.property(fc.constantFrom(...golds), fc.option(replies), fc.option(replies), fc.boolean(), (problem, reply, answer, guess) => {
      const score = scorerOf(name, guess ? { guess: { seed: 1 } } : {}).score(problem, reply, answer);
      for (const value of [score.correct, score.ours, score.official ?? 0]) expect(value >= 0 && value <= 1).toBe(true);
      if ((reply ?? "").trim() === "" && (answer ?? "").trim() === "") expect(score).toMatchObject({ correct: 0, ours: 0, official: 0, rule: "unanswered" });
    }),
    { numRuns: 150 },
  );
});

test("very long replies are scored", () => {
  for (const name of names) for (const problem of golds) expect(() => scorerOf(name).score(problem, "(".repeat(50_000) + "x is ".repeat(20_000), null)).not.toThrow();
});

test("a verdict is read or not, whatever a judge says", () => {
  fc.assert(fc.property(fc.oneof(replies, fc.json()), (text) => [0, 1, undefined].includes(readVerdict(text)?.score)));
});
