import fc from "../../fixtures/properties";
import { describe, expect, test } from "vitest";
import { decisionText, maxExpertTasks, parseDecision, parseExpertReply, standingTasks } from "../../../src/core/prompts";

const both = [
  { expert: "Text expert", task: "Which numbers are written?" },
  { expert: "Object expert", task: "How many cups are there?" },
];

describe("who is to find out what, in whatever dress", () => {
  const dresses: Record<string, string> = {
    "as agreed": "Text expert: Which numbers are written?\nObject expert: How many cups are there?",
    "numbers and bold": "1. **Text expert**: Which numbers are written?\n2. **Object expert**: How many cups are there?",
    "bold with the colon inside": "- **Text expert:** Which numbers are written?\n- **Object expert:** How many cups are there?",
    "other names": "Text Reader: Which numbers are written?\nObject counter - How many cups are there?",
    "full-width colons": "Text expert：Which numbers are written?\nObject expert：How many cups are there?",
    "a thought and an introduction": "<think>Chart expert: no</think>Here is the split:\n\nText expert: Which numbers are written?\n\nObject expert: How many cups are there?\nThat is all.",
    "code fence": "```\nText expert: Which numbers are written?\nObject expert: How many cups are there?\n```",
    "a table": "| Expert | Part |\n|---|---|\n| Text expert | Which numbers are written? |\n| Object expert | How many cups are there? |",
    "JSON": '[{"expert": "Text expert", "task": "Which numbers are written?"}, {"expert": "Object expert", "task": "How many cups are there?"}]',
    "JSON over lines": '```json\n[\n  {\n    "expert": "text",\n    "task": "Which numbers are written?"\n  },\n  {\n    "expert": "object",\n    "task": "How many cups are there?"\n  }\n]\n```',
    "the same part twice": "Text expert: Which numbers are written?\nText expert: which numbers are written?\nObject expert: How many cups are there?",
  };
  test.each(Object.entries(dresses))("%s", (_name, reply) => expect(parseDecision(reply).map(({ expert, task }) => ({ expert, task: task.replace(/^which/, "Which") }))).toEqual(both));
});

test.each(["", "I cannot say.", "The answer is 7.", "Weather expert: Will it rain?", "Text expert:", "Text expert: ???", "Text expert: Now we can answer the question: what is it?"])("no part in %j", (reply) => expect(parseDecision(reply)).toEqual([]));

test("at most six parts, and no reply makes it throw", () => {
  const many = Array.from({ length: 30 }, (_, index) => `Text expert: part number ${index}`).join("\n");
  expect(parseDecision(many)).toHaveLength(maxExpertTasks);
  expect(parseDecision(`Text expert: ${"long ".repeat(10_000)}`)[0]!.task.length).toBeLessThanOrEqual(500);
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("Text expert", ":", "{", "}", '"', "expert", "task", ",", "\n", "|", "-", "a", " ", "\\", "**") }), (reply) => parseDecision(reply).length <= maxExpertTasks));
});

test("the decision's prompt names every expert that stands ready", () => {
  const text = decisionText("How many?", ["four", "9"]);
  expect(text).toMatch(/^Question: How many\?\n\(A\) four\n\(B\) 9\n/);
  for (const { expert } of standingTasks) expect(text).toContain(`${expert}: `);
  expect(parseDecision(standingTasks.map(({ expert, task }) => `${expert}: ${task}`).join("\n"))).toEqual(standingTasks);
});

test("an expert's finding: the first answer alone, without labels", () => {
  const [task] = both;
  const finding = (reply: string) => parseExpertReply(reply, task!)?.answer;
  for (const reply of [" 65 and 95.", "Answer 1: 65 and 95.", "**Answer 1:** 65 and 95.", "<think>hm</think>65 and 95.", "65 and 95.\nSub-question 2: What else?\nAnswer 2: Nothing.", "65 and 95.\nAnswer 2: Nothing."]) expect(finding(reply), reply).toBe("65 and 95.");
  expect(finding("  ")).toBeUndefined();
  expect(parseExpertReply("65", task!)?.subQuestion).toBe("Text expert: Which numbers are written?");
});
