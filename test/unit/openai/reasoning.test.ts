import { expect, test } from "vitest";
import { splitThought } from "../../../src/adapters/openai";

test.each([
  [" plain reply\nAnswer 1: 5", " plain reply\nAnswer 1: 5", false],
  ["<think>hm, 5?</think>\n\nThe answer is 5.", "The answer is 5.", true],
  ["<think>\n</think>\n\nYes", "Yes", true],
  ["so it is 5.</think>The answer is 5.", "The answer is 5.", true],
  ["<think>never finished", "", true],
  ["<think>a</think>one <think>b</think>two", "one two", true],
  ["<thinking>a</thinking> 5", "5", true],
  ["[THINK]a[/THINK]5", "5", true],
  ["<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>5<|return|>", "5", true],
  ["<|channel|>analysis<|message|>hm", "", true],
  ["2 < 3 and x > 1", "2 < 3 and x > 1", false],
])("%j", (reply, text, hadThought) => {
  expect(splitThought(reply)).toEqual({ text, hadThought });
});
