import { describe, expect, test } from "vitest";
import fc from "../../fixtures/properties";
import { finalAnswerOf, parseStepReply } from "../../../src/core/prompts";

const plain = { subQuestion: "What is the sum?", answer: "65 + 95 = 160." };

describe("one step, in whatever dress", () => {
  const dresses: Record<string, string> = {
    "as agreed": " What is the sum?\nAnswer 2: 65 + 95 = 160.",
    "label repeated": "Sub-question 2: What is the sum?\nAnswer 2: 65 + 95 = 160.",
    "bold labels": "**Sub-question 2:** What is the sum?\n\n**Answer 2:** 65 + 95 = 160.",
    "other number": " What is the sum?\nAnswer 1: 65 + 95 = 160.",
    "no number": " What is the sum?\nAnswer: 65 + 95 = 160.",
    "sub-answer": "What is the sum?\nSub-answer 2: 65 + 95 = 160.",
    "several steps at once": " What is the sum?\nAnswer 2: 65 + 95 = 160.\nSub-question 3: What is left?\nAnswer 3: 20.",
    "further answers": " What is the sum?\nAnswer 2: 65 + 95 = 160.\nAnswer 3: 20.",
    "a thought before it": "<think>Let me see: Answer 9: no</think>\n What is the sum?\nAnswer 2: 65 + 95 = 160.",
    "only the end of a thought": "hmm, the sum</think> What is the sum?\nAnswer 2: 65 + 95 = 160.",
    "full-width colons": "What is the sum?\n答案 2：65 + 95 = 160.",
    "code fence": "```text\nWhat is the sum?\nAnswer 2: 65 + 95 = 160.\n```",
    "Windows line ends": " What is the sum?\r\nAnswer 2: 65 + 95 = 160.",
    "both on one line": "What is the sum? Answer 2: 65 + 95 = 160.",
    "short labels": "Q: What is the sum?\nA: 65 + 95 = 160.",
    "labels in Chinese": "子问题 2：What is the sum?\n答案 2：65 + 95 = 160.",
    "no label, question mark": "What is the sum? 65 + 95 = 160.",
    "no label, two lines": "What is the sum?\n65 + 95 = 160.",
  };
  for (const [name, reply] of Object.entries(dresses)) test(name, () => expect(parseStepReply(reply, false)).toEqual({ ok: true, step: plain }));
});

test("LaTeX and blank lines inside an answer stay", () => {
  expect(parseStepReply(" Area?\nAnswer 1: \\[\nA = \\frac{1}{2}bh\n\\]", false)).toEqual({ ok: true, step: { subQuestion: "Area?", answer: "\\[\nA = \\frac{1}{2}bh\n\\]" } });
});

test("an answer without steps becomes the last step", () => {
  expect(parseStepReply("The answer is 20.", false)).toEqual({ ok: true, step: { subQuestion: "Now we can answer the question:", answer: "The answer is 20." } });
});

test("what cannot be read is dropped with its reason", () => {
  expect(parseStepReply("", false)).toEqual({ ok: false, reason: "empty" });
  expect(parseStepReply("<think>and so on and on", false)).toEqual({ ok: false, reason: "empty" });
  expect(parseStepReply("What is the sum?", false)).toEqual({ ok: false, reason: "noAnswer" });
  expect(parseStepReply("What is the sum?\nAnswer 2: ", false)).toEqual({ ok: false, reason: "noAnswer" });
  expect(parseStepReply("I cannot help with that.", false)).toEqual({ ok: false, reason: "noAnswer" });
});

test("a step whose sub-question was already begun gets its beginning back, once", () => {
  const expected = { ok: true, step: { subQuestion: "Now we can answer the question: Which angle?", answer: "The answer is 20." } };
  expect(parseStepReply(" Which angle?\nAnswer 3: The answer is 20.", true)).toEqual(expected);
  expect(parseStepReply(" Now we can answer the question: Which angle?\nAnswer 3: The answer is 20.", true)).toEqual(expected);
  expect(parseStepReply("Answer 3: The answer is 20.", true)).toEqual({ ok: true, step: { subQuestion: "Now we can answer the question:", answer: "The answer is 20." } });
});

test("a last step that was begun takes any text as its answer, so that the path ends", () => {
  expect(parseStepReply(" 180 - 160 = 20", true)).toEqual({ ok: true, step: { subQuestion: "Now we can answer the question:", answer: "180 - 160 = 20" } });
});

test("the final answer is the stated one, else the text itself", () => {
  expect(finalAnswerOf("180 - 160 = 20. The answer is 20.")).toBe("20");
  expect(finalAnswerOf("<think>The answer is 3.</think>The answer is 4.")).toBe("4");
  expect(finalAnswerOf(" twenty. ")).toBe("twenty");
});

test("no text of any kind makes the reader throw, and what it accepts is never blank", () => {
  const piece = fc.constantFrom("Sub-question 1:", "\nAnswer 2:", "**", "?", "\n", "<think>", "</think>", "```", "：", " The answer is ", "Now we can answer the question:", " ", "x");
  const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }).map((parts) => parts.join("")));
  fc.assert(
    fc.property(text, fc.boolean(), (reply, final) => {
      finalAnswerOf(reply);
      const read = parseStepReply(reply, final);
      return !read.ok || (read.step.answer.trim() !== "" && read.step.subQuestion.trim() !== "");
    }),
    { numRuns: 1000 },
  );
});
