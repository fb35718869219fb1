import { expect, test } from "vitest";
import { exemplarTurns } from "../../../src/core/exemplars";
import type { Exemplar } from "../../../src/core/ports";
import { buildMessages, correctnessText, stepText } from "../../../src/core/prompts";
import { fakeExemplar, fakePicture } from "../../fixtures/memory-library";
import { testImage } from "../../fixtures/run-solve";

const [bars, grid] = [fakePicture("bars"), fakePicture("grid")];
const exemplar = (image: typeof bars, given: Parameters<typeof fakeExemplar>[0]): Exemplar => {
  const { bytes, ...info } = image;
  return { ...fakeExemplar(given), id: image.sha256.slice(0, 8), image: { ...info, byteLength: bytes.byteLength }, createdAt: 1, updatedAt: 1 };
};
const context = "Sub-question 1: What is read?\nAnswer 1: 42.\nSub-question 2: Now we can answer the question: Which?\nAnswer 2: The answer is B.";
const first = exemplar(bars, { question: " Which? ", choices: ["41", "42"], answer: "42", context });
const second = exemplar(grid, { question: "How much?", answer: "7" });
const images = new Map([bars, grid].map((image) => [image.sha256, image]));

test("picture first, question and options, then the steps; without a context question and answer directly", () => {
  expect(exemplarTurns([first, second], images, { contexts: true })).toEqual([
    { role: "user", parts: [{ type: "image", image: bars }, { type: "text", text: "Question: Which?\n(A) 41\n(B) 42" }] },
    { role: "assistant", parts: [{ type: "text", text: context }] },
    { role: "user", parts: [{ type: "image", image: grid }, { type: "text", text: "Question: How much?\nAnswer the question directly." }] },
    { role: "assistant", parts: [{ type: "text", text: "The answer is 7." }] },
  ]);
});

test("without reasoning contexts the option's letter is the answer", () => {
  const [user, reply] = exemplarTurns([first], images, { contexts: false });
  expect(user!.parts[1]).toEqual({ type: "text", text: "Question: Which?\n(A) 41\n(B) 42\nAnswer the question directly." });
  expect(reply!.parts).toEqual([{ type: "text", text: "The answer is B." }]);
});

test("a missing picture leaves a turn of text, an empty question is read in the figure", () => {
  const [user] = exemplarTurns([exemplar(bars, { question: "", context })], new Map(), { contexts: true });
  expect(user!.parts).toEqual([{ type: "text", text: "Question: Read the question in the figure and answer it." }]);
});

test("generation and reward calls begin with the same bytes, down to the finished steps", () => {
  const turns = exemplarTurns([first, second], images, { contexts: true });
  const steps = [{ subQuestion: "A?", answer: "1." }];
  const [generation, reward] = [stepText("Q", [], steps, false), correctnessText("Q", [], steps)].map((text) => buildMessages(testImage, text, turns));
  expect(JSON.stringify(generation!.slice(0, -1))).toBe(JSON.stringify(reward!.slice(0, -1)));
  const last = (messages: typeof generation): string => messages!.at(-1)!.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const shared = "Question: Q\nSub-question 1: A?\nAnswer 1: 1.\n";
  expect([last(generation), last(reward)].every((text) => text.startsWith(shared))).toBe(true);
  expect(JSON.stringify(exemplarTurns([first, second], images, { contexts: true }))).toBe(JSON.stringify(turns));
});
