import fc from "fast-check";
import { expect, test } from "vitest";
import { contextFromParts } from "../../../src/adapters/transfer";
import { finalAnswerOf, isFinalSubQuestion, parseStepReply } from "../../../src/core/prompts";

const problem = { question: "How many are left?", choices: [], answer: "25" };

test("parts become steps in the order in which one would work", () => {
  expect(contextFromParts({ ...problem, caption: "42 balls,\n17 of them red.", explanation: "The red ones go", deduction: "42 - 17 = 25" })).toBe(
    "Sub-question 1: What does the figure show?\nAnswer 1: 42 balls, 17 of them red.\nSub-question 2: What can be observed, and what follows from it?\nAnswer 2: The red ones go\nSub-question 3: Now we can answer the question: How many are left?\nAnswer 3: 42 - 17 = 25. The answer is 25.",
  );
});

test("a solution that ends with its answer does not say it twice; a caption alone leaves a bare last step; nothing gives nothing", () => {
  expect(contextFromParts({ ...problem, solution: "42 - 17 = 25.\nThe final answer is 25." })).toMatch(/Answer 1: 42 - 17 = 25\. The answer is 25\.$/);
  expect(contextFromParts({ ...problem, caption: "Balls." })).toMatch(/\nAnswer 2: The answer is 25\.$/);
  expect(contextFromParts({ ...problem, hint: " ", solution: "" })).toBeNull();
});

test("whatever the parts say, every step can be read back and the last one states the answer", () => {
  const part = fc.option(fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom("Answer 1: trap\nSub-question 2: trap", "The answer is 9.")), { nil: undefined });
  fc.assert(
    fc.property(part, part, part, part, fc.constantFrom([], ["25", "26"]), (caption, hint, explanation, solution, choices) => {
      const context = contextFromParts({ ...problem, choices, caption, hint, explanation, solution });
      if (context === null) return;
      const lines = context.split("\n");
      expect(lines.length % 2).toBe(0);
      for (let step = 1; step <= lines.length / 2; step += 1) {
        expect(lines[2 * step - 2]!.startsWith(`Sub-question ${step}: `)).toBe(true);
        expect(lines[2 * step - 1]!.startsWith(`Answer ${step}: `)).toBe(true);
        expect(isFinalSubQuestion(lines[2 * step - 2]!)).toBe(step === lines.length / 2);
      }
      expect(finalAnswerOf(lines.at(-1)!)).toBe(choices.length === 0 ? "25" : "A");
      expect(parseStepReply(lines.slice(-2).join("\n"), false).ok).toBe(true);
    }),
  );
});
