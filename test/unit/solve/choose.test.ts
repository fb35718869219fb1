import { describe, expect, test } from "vitest";
import { chooseAnswer, finishedTraces, voteIsDecided, type RewardedTrace } from "../../../src/core/solve/choose";
import { presets, type SolveSettings } from "../../../src/core/solve";
import type { SearchNode } from "../../../src/core/search";
import type { ReasoningStep } from "../../../src/core/solve/expand";

type Node = SearchNode<ReasoningStep>;

/** A node by hand: value is the mean of the returns. */
function node(id: number, parent: Node | null, answer: string, returns: number[], terminal = false): Node {
  const made: Node = {
    id, parent, depth: parent === null ? 0 : parent.depth + 1, reward: returns[0] ?? 0, terminal, seed: 0, children: null, returns, visits: returns.length, dead: false, exhausted: false,
    step: parent === null ? null : { subQuestion: "q", answer, terminal, multiplicity: 1, reward: null },
  };
  if (parent !== null) parent.children = [...(parent.children ?? []), made];
  return made;
}

/*
 * a (0.9) -> a1 "7" (0.5), a2 "8" (0.4);  b (0.6) -> b1 "8.0" (0.8);  c (0.95), a dead branch without an end.
 * Trace means: a1 (0.9 + 0.5) / 2 = 0.7, a2 0.65, b1 0.7.
 */
function tree(): Node {
  const root = node(0, null, "", []);
  const a = node(1, root, "", [0.9]);
  const b = node(2, root, "", [0.6]);
  node(3, root, "", [0.95]);
  node(4, a, "The answer is 7.", [0.5], true);
  node(5, a, "The answer is 8.", [0.4], true);
  node(6, b, "The answer is 8.0.", [0.8], true);
  node(7, b, "The answer is 9.", [], true);
  return root;
}

const settings: SolveSettings = { ...presets.paper, iterations: 3 };
const choose = (select: SolveSettings["select"], votes: number | null = null) => {
  const root = tree();
  return chooseAnswer(root, finishedTraces(root), { ...settings, select, votes }, {}, "logprobs")!;
};

test("traces are walked root-to-terminal paths, best mean value first, the older one on a tie", () => {
  expect(finishedTraces(tree()).map(({ nodes, answer }) => [nodes.join(">"), answer])).toEqual([["1>4", "7"], ["2>6", "8.0"], ["1>5", "8"]]);
  expect(finishedTraces(tree()).map(({ reward }) => reward.toFixed(4))).toEqual(["0.7000", "0.7000", "0.6500"]);
});

test("best: the trace with the largest mean value (eq. 9)", () => expect(choose("best").answer).toBe("7"));

test("greedy: the largest value at each level, never into a branch without an end", () => expect(choose("greedy").answer).toBe("7"));

test("a greedy trace outside the n best still has its own voice", () => {
  // e (0.9) leads to "3" (0.2), mean 0.55; d (0.8) leads to "4" (0.8), mean 0.8: the best, but not where greed goes.
  const root = node(0, null, "", []);
  node(3, node(1, root, "", [0.9]), "The answer is 3.", [0.2], true);
  node(4, node(2, root, "", [0.8]), "The answer is 4.", [0.8], true);
  expect(chooseAnswer(root, finishedTraces(root), { ...settings, select: "greedy", votes: 1 }, {}, "none")).toMatchObject({ answer: "3", trace: 1, confidence: { traces: 1, voters: 2, bestReward: 0.55 } });
});

test("vote: equal answers count together, whatever their spelling", () => {
  const { answer, confidence } = choose("vote");
  expect(answer).toBe("8.0");
  // (0.7 + 0.65) / (0.7 + 0.7 + 0.65) = 0.658536...
  expect(confidence).toMatchObject({ traces: 2, voters: 3, source: "logprobs" });
  expect(confidence.value).toBeCloseTo(0.658537, 6);
  expect(confidence.bestReward).toBeCloseTo(0.7, 12);
});

test("vote among the n best traces alone", () => expect(choose("vote", 1)).toMatchObject({ answer: "7", confidence: { value: 1, traces: 1, voters: 1 } }));

test("weighted: a trace counts its mean reward to the power gamma", () => {
  const root = node(0, null, "", []);
  const high = node(1, root, "", [0.95]);
  node(2, high, "The answer is 1.", [0.95], true);
  for (const id of [3, 4]) node(id, root, "The answer is 2.", [0.7], true);
  const traces = finishedTraces(root);
  // 0.95^4 = 0.8145 against 2 * 0.7^4 = 0.4802; with gamma 1 it is 0.95 against 1.4.
  expect(chooseAnswer(root, traces, { ...settings, select: "weighted", gamma: 4 }, {}, "none")!.answer).toBe("1");
  expect(chooseAnswer(root, traces, { ...settings, select: "weighted", gamma: 1 }, {}, "none")!.answer).toBe("2");
});

test("no trace, no answer", () => expect(chooseAnswer(node(0, null, "", []), [], settings, {}, "none")).toBeNull());

test("options: a letter and its text are one answer", () => {
  const root = node(0, null, "", []);
  node(1, root, "The answer is 4.", [0.9], true);
  node(2, root, "The answer is B.", [0.5], true);
  node(3, root, "The answer is nine.", [0.5], true);
  expect(chooseAnswer(root, finishedTraces(root), settings, { choices: ["nine", "9"] }, "none")!.confidence.traces).toBe(1);
  expect(chooseAnswer(root, finishedTraces(root), settings, { choices: ["nine", "4"] }, "none")!.confidence.traces).toBe(2);
});

describe("vote decided", () => {
  const traces = (...answers: string[]): RewardedTrace[] => answers.map((answer, index) => ({ nodes: [index + 1], answer, reward: 0.5 }));
  const decided = (left: number, answers: string[], extra: Partial<SolveSettings> = {}) => voteIsDecided(traces(...answers), left, { ...settings, iterations: answers.length + left, ...extra }, {});
  test("ahead by more than what is left", () => {
    expect(decided(1, ["7", "7"])).toBe(true);
    expect(decided(2, ["7", "7", "7", "8"])).toBe(false);
    expect(decided(1, ["7", "7", "7", "8"])).toBe(true);
    expect(decided(2, ["7", "7"])).toBe(false);
  });
  test("never when later traces may push earlier ones out of the vote, or when heads are not what counts", () => {
    expect(decided(1, ["7", "7"], { votes: 2 })).toBe(false);
    expect(decided(1, ["7", "7"], { select: "best" })).toBe(false);
    expect(decided(1, [])).toBe(false);
  });
});
