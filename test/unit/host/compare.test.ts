import { describe, expect, it } from "vitest";
import { presets } from "../../../src/core/solve";
import { choiceId, choiceOf, estimateChoice, methodChoices, sumEstimates } from "../../../src/host/compare/methods";
import { readKeptSolves } from "../../../src/host/compare/kept";
import { comparisonOf, groupNumbers } from "../../../src/host/compare/rows";
import { briefConfidence, comparedTitle, english, describeComparison, parseViewMessage, type ComparedRow } from "../../../src/protocol";
import type { Confidence } from "../../../src/core/trace";
import { doneSnapshot, failedSnapshot, partialSnapshot, solvingSnapshot } from "../../fixtures/snapshots";

const settings = { preset: "quick", overrides: {} } as const;
const library = { retrieval: { exemplars: 3, candidates: 20, alpha: 0.6, beta: 0.4, exploration: 0.5, rollouts: 500, reward: "heuristic", contexts: true } } as const;

describe("what can be compared", () => {
  it("is every method once, and with exemplars only where there are some", () => {
    expect(methodChoices(false).map(choiceId)).toEqual(["vrest", "cot", "qa", "cotVote", "bestOfN", "tot", "cantor"]);
    const all = methodChoices(true).map(choiceId);
    expect(new Set(all).size).toBe(all.length);
    for (const id of ["rcts+vrest", "rcts+cantor", "rag+vrest", "rag+cot", "rag+qa", "random+vrest", "random+cot", "random+qa"]) expect(all).toContain(id);
    expect(all.map((id) => choiceOf(id)).map((choice) => choiceId(choice!))).toEqual(all);
    expect(choiceOf("rcts+nothing")).toBeUndefined();
  });

  it("costs by hand: QA one request; CoT-Vote n chains of D steps; exemplars their pictures in every request", () => {
    expect(estimateChoice({ method: "qa", mode: "none" }, settings, library)).toEqual({ requests: 1, samples: 1 });
    const { samples, depth } = presets.quick;
    expect(estimateChoice({ method: "cotVote", mode: "none" }, settings, library)).toEqual({ requests: 1 + samples * (depth - 1), samples: samples * depth });
    const taught = estimateChoice({ method: "cot", mode: "rcts" }, settings, library);
    expect(taught).toEqual({ requests: depth, samples: depth, exemplarPictures: 3 * depth });
    expect(sumEstimates([{ requests: 1, samples: 1 }, taught], 2)).toEqual({ requests: 2 * (1 + depth), samples: 2 * (1 + depth), exemplarPictures: 6 * depth });
  });

  it("follows the method's own defaults: ToT is twice as wide as the preset", () => {
    const { depth, width } = presets.quick;
    expect(estimateChoice({ method: "tot", mode: "none" }, settings, library).requests).toBe(depth * (1 + 2 * 2 * width));
  });
});

describe("equal answers", () => {
  it("have one number, the commonest 0, whatever their form", () => {
    expect(groupNumbers(["0.5", "36", "1/2", null, "\\frac{1}{2}", "36"], [])).toEqual([0, 1, 0, null, 0, 1]);
    expect(groupNumbers(["1", "2", "2"], [])).toEqual([1, 0, 0]);
    expect(groupNumbers(["1", "2"], [])).toEqual([0, 1]);
    expect(groupNumbers(["B", "35"], ["30", "35"])).toEqual([0, 0]);
    expect(groupNumbers([], [])).toEqual([]);
  });
});

const problem = { figure: "f", question: "q", choices: [], seed: 7 };
const vrest = { method: "vrest", mode: "none" } as const;

describe("the table", () => {
  it("tells what became of each method", () => {
    const { rows } = comparisonOf(problem, [
      { choice: vrest, id: "one", snapshot: doneSnapshot, without: "waiting" },
      { choice: { method: "cot", mode: "rcts" }, id: "one", snapshot: partialSnapshot, without: "running" },
      { choice: { method: "qa", mode: "none" }, id: "one", snapshot: failedSnapshot, without: "running" },
      { choice: { method: "tot", mode: "none" }, id: "one", snapshot: solvingSnapshot, without: "running" },
      { choice: { method: "cantor", mode: "none" }, id: "one", snapshot: null, without: "skipped" },
      { choice: { method: "bestOfN", mode: "none" }, id: "one", snapshot: null, without: "gone" },
    ], english);
    expect(rows.map(({ state }) => state)).toEqual(["done", "partial", "failed", "running", "skipped", "gone"]);
    expect(rows.map(({ title }) => title)).toEqual(["VReST", "CoT, exemplars by RCTS", "QA", "ToT", "Cantor", "Best-of-N"]);
    expect(rows.map(({ answer, group }) => [answer, group])).toEqual([["35", 0], ["35", 0], [null, null], ["35", 0], [null, null], [null, null]]);
    expect([rows[0]!.usage, rows[0]!.seconds, rows[0]!.solve, rows[0]!.note]).toEqual([doneSnapshot.usage, doneSnapshot.seconds, "one", ""]);
    expect(rows[1]!.note).toBe("Stopped before the end: this is the best answer so far.");
    expect(rows[2]!.note).toContain("http://localhost:8000");
    expect(rows[5]!.note).toBe("It was not begun, or its stored solve is no longer there.");
  });
});

const row = (change: Partial<ComparedRow>): ComparedRow => ({ ...comparisonOf(problem, [{ choice: vrest, id: "one", snapshot: null, without: "waiting" }], english).rows[0]!, ...change });
const answered = (...groups: readonly number[]): ComparedRow[] => groups.map((group) => row({ state: "done", answer: String(group), group }));

describe("in words", () => {
  it.each<[readonly ComparedRow[], string]>([
    [[row({}), row({ state: "running" })], "0 of 2 methods have ended."],
    [[...answered(0), row({})], "1 of 2 methods have ended. One method found an answer."],
    [answered(0, 0), "Both answers are the same."],
    [answered(0, 0, 0), "All 3 answers are the same."],
    [answered(0, 1), "The two answers differ."],
    [answered(0, 1, 2), "The 3 answers all differ."],
    [answered(0, 0, 1), "2 of 3 answers are the same."],
    [[row({ state: "failed" })], "No method found an answer."],
  ])("says how far it has come and how far the answers agree: %#", (rows, words) => {
    expect(describeComparison({ rows })).toBe(words);
  });

  it.each<[Partial<Confidence>, string]>([
    [{ value: 0.8132, traces: 2, voters: 3, bestReward: 0.96 }, "81 % of the reward, 2 of 3 traces, log-probabilities"],
    [{ value: 0.996, traces: 2, voters: 3, bestReward: 0.96, source: "sampled" }, "over 99 % of the reward, 2 of 3 traces, sampled P(Yes)"],
    [{ value: 1, traces: 1, voters: 1, bestReward: 0.9 }, "only trace, reward 0.90, log-probabilities"],
    [{ value: 0.5, traces: 3, voters: 6, source: "none" }, "3 of 6 chains"],
    [{ value: null, source: "none" }, "no basis"],
  ])("never gives a bare percentage: %#", (change, words) => {
    expect(briefConfidence({ value: 0, source: "logprobs", traces: 1, voters: 1, bestReward: null, ...change })).toBe(words);
  });

  it("names methods and exemplars as the papers do", () => {
    expect([comparedTitle("vrest", "none"), comparedTitle("vrest", "rag"), comparedTitle("qa", "random")]).toEqual(["VReST", "VReST, exemplars by RAG", "QA, exemplars at random"]);
  });
});

describe("what comes from a view", () => {
  it("is a comparison's rows, or nothing", () => {
    expect(readKeptSolves({ solve: "a", comparison: [{ row: "vrest", solve: "b" }, { row: "qa", solve: null }, { row: 1, solve: "c" }, null] })).toEqual({ solve: "a", comparison: [{ row: "vrest", solve: "b" }] });
    for (const state of [null, 3, "x", [], {}, { solve: 4, comparison: {} }, { comparison: [] }]) expect(readKeptSolves(state)).toEqual({ solve: null, comparison: null });
  });

  it("asks for a comparison or one of its rows in one form", () => {
    expect(parseViewMessage({ type: "compare", question: "q", choices: ["a"] })).toEqual({ type: "compare", question: "q", choices: ["a"] });
    expect(parseViewMessage({ type: "compare", question: 1, choices: [] })).toBeUndefined();
    expect(parseViewMessage({ type: "openCompared", row: "rcts+vrest" })).toEqual({ type: "openCompared", row: "rcts+vrest" });
    expect(parseViewMessage({ type: "openCompared", row: "x".repeat(101) })).toBeUndefined();
  });
});
