import { describe, expect, it } from "vitest";
import { formatSpec, parseSpec, presets, type MethodName } from "../../../src/core/solve";
import { offers } from "../../../src/host/compare/offers";
import { estimateSpecs, isPossible, planSearches, type ComparedSettings } from "../../../src/host/compare/searches";
import { readKeptSolves } from "../../../src/host/compare/kept";
import { comparisonOf, groupNumbers, type ComparedSolve } from "../../../src/host/compare/rows";
import { briefConfidence, comparedTitle, costOfComparison, describeComparison, english, parseViewMessage, sharedWith, type ComparedRow } from "../../../src/protocol";
import type { Confidence } from "../../../src/core/trace";
import { doneSnapshot, failedSnapshot, partialSnapshot, solvingSnapshot } from "../../fixtures/snapshots";

const retrieval = { exemplars: 3, candidates: 20, alpha: 0.6, beta: 0.4, exploration: 0.5, rollouts: 500, reward: "heuristic", contexts: true } as const;
const settings: ComparedSettings = { preset: "quick", overrides: {}, retrieval };
const specs = (...texts: readonly string[]) => texts.map((text) => parseSpec(text));
const offered = (exemplars: boolean, given = settings, method: MethodName = "vrest") => offers(exemplars, method, "vote", (spec) => isPossible(spec, given)).map(({ group, specs: all }) => ({ group, ids: all.map(formatSpec) }));

const methods = ["vrest:greedy", "vrest:best", "vrest:vote", "vrest:weighted", "cot", "qa", "cot-vote", "best-of-n", "tot", "cantor"];
const ofSearch = ["noR1", "noR2", "noPRM", "textOnlyGeneration", "textOnlyUsefulness", "textOnlyCorrectness", "gate", "checkArithmetic"].map((name) => `vrest:vote[${name}]`);
const ofOthers = ["best-of-n[checkArithmetic]", "tot[checkArithmetic]", "tot[gate]"];

describe("what can be compared", () => {
  it("is every method, VReST once for each selection, then ablations and options", () => {
    expect(offered(false)).toEqual([{ group: "none", ids: methods }, { group: "variations", ids: [...ofSearch, ...ofOthers] }]);
  });

  it("is more where there are exemplars: every way to choose them, and RCTS without its parts", () => {
    const three = methods.slice(0, 6);
    expect(offered(true)).toEqual([
      { group: "none", ids: methods }, { group: "rcts", ids: methods.map((id) => `rcts+${id}`) }, { group: "rag", ids: three.map((id) => `rag+${id}`) }, { group: "random", ids: three.map((id) => `random+${id}`) },
      { group: "variations", ids: [...ofSearch, ...ofOthers, "rcts[contexts=false]+vrest:vote", "rag[contexts=false]+vrest:vote", "rcts[alpha=0]+vrest:vote", "rcts[beta=0]+vrest:vote", "rcts[reward=answerGrounded]+vrest:vote"] },
    ]);
    expect(offered(true, settings, "cotVote").at(-1)!.ids).toContain("rag+cot-vote");
  });

  it("has one name for each row, short enough for a message, that reads as the same method", () => {
    const all = offered(true).flatMap(({ ids }) => ids);
    expect(new Set(all).size).toBe(all.length);
    for (const row of all) {
      expect(formatSpec(parseSpec(row))).toBe(row);
      expect(parseViewMessage({ type: "openCompared", row })).toEqual({ type: "openCompared", row });
    }
    expect(new Set(all.map((row) => comparedTitle(parseSpec(row)))).size).toBe(all.length);
  });

  it("leaves out what contradicts the settings", () => {
    const without = (overrides: ComparedSettings["overrides"], change: Partial<ComparedSettings["retrieval"]> = {}) => offered(true, { ...settings, overrides, retrieval: { ...retrieval, ...change } }).at(-1)!.ids;
    expect(without({ noR2: true })).not.toContain("vrest:vote[noR1]");
    expect(without({ noR2: true })).toContain("vrest:vote[noR2]");
    expect(without({}, { alpha: 0 })).not.toContain("rcts[beta=0]+vrest:vote");
    expect(() => planSearches(specs("vrest[noR1]"), { ...settings, overrides: { noR2: true } })).toThrow(expect.objectContaining({ code: "input.invalid" }));
  });
});

describe("the searches behind rows", () => {
  const planned = (...texts: readonly string[]) => planSearches(specs(...texts), settings).map(({ rows }) => rows.map(({ index }) => index));

  it("are one for the selections of VReST and one for each of the others, in the order of their first rows", () => {
    expect(planned("vrest:greedy", "vrest:best", "vrest:vote", "vrest:weighted", "cot", "vrest:vote[noR1]", "vrest:best[noR1]", "rcts+vrest:vote", "rcts+vrest:greedy", "rcts[alpha=0]+vrest:vote")).toEqual([[0, 1, 2, 3], [4], [5, 6], [7, 8], [9]]);
    expect(planned("qa", "vrest:vote", "tot", "vrest:best")).toEqual([[0], [1, 3], [2]]);
  });

  it("may end early by a vote, unless other selections want the rest of the traces", () => {
    const stops = (...texts: readonly string[]): boolean[] => planSearches(specs(...texts), settings).flatMap(({ rows }) => rows.map((row) => row.settings.earlyStop));
    expect(presets.quick.earlyStop).toBe(true);
    expect(stops("vrest:vote", "cot")).toEqual([true, true]);
    expect(stops("vrest:vote", "vrest:best")).toEqual([false, false]);
  });

  it("are one where the settings already are what an ablation changes", () => {
    expect(planSearches(specs("vrest:vote", "vrest:vote[noR1]"), { ...settings, overrides: { noR1: true } })).toHaveLength(1);
  });

  it("cost by hand: QA one request; CoT-Vote n chains of D steps; exemplars their pictures in every request", () => {
    expect(estimateSpecs(specs("qa"), settings)).toEqual({ requests: 1, samples: 1, exemplarPictures: 0 });
    const { samples, depth } = presets.quick;
    expect(estimateSpecs(specs("cot-vote"), settings)).toEqual({ requests: 1 + samples * (depth - 1), samples: samples * depth, exemplarPictures: 0 });
    expect(estimateSpecs(specs("rcts+cot"), settings)).toEqual({ requests: depth, samples: depth, exemplarPictures: 3 * depth });
    expect(estimateSpecs(specs("qa", "rcts+cot"), settings, 2)).toEqual({ requests: 2 * (1 + depth), samples: 2 * (1 + depth), exemplarPictures: 6 * depth });
  });

  it("cost once, however many rows are read off them", () => {
    expect(estimateSpecs(specs("vrest:greedy", "vrest:best", "vrest:vote", "vrest:weighted"), settings)).toEqual(estimateSpecs(specs("vrest:vote"), settings));
    expect(estimateSpecs(specs("vrest:vote", "vrest:vote[noR1]"), settings).requests).toBeGreaterThan(estimateSpecs(specs("vrest:vote"), settings).requests);
  });

  it("follow the method's own defaults: ToT is twice as wide as the preset", () => {
    const { depth, width } = presets.quick;
    expect(estimateSpecs(specs("tot"), settings).requests).toBe(depth * (1 + 2 * 2 * width));
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
const solved = (text: string, snapshot: ComparedSolve["snapshot"], without: ComparedSolve["without"]): ComparedSolve => ({ spec: parseSpec(text), id: "one", search: "first", snapshot, without });

describe("the table", () => {
  it("tells what became of each method", () => {
    const { rows } = comparisonOf(problem, [
      solved("vrest", doneSnapshot, "waiting"),
      solved("rcts+cot", partialSnapshot, "running"),
      solved("qa", failedSnapshot, "running"),
      solved("tot", solvingSnapshot, "running"),
      solved("cantor", null, "skipped"),
      solved("best-of-n", null, "gone"),
    ], english);
    expect(rows.map(({ state }) => state)).toEqual(["done", "partial", "failed", "running", "skipped", "gone"]);
    expect(rows.map(({ title }) => title)).toEqual(["VReST", "CoT, exemplars by RCTS", "QA", "ToT", "Cantor", "Best-of-N"]);
    expect(rows.map(({ answer, group }) => [answer, group])).toEqual([["35", 0], ["35", 0], [null, null], ["35", 0], [null, null], [null, null]]);
    expect([rows[0]!.usage, rows[0]!.seconds, rows[0]!.solve, rows[0]!.search, rows[0]!.note]).toEqual([doneSnapshot.usage, doneSnapshot.seconds, "one", "first", ""]);
    expect(rows[1]!.note).toBe("Stopped before the end: this is the best answer so far.");
    expect(rows[2]!.note).toContain("http://localhost:8000");
    expect(rows[5]!.note).toBe("It was not begun, or its stored solve is no longer there.");
  });
});

const row = (change: Partial<ComparedRow>): ComparedRow => ({ ...comparisonOf(problem, [solved("vrest", null, "waiting")], english).rows[0]!, ...change });
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

  it.each([
    ["vrest", "VReST"], ["vrest:weighted", "VReST Weighted"], ["rag+vrest:vote", "VReST Vote, exemplars by RAG"], ["random+qa", "QA, exemplars at random"], ["none+qa", "QA"], ["vrest:vote[noR1,gate]", "VReST Vote, without R1, with the gate"],
    ["rcts[alpha=0]+cot", "CoT, exemplars by RCTS, no self-consistency reward"], ["vrest[iterations=4]", "VReST, iterations=4"],
  ])("names %s as the papers do", (text, title) => {
    expect(comparedTitle(parseSpec(text))).toBe(title);
  });
});

describe("what a comparison has cost", () => {
  const usage = (requests: number): ComparedRow["usage"] => ({ requests, samples: requests, promptTokens: 10 * requests, completionTokens: requests });
  const rows = [row({ id: "a", search: "s", state: "done", usage: usage(5) }), row({ id: "b", search: "s", state: "done", usage: usage(5) }), row({ id: "c", search: "t", state: "failed", usage: usage(2) }), row({ id: "d", search: "u" })];

  it("counts a search once", () => {
    expect(costOfComparison({ rows })).toEqual(usage(7));
    expect(rows.map((each) => sharedWith(each, rows)?.id)).toEqual([undefined, "a", undefined, undefined]);
  });

  it("is told by the next row where the first one's solve is gone", () => {
    const left = [{ ...rows[0]!, state: "gone" as const }, ...rows.slice(1)];
    expect(sharedWith(left[1]!, left)).toBeUndefined();
    expect(costOfComparison({ rows: left }).requests).toBe(7);
  });
});

describe("what comes from a view", () => {
  it("is a comparison's rows, or nothing", () => {
    expect(readKeptSolves({ solve: "a", comparison: [{ row: "vrest:vote", solve: "b", search: "c" }, { row: "vrest", solve: "b" }, { row: "qa", solve: null }, { row: 1, solve: "c" }, null] })).toEqual({ solve: "a", comparison: [{ row: "vrest:vote", solve: "b", search: "c" }, { row: "vrest", solve: "b", search: "b" }] });
    for (const state of [null, 3, "x", [], {}, { solve: 4, comparison: {} }, { comparison: [] }]) expect(readKeptSolves(state)).toEqual({ solve: null, comparison: null });
  });

  it("asks for a comparison or one of its rows in one form", () => {
    expect(parseViewMessage({ type: "compare", question: "q", choices: ["a"] })).toEqual({ type: "compare", question: "q", choices: ["a"] });
    expect(parseViewMessage({ type: "compare", question: 1, choices: [] })).toBeUndefined();
    expect(parseViewMessage({ type: "openCompared", row: "rcts+vrest" })).toEqual({ type: "openCompared", row: "rcts+vrest" });
    expect(parseViewMessage({ type: "openCompared", row: "x".repeat(101) })).toBeUndefined();
  });
});
