import { describe, expect, test } from "vitest";
import fc from "../../fixtures/properties";
import { contextText, parseSolution, withoutStatement } from "../../../src/core/prompts";

const steps = [{ subQuestion: "What is the sum?", answer: "65 + 95 = 160." }, { subQuestion: "Now we can answer the question: What is left?", answer: "180 - 160 = 20. The answer is 20." }];
const text = "Sub-question 1: What is the sum?\nAnswer 1: 65 + 95 = 160.\nSub-question 2: Now we can answer the question: What is left?\nAnswer 2: 180 - 160 = 20. The answer is 20.";

describe("a whole solution, in whatever dress", () => {
  const dresses: Record<string, string> = {
    "as agreed": text,
    "first label left out, as the prompt has it": text.slice("Sub-question 1:".length),
    "words before it": `Sure! Here is the solution.\n\n${text}`,
    "words after it": `${text}\nSub-question 3: And then?\nAnswer 3: Nothing.`,
    "a thought before it": `<think>Sub-question 9: no?\nAnswer 9: no</think>${text}`,
    "bold labels": text.replace(/(Sub-question|Answer) (\d):/g, "**$1 $2:**"),
    "blank lines": text.replaceAll("\n", "\n\n"),
    "code fence": `\`\`\`text\n${text}\n\`\`\``,
    "last step without the phrase": text.replace("Now we can answer the question: ", ""),
  };
  for (const [name, reply] of Object.entries(dresses)) test(name, () => expect(parseSolution(reply)).toEqual(steps));
});

test("a reply that stops early gives the steps there are; a cut one without the step that was cut", () => {
  expect(parseSolution(" What is the sum?\nAnswer 1: 65 + 95 = 160.")).toEqual(steps.slice(0, 1));
  const cut = `${text.slice(0, text.indexOf("180 -"))}180 - 1`;
  expect(parseSolution(cut, false, true)).toEqual(steps.slice(0, 1));
  expect(parseSolution("Sorry.")).toEqual([]);
  expect(parseSolution(" What is left?\nAnswer 2: 180 - 160 = 20. The answer is 20.", true)).toEqual(steps.slice(1));
});

test("a context is numbered steps that end in the one sentence, and reading it gives its steps again", () => {
  expect(contextText(steps, "20")).toBe(text);
  expect(contextText([{ ...steps[1]!, answer: "It is \\boxed{20}" }], "20")).toBe("Sub-question 1: Now we can answer the question: What is left?\nAnswer 1: It is \\boxed{20} The answer is 20.");
  const word = fc.stringMatching(/^[a-z0-9 +=]{1,20}[a-z0-9]$/).map((each) => each.trim());
  fc.assert(fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 5 }), fc.integer({ min: -99, max: 99 }), (pairs, answer) => {
    const made = pairs.map(([question, reply], index) => ({ subQuestion: index < pairs.length - 1 ? `${question}?` : `Now we can answer the question: ${question}?`, answer: `${reply}.` }));
    const context = contextText(made, `${answer}`);
    expect(contextText(parseSolution(context), `${answer}`)).toBe(context);
    expect(parseSolution(context)).toHaveLength(pairs.length);
  }));
});

test("the sentence that states the answer goes, the working stays", () => {
  expect(withoutStatement("180 - 160 = 20. The answer is 20.")).toBe("180 - 160 = 20.");
  expect(withoutStatement("So the answer is 3.5 cm.")).toBe("");
  expect(withoutStatement("It is 3.5. **The answer is 3.5.**")).toBe("It is 3.5.");
  expect(withoutStatement("The bar is 7 high.")).toBe("The bar is 7 high.");
});

test("never throws", () => {
  fc.assert(fc.property(fc.string(), fc.boolean(), fc.boolean(), (reply, begun, cut) => void parseSolution(reply, begun, cut)));
});
