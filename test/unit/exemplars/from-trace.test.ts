import { expect, test } from "vitest";
import { exemplarFromTrace } from "../../../src/core/exemplars";
import type { NodeSnapshot, TraceSnapshot } from "../../../src/core/trace";

const node = (id: number, parent: number | null, subQuestion: string, answer: string, terminal = false): NodeSnapshot => ({ id, parent, depth: 0, subQuestion, answer, terminal, multiplicity: 1, usefulness: 1, correctness: 1, reward: 1, returns: [], value: 1, visits: 1, seed: 0 });
const image = { sha256: "0".repeat(64), mediaType: "image/png" as const, width: 1, height: 1, byteLength: 1 };
const best = (answer: string, trace: number): NonNullable<TraceSnapshot["best"]> => ({ answer, trace, confidence: { value: 1, source: "none", traces: 1, voters: 1, bestReward: 1 } });

const solve: Parameters<typeof exemplarFromTrace>[0] = {
  problem: { question: "How many are left?", choices: [], image },
  nodes: [node(0, null, "", ""), node(1, 0, "How many are there?", "42."), node(2, 1, "Now we can answer the question: How many are left?", "42 - 17 = 25. The answer is 25.", true), node(3, 0, "Now we can answer the question: How many are left?", "About 30", true)],
  traces: [{ nodes: [3], answer: "30", reward: 0.2 }, { nodes: [1, 2], answer: "25", reward: 0.9 }],
  best: best("25", 1),
};
const context = "Sub-question 1: How many are there?\nAnswer 1: 42.\nSub-question 2: Now we can answer the question: How many are left?\nAnswer 2: 42 - 17 = 25. The answer is 25.";

test("the best trace becomes the context, unverified", () => {
  expect(exemplarFromTrace(solve, { subject: "sums", licence: "CC0" })).toEqual({ question: "How many are left?", choices: [], answer: "25", subject: "sums", tags: [], source: "", licence: "CC0", candidates: [{ text: context, passRate: null }], context, passRate: null });
});

test("a person's own answer takes the trace that reaches it, written otherwise or not, or none", () => {
  expect(exemplarFromTrace(solve, { answer: "25.0" })).toMatchObject({ answer: "25.0", context });
  expect(exemplarFromTrace(solve, { answer: "30" })).toMatchObject({ answer: "30", context: "Sub-question 1: Now we can answer the question: How many are left?\nAnswer 1: About 30. The answer is 30." });
  expect(exemplarFromTrace(solve, { answer: "31" })).toMatchObject({ answer: "31", context: null, candidates: [] });
});

test("an option's letter becomes its text; without an answer there is no exemplar", () => {
  const closed = { ...solve, problem: { ...solve.problem, choices: ["30", "25"] }, traces: [{ nodes: [1, 2], answer: "B", reward: null }], best: best("B", 0) };
  expect(exemplarFromTrace(closed)).toMatchObject({ answer: "25", choices: ["30", "25"], context });
  expect(() => exemplarFromTrace({ ...solve, traces: [], best: null })).toThrow("search.noAnswer");
  expect(exemplarFromTrace({ ...solve, traces: [], best: null }, { answer: "25" })).toMatchObject({ answer: "25", context: null });
});
