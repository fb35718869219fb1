import { expect, test } from "vitest";
import { buildMessages, correctnessText, directText, stepText, usefulnessText } from "../../../src/core/prompts";
import { testImage } from "../../fixtures/run-solve";

const steps = [{ subQuestion: "Which angles are labelled?", answer: "65 and 95." }];

test("the user turn of each call, to the letter", () => {
  expect(stepText("Find the unknown angle.", [], [], false)).toBe("Question: Find the unknown angle.\nSub-question 1:");
  expect(stepText("Find the unknown angle.", [], steps, false)).toBe("Question: Find the unknown angle.\nSub-question 1: Which angles are labelled?\nAnswer 1: 65 and 95.\nSub-question 2:");
  expect(stepText("Find the unknown angle.", [], steps, true)).toMatch(/\nSub-question 2: Now we can answer the question:$/);
  expect(usefulnessText("Find the unknown angle.", [], steps, "What is their sum?")).toBe(
    "Question: Find the unknown angle.\nSub-question 1: Which angles are labelled?\nAnswer 1: 65 and 95.\nSub-question 2: What is their sum?\nAre the sub-questions useful for answering the question? Answer Yes or No.",
  );
  expect(correctnessText("Find the unknown angle.", [], steps)).toBe(
    "Question: Find the unknown angle.\nSub-question 1: Which angles are labelled?\nAnswer 1: 65 and 95.\nIs the last answer correct? Answer Yes or No.",
  );
  expect(directText("Find the unknown angle.", [])).toBe("Question: Find the unknown angle.\nAnswer the question directly.");
});

test("choices follow the question, one lettered line each", () => {
  expect(directText("How many?", ["four", "9"])).toBe("Question: How many?\n(A) four\n(B) 9\nAnswer the question directly.");
});

test("all calls of a problem share system message and image; the image comes first; the ablation leaves it out", () => {
  const generation = buildMessages(testImage, stepText("Q", [], [], false));
  const reward = buildMessages(testImage, correctnessText("Q", [], steps));
  expect(generation[0]).toEqual(reward[0]);
  expect(generation.at(-1)!.parts.map((part) => part.type)).toEqual(["image", "text"]);
  expect(buildMessages(null, "text").at(-1)!.parts.map((part) => part.type)).toEqual(["text"]);
  const exemplar = { role: "user" as const, parts: [{ type: "text" as const, text: "an exemplar" }] };
  expect(buildMessages(testImage, "text", [exemplar])[1]).toBe(exemplar);
});
