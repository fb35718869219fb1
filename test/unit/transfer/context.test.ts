import fc from "../../fixtures/properties";
import { expect, test } from "vitest";
import { contextFromParts, inspectImport } from "../../../src/adapters/transfer";
import { finalAnswerOf, isFinalSubQuestion, parseStepReply } from "../../../src/core/prompts";
import { folder, never, put, squares } from "./make";

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

test("a list of steps becomes a context, whatever its fields are called; a last step that does not end it is followed by one that does", async () => {
  const below = await folder();
  const record = (image: string, steps: unknown, more: object = {}): string => `${JSON.stringify({ file: image, question: "How many are left?", answer: "25", steps, ...more })}\n`;
  await put(below, {
    ...(await squares(3)),
    "set.jsonl": record("0.png", [{ sub_question: "How many are there?", answer: "42\nin all" }, { sub_question: "Now we can answer the question: How many are left?", answer: "42 - 17 = 25." }])
      + record("1.png", [{ Question: "How many?", "sub-answer": 42 }], { choices: ["24", "25"] })
      + record("2.png", [{ sub_question: "How many?" }]),
  });
  const { mapping, samples } = await inspectImport(below, { signal: never() });
  expect(mapping).toMatchObject({ image: "file", context: "steps" });
  expect(samples.map(({ exemplar }) => exemplar.context)).toEqual([
    "Sub-question 1: How many are there?\nAnswer 1: 42 in all\nSub-question 2: Now we can answer the question: How many are left?\nAnswer 2: 42 - 17 = 25. The answer is 25.",
    "Sub-question 1: How many?\nAnswer 1: 42\nSub-question 2: Now we can answer the question: How many are left?\nAnswer 2: The answer is B.",
    null,
  ]);
});
