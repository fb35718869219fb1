import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeReport, type WrittenReport } from "../../../src/bench";
import type { BenchReport } from "../../../src/bench/report/model";
import { toPage } from "../../../src/bench/report/page/page";
import type { JobResult, JobTrace, ProblemRecord, RowResult, TraceNode } from "../../../src/bench/run/results";

const evil = '</td><script>alert("1")</script> | `x` & <img src=https://example.org/x>';

const problems: ProblemRecord[] = ["a", "b", "c", "d"].map((id, index) => ({
  id, asked: id === "b" ? evil : `question ${id}`, choices: [], references: ["1"], categories: { task: [index < 2 ? "FQA" : "GPS"], skills: index === 0 ? ["ALG", "ARI"] : ["ARI"] }, steps: [{ subQuestion: "What is known?", answer: "2 + 3 = 5." }, { subQuestion: "So?", answer: "The answer is 1." }],
}));

interface Told {
  readonly ours: 0 | 1;
  readonly official?: number;
  readonly confidence?: number;
  readonly answer?: string | null;
}

function rowResult(row: string, { ours, official = ours, confidence, answer = ours === 1 ? "1" : "2" }: Told, requests: number): RowResult {
  return {
    row, answer, reply: answer, judgement: null, usage: { requests, samples: 2 * requests, promptTokens: 10 * requests, completionTokens: requests },
    confidence: confidence === undefined ? null : { value: confidence, source: "logprobs", traces: 1, voters: 2, bestReward: 0.5 },
    score: { extracted: "read", correct: official, official, ours, rule: "nearestChoice", oursRule: "number", guessed: false },
  };
}

const jobResult = (problem: string, job: string, rows: readonly RowResult[], error: JobResult["error"] = null): JobResult => ({ problem, job, reason: "completed", error, rows, warnings: [], exemplars: null, times: { at: 1, modelMilliseconds: rows.map(() => 1500) } });

const node = (parent: number | null, depth: number, answer: string, reward: number | null, terminal = false): TraceNode => ({ parent, depth, subQuestion: depth === 1 ? "What is known?" : "Now we can answer the question: so?", answer, terminal, multiplicity: 1, usefulness: reward, correctness: reward, reward, returns: [], value: reward, visits: 1 });

/** Two first steps, a right one with r = 0.4 and a wrong one with r = 0.9, each with a last step. */
const trace: JobTrace = {
  problem: "a", job: "vrest@10", iterations: 2,
  nodes: [node(null, 0, "", null), node(0, 1, "It is 3 + 2 = 5.", 0.4), node(0, 1, "1 + 1 = 2.", 0.9), node(1, 2, "The answer is 1.", 0.8, true), node(2, 2, "The answer is 2.", 0.3, true)],
  traces: [{ nodes: [2, 4], answer: "2", reward: 0.6 }, { nodes: [1, 3], answer: "1", reward: 0.6 }],
};

let folder: string;
let written: WrittenReport;
let report: BenchReport;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "figtree-report-"));
  const run = path.join(folder, "run");
  await mkdir(run);
  const settings = { dataset: { name: "mathvista", split: "testmini", problems: 4, fingerprint: "f" }, limit: null, seed: 0, preset: "paper", methods: ["qa", "vrest:vote", "vrest:vote[noR1]"], model: { name: "<b>model</b>", place: "test" }, library: null, judge: null };
  const vote: Told[] = [{ ours: 1, confidence: 0.9 }, { ours: 1, official: 0, confidence: 0.95 }, { ours: 1, confidence: 0.65 }, { ours: 0, confidence: 0.55, answer: null }];
  const qa: Told[] = [{ ours: 1 }, { ours: 0 }, { ours: 0 }, { ours: 0 }];
  const results = problems.flatMap(({ id }, index) => [jobResult(id, "qa", [rowResult("qa", qa[index]!, 1)]), jobResult(id, "vrest@10", [rowResult("vrest:vote", vote[index]!, 30)], index === 3 ? { code: "endpoint.rejected", details: {} } : null)]);
  const lines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
  await writeFile(path.join(run, "run.json"), JSON.stringify({ format: "figtree-bench-run", version: 1, settings }));
  await writeFile(path.join(run, "problems.jsonl"), lines(problems));
  // An earlier failure that was tried again: the later line counts.
  await writeFile(path.join(run, "results.jsonl"), `${lines([jobResult("a", "qa", [rowResult("qa", { ours: 0 }, 1)], { code: "endpoint.timeout", details: {} }), ...results])}{"problem":"to`);
  await writeFile(path.join(run, "traces.jsonl"), lines([trace]));
  written = await writeReport([run], toPage);
  report = JSON.parse(written.json) as BenchReport;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a report, by hand", () => {
  const rowOf = (row: string) => report.runs[0]!.rows.find((each) => each.row === row)!;

  test("accuracy by every rule and category, with failures", () => {
    expect(rowOf("vrest:vote")).toMatchObject({ ours: { count: 4, mean: 0.75 }, official: { mean: 0.5 }, failures: { "endpoint.rejected": 1 }, unanswered: 1, missing: 0 });
    expect(rowOf("vrest:vote").categories).toMatchObject({ task: { FQA: { count: 2, mean: 1 }, GPS: { count: 2, mean: 0.5 } }, skills: { ALG: { count: 1, mean: 1 }, ARI: { count: 4, mean: 0.75 } } });
    expect(rowOf("qa")).toMatchObject({ ours: { mean: 0.25 }, failures: {} });
    expect(report.times[0]!.rows[2]).toEqual({ row: "vrest:vote[noR1]", modelSeconds: null, ratioToQa: null });
    expect(rowOf("vrest:vote[noR1]")).toMatchObject({ missing: 4, ours: { count: 0, mean: null } });
  });

  test("pairs, costs beside qa, calibration", () => {
    // vrest:vote alone is right in b and c: p = 2 * 1/4.
    expect(report.runs[0]!.pairs[0]).toEqual({ first: "qa", second: "vrest:vote", count: 4, difference: -0.5, onlyFirst: 0, onlySecond: 2, p: expect.closeTo(0.5, 12) as number });
    expect(rowOf("vrest:vote").ratioToQa).toEqual({ requests: 30, samples: 30, tokens: 30 });
    // Bins: .55 wrong, .65 right, .9 and .95 right.
    expect(rowOf("vrest:vote").confidence).toMatchObject({ count: 4, ece: expect.closeTo((0.55 + 0.35 + 2 * 0.075) / 4, 12) as number, auroc: 1 });
    expect(rowOf("qa").confidence).toBeNull();
    expect(report.times[0]!.rows[1]).toEqual({ row: "vrest:vote", modelSeconds: 1.5, ratioToQa: 1 });
  });

  test("the disputed answer with the rules that decided", () => {
    expect(report.runs[0]!.disputed).toEqual([expect.objectContaining({ problem: "b", row: "vrest:vote", official: 0, ours: 1, rule: "nearestChoice", oursRule: "number" })]);
  });

  test("evidence: rewards by kind of step, diversity, rules of choice", () => {
    const [evidence] = report.runs[0]!.evidence;
    const quality = (kind: string) => evidence!.rewards.find((each) => each.kind === kind && each.part === "r");
    // First steps: the right one is rewarded less. Last steps: more. Of all pairs .8 and .4 over .9 and .3: .8>.3, .4>.3.
    expect(quality("first")).toMatchObject({ steps: 2, right: 0.5, pooled: 0, amongSiblings: 0 });
    expect(quality("final")).toMatchObject({ steps: 2, pooled: 1, withinTree: 1, amongSiblings: null });
    expect(quality("all")).toMatchObject({ steps: 4, pooled: 0.5 });
    expect(evidence!.traceReward.pooled).toBe(0.5);
    expect(evidence).toMatchObject({ labels: "reference steps", diversity: { traces: 2, distinctTraces: 2, distinctAnswers: 2, oneTrace: { mean: 0.5 }, anyTrace: { mean: 1 } } });
    expect(Object.fromEntries(evidence!.selections.map(({ rule, accuracy }) => [rule, accuracy.mean]))).toMatchObject({ greedy: 0, "best last step": 1, "best weakest step": 1 });
  });

  test("the papers' table where the data set has those categories", () => {
    expect(written.markdown).toContain("As table 1 of VReST");
    expect(written.markdown).toMatch(/\| Method \| FQA \| GPS \| ALG \| ARI \| ALL \|/);
    expect(written.markdown).toMatch(/\| vrest:vote \| 100\.0 \| 50\.0 \| 100\.0 \| 75\.0 \| 75\.0 \|/);
  });
});

describe("what comes from data sets and models stays text", () => {
  test("in the page: escaped, no script, nothing from outside, one style that the policy names", () => {
    const { html } = written;
    const tags = html.match(/<[^>]+>/g)!;
    expect(tags.filter((tag) => /^<(script|img|b|link|iframe)\b|\s(src|href|style|on\w+)=|url\(|https?:/i.test(tag))).toEqual([]);
    expect(html).toContain("&#60;script&#62;");
    expect(html).toMatch(/default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]+'/);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html.match(/<svg/g)!.length).toBeGreaterThanOrEqual(3);
  });

  test("in the page: a heading stands as its column does, and a column of words stays one where a cell is a number", () => {
    expect(written.html).toMatch(/<th scope="col" class="words">First<\/th><th scope="col" class="words">Second<\/th><th scope="col">Difference<\/th>/);
    expect(written.html).toMatch(/<th scope="row">Seed<\/th><td class="words">0<\/td>/);
  });

  test("in the page: the name of an upright axis stands clear of its highest number", () => {
    const plots = written.html.match(/<svg[^]*?<\/svg>/g)!.filter((svg) => svg.includes("y-axis label"));
    expect(plots.length).toBeGreaterThan(0);
    for (const svg of plots) {
      const group = /<g[^>]*aria-label="y-axis label"[^>]*>/.exec(svg)![0];
      const [, up] = /translate\([\d.-]+,([\d.-]+)\)/.exec(group)!;
      // A line of 12 px stands between them, whatever the font.
      expect(-Number(up)).toBeGreaterThanOrEqual(30);
    }
  });

  test("in Markdown: no markup, no broken row", () => {
    const row = written.markdown.split("\n").find((line) => line.startsWith("| b | vrest:vote"))!;
    expect(row.match(/(?<!\\)\|/g)).toHaveLength(11);
    expect(row).not.toMatch(/(?<!\\)[<>`]/);
  });
});
