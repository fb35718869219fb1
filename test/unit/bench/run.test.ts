import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runBench, writeReport } from "../../../src/bench";
import type { BenchReport } from "../../../src/bench/report/model";
import { toPage } from "../../../src/bench/report/page/page";
import type { JobResult, RowResult } from "../../../src/bench/run/results";
import { retrievalDefaults } from "../../../src/core/exemplars";
import { FigtreeError, type GenerateReply, type GenerateRequest } from "../../../src/core/ports";
import { seededRandom } from "../../../src/core/search";
import { benchDataSet, benchModel, benchRequest } from "../../fixtures/bench-run";
import { lastText } from "../../fixtures/fake-world";
import { createMemoryStore, fakeExemplar, fakePicture } from "../../fixtures/memory-library";

let root: string;
beforeAll(async () => void (root = await mkdtemp(path.join(tmpdir(), "figtree-bench-"))));
afterAll(() => rm(root, { recursive: true, force: true }));
let folders = 0;
const freshFolder = (): string => path.join(root, String((folders += 1)));

const everything = "qa,cot,cot-vote@1,2,3,best-of-n,tot,cantor,vrest:greedy,vrest:best,vrest:weighted,vrest:vote@1,2,4,vrest:vote[noR1]";

/** A report without what depends on the clock. */
async function timeless(folder: string): Promise<{ markdown: string; json: string; html: string }> {
  const { markdown, json, html } = await writeReport([folder], toPage);
  return { markdown: markdown.split("\n## Times\n")[0]!, json: JSON.stringify({ ...(JSON.parse(json) as object), times: null }), html: html.split("<h2>Times</h2>")[0]! };
}

async function rowsOf(folder: string): Promise<Map<string, RowResult>> {
  const lines = (await readFile(path.join(folder, "results.jsonl"), "utf8")).trim().split("\n").map((line) => JSON.parse(line) as JobResult);
  return new Map(lines.flatMap(({ problem, rows }) => rows.map((row) => [`${problem} ${row.row}`, row])));
}

describe("a run", () => {
  test("asks nothing twice, whatever rows share, and gives each row what it would find by itself", async () => {
    const together = freshFolder();
    const model = benchModel();
    expect(await runBench(benchRequest(together, everything, { model }))).toMatchObject({ reason: "completed", failed: 0 });
    expect(new Set(model.answered).size).toBe(model.answered.length);
    const shared = await rowsOf(together);
    for (const [row, alone] of [["vrest:vote@2", "vrest:vote[iterations=2]"], ["vrest:vote@4", "vrest:vote[iterations=4]"], ["vrest:greedy", "vrest:greedy"], ["vrest:weighted", "vrest:weighted"], ["cot-vote@2", "cot-vote[samples=2]"], ["best-of-n", "best-of-n"], ["tot", "tot"], ["cot", "cot"]] as const) {
      const folder = freshFolder();
      await runBench(benchRequest(folder, alone));
      const single = await rowsOf(folder);
      for (const { id } of benchDataSet(5).problems) {
        const { answer, score, confidence, usage } = single.get(`${id} ${alone}`)!;
        expect(shared.get(`${id} ${row}`), `${row} of ${id}`).toMatchObject({ answer, score, confidence, ...(row.startsWith("vrest") || row === "tot" ? { usage } : {}) });
      }
    }
  });

  test("stopped again and again, goes on without asking anything twice and ends in the same report, byte for byte", async () => {
    const whole = freshFolder();
    const reference = benchModel();
    await runBench(benchRequest(whole, everything, { model: reference }));

    const folder = freshFolder();
    const random = seededRandom(11);
    const answered: string[] = [];
    let reason = "";
    let sittings = 0;
    while (reason !== "completed") {
      const controller = new AbortController();
      const stopAt = Math.floor(random() * 90);
      const model = benchModel((_question, count) => {
        if (count >= stopAt) controller.abort();
      });
      ({ reason } = await runBench(benchRequest(folder, everything, { model, signal: controller.signal })));
      answered.push(...model.answered);
      // As a crash in the middle of a line leaves it.
      if (reason !== "completed") await Promise.all(["replies", "results", "traces"].map((name) => appendFile(path.join(folder, `${name}.jsonl`), '{"problem":"p')));
      sittings += 1;
    }
    expect(sittings).toBeGreaterThan(3);
    expect(answered.toSorted()).toEqual(reference.answered.toSorted());
    expect(await timeless(folder)).toEqual(await timeless(whole));
  });

  test("finished, it asks nothing more; with other settings it is refused, with further methods it can be extended", async () => {
    const folder = freshFolder();
    await runBench(benchRequest(folder, "cot,vrest:vote"));
    const model = benchModel();
    expect(await runBench(benchRequest(folder, "cot,vrest:vote", { model }))).toMatchObject({ reason: "completed", now: 0 });
    await expect(runBench(benchRequest(folder, "cot,vrest:vote", { model, seed: 4 }))).rejects.toThrow(/another seed/);
    await expect(runBench(benchRequest(folder, "cot,vrest:vote,qa", { model }))).rejects.toThrow(/another list of methods/);
    await expect(runBench(benchRequest(folder, "cot,qa", { model, extend: true }))).rejects.toThrow(/another list of methods/);
    expect(model.answered).toEqual([]);
    expect(await runBench(benchRequest(folder, "cot,vrest:vote,vrest:best,qa", { model, extend: true }))).toMatchObject({ reason: "completed" });
    // The same search serves vrest:best, from its recorded replies: only qa asks.
    expect(model.answered).toHaveLength(5);
    expect((await rowsOf(folder)).size).toBe(20);
  });
});

describe("exemplars and judges", () => {
  test("exemplars that show a problem of the data set reach no problem, in the run or not; others do", async () => {
    const store = createMemoryStore();
    const leak = { ...fakePicture("x"), bytes: new Uint8Array([4]), sha256: createHash("sha256").update(new Uint8Array([4])).digest("hex") };
    const leaking = [await store.put(fakeExemplar({ question: "Something else?" }), leak), await store.put(fakeExemplar({ question: "what is  FIGURE 1" }), fakePicture("other"))];
    const harmless = await store.put(fakeExemplar({ question: "What is figure ninety?" }), fakePicture("ninety"));
    const folder = freshFolder();
    const library = { store, embedder: null, settings: retrievalDefaults, pinned: leaking, banned: [] };
    expect(await runBench(benchRequest(folder, "rag+cot,random+cot,none+cot,cot", { library, limit: 2 }))).toMatchObject({ reason: "completed", failed: 0 });
    const used = (await readFile(path.join(folder, "results.jsonl"), "utf8")).trim().split("\n").flatMap((line) => (JSON.parse(line) as JobResult).exemplars ?? []);
    expect(used.map(({ ids }) => ids)).toEqual([[harmless], [harmless], [harmless], [harmless]]);
  });

  test("a judge's verdicts are recorded like all replies", async () => {
    const verdicts: string[] = [];
    const judge = { ...benchModel(), info: { name: "judge", place: "test", sample: false }, generate: ({ messages }: GenerateRequest): Promise<GenerateReply> => {
      verdicts.push(lastText(messages));
      return Promise.resolve({ choices: [{ text: '{"extracted_answer": "x", "score": 1}', finish: "stop" }], usage: { requests: 1, samples: 1, promptTokens: 1, completionTokens: 1 } });
    } };
    const folder = freshFolder();
    await runBench(benchRequest(folder, "vrest:vote", { judge }));
    expect(verdicts).toHaveLength(5);
    await runBench(benchRequest(folder, "vrest:vote,vrest:vote@3", { judge, extend: true }));
    expect(verdicts).toHaveLength(5);
    const report = JSON.parse((await writeReport([folder], toPage)).json) as { runs: { settings: object; rows: { judged: { mean: number } }[] }[] };
    expect(report.runs[0]).toMatchObject({ settings: { judge: "judge at test" }, rows: [{ judged: { mean: 1 } }, { judged: { mean: 1 } }] });
  });
});

describe("what goes wrong", () => {
  const rejecting = (asked: string) => benchModel((question) => {
    if (question === asked) throw new FigtreeError("endpoint.rejected", { status: 400 });
  });

  test("a failing problem is a recorded failure that counts as wrong, and can be tried again", async () => {
    const folder = freshFolder();
    expect(await runBench(benchRequest(folder, "cot,vrest:vote", { model: rejecting("What is figure 2?") }))).toMatchObject({ reason: "completed", done: 10, failed: 2 });
    const report = JSON.parse((await writeReport([folder], toPage)).json) as { runs: { rows: { row: string; failures: object; ours: { count: number } }[] }[] };
    expect(report.runs[0]!.rows[0]).toMatchObject({ row: "cot", failures: { "endpoint.rejected": 1 }, ours: { count: 5 } });
    expect(await runBench(benchRequest(folder, "cot,vrest:vote", { retryFailed: true }))).toMatchObject({ reason: "completed", now: 2, failed: 0 });
    const whole = freshFolder();
    await runBench(benchRequest(whole, "cot,vrest:vote"));
    expect(await timeless(folder)).toEqual(await timeless(whole));
  });

  test("a model that is gone ends the run with what there is", async () => {
    const folder = freshFolder();
    const model = benchModel((_question, answered) => {
      if (answered >= 12) throw new FigtreeError("endpoint.unreachable", { url: "http://127.0.0.1:9" });
    });
    const end = await runBench(benchRequest(folder, "cot,vrest:vote", { model, atOnce: 1 }));
    expect(end).toMatchObject({ reason: "gone", error: { code: "endpoint.unreachable" }, failed: 0 });
    expect(end.done).toBeLessThan(10);
    expect((await writeReport([folder], toPage)).markdown).toContain("This run is not finished.");
    expect(await runBench(benchRequest(folder, "cot,vrest:vote"))).toMatchObject({ reason: "completed", failed: 0 });
  });

  test("three solves in a row that the server fails mean that it is gone; fewer are failures of their problems", async () => {
    const failing = (last: number) => benchModel((question) => {
      if (Number(/\d+/.exec(question)![0]) <= last) throw new FigtreeError("endpoint.serverError", { status: 500 });
    });
    expect(await runBench(benchRequest(freshFolder(), "cot", { model: failing(1), atOnce: 1 }))).toMatchObject({ reason: "completed", failed: 2 });
    expect(await runBench(benchRequest(freshFolder(), "cot", { model: failing(4), atOnce: 1 }))).toMatchObject({ reason: "gone", done: 2, error: { code: "endpoint.serverError" } });
  });

  test("a cap on requests holds over all sittings", async () => {
    const folder = freshFolder();
    const capped = { maxCalls: 20, maxTokens: null, maxSeconds: null };
    const first = benchModel();
    expect(await runBench(benchRequest(folder, "vrest:vote", { model: first, caps: capped, atOnce: 1 }))).toMatchObject({ reason: "budget", error: { code: "budget.calls" }, usage: { requests: first.answered.length } });
    const second = benchModel();
    expect(await runBench(benchRequest(folder, "vrest:vote", { model: second, caps: capped }))).toMatchObject({ reason: "budget" });
    expect(second.answered).toEqual([]);
    expect(await runBench(benchRequest(folder, "vrest:vote", { model: second }))).toMatchObject({ reason: "completed" });
  });

  test("a cap counts what is under way, and keeps its replies: nothing is asked again", async () => {
    const reference = benchModel();
    await runBench(benchRequest(freshFolder(), "vrest:vote,cot-vote", { model: reference, atOnce: 5 }));
    const folder = freshFolder();
    const model = benchModel();
    for (const maxCalls of [1, 7, 24]) {
      expect(await runBench(benchRequest(folder, "vrest:vote,cot-vote", { model, caps: { maxCalls, maxTokens: null, maxSeconds: null }, atOnce: 5 }))).toMatchObject({ reason: "budget", usage: { requests: maxCalls } });
      expect(model.answered).toHaveLength(maxCalls);
    }
    expect(await runBench(benchRequest(folder, "vrest:vote,cot-vote", { model, atOnce: 5 }))).toMatchObject({ reason: "completed", failed: 0 });
    expect(model.answered.toSorted()).toEqual(reference.answered.toSorted());
  });

  test("a picture that cannot be used fails in every row; exemplars without a library are refused", async () => {
    const prepare = (bytes: Uint8Array) => (bytes[0] === 3 ? Promise.reject(new FigtreeError("image.damaged")) : benchRequest("", "qa").prepare(bytes, ""));
    expect(await runBench(benchRequest(freshFolder(), "qa,cot", { prepare }))).toMatchObject({ reason: "completed", failed: 2 });
    await expect(runBench(benchRequest(freshFolder(), "rag+cot"))).rejects.toThrow(expect.objectContaining({ code: "input.invalid" }));
  });

  test("a set without problems, or with two records of one name, is refused", async () => {
    const { problems, ...rest } = benchDataSet(2);
    const of = (chosen: typeof problems) => benchRequest(freshFolder(), "qa", { dataset: { ...rest, problems: chosen } });
    await expect(runBench(of([]))).rejects.toThrow(/no problem/);
    await expect(runBench(of([...problems, problems[0]!]))).rejects.toThrow(/called p0/);
  });

  test.runIf(existsSync("/dev/full"))("a disc that is full ends the run with what there is, and is no failure of a problem or of the endpoint", async () => {
    for (const file of ["replies", "results", "traces"]) {
      const folder = freshFolder();
      await mkdir(folder);
      await symlink("/dev/full", path.join(folder, `${file}.jsonl`));
      await expect(runBench(benchRequest(folder, "cot"))).rejects.toThrow(expect.objectContaining({ code: "input.invalid", details: { field: "--out", value: folder, message: `The file ${file}.jsonl cannot be written (ENOSPC).` } }));
      await rm(path.join(folder, `${file}.jsonl`));
      expect(await runBench(benchRequest(folder, "cot"))).toMatchObject({ reason: "completed", failed: 0, done: 5 });
    }
  });

  test("a first try at a wrong address leaves a folder that takes the right one", async () => {
    const folder = freshFolder();
    const nobody = { ...benchModel(() => {
      throw new FigtreeError("endpoint.unreachable");
    }), info: { name: "fake", place: "wrong", sample: false } };
    expect(await runBench(benchRequest(folder, "qa", { model: nobody, limit: 2 }))).toMatchObject({ reason: "gone" });
    expect(await runBench(benchRequest(folder, "qa,cot", { limit: 3 }))).toMatchObject({ reason: "completed", total: 6 });
    expect(JSON.parse((await writeReport([folder], toPage)).json)).toMatchObject({ runs: [{ problems: 3, settings: { limit: 3, model: { place: "test" } } }] });
    await expect(runBench(benchRequest(folder, "qa,cot", { model: nobody, limit: 3 }))).rejects.toThrow(/another model/);
    const foreign = freshFolder();
    await mkdir(foreign);
    await appendFile(path.join(foreign, "run.json"), '{"mine": 1}');
    await expect(runBench(benchRequest(foreign, "qa"))).rejects.toThrow(/run\.json was not written/);
  });

  test("a run is not gone on with by another model or at another place, which are named, and nothing is asked", async () => {
    const folder = freshFolder();
    const named = (name: string, place: string) => ({ ...benchModel(), info: { name, place, sample: false } });
    await runBench(benchRequest(folder, "qa", { model: named("viewer", "http://one/v1"), limit: 2 }));
    for (const [name, place] of [["other", "http://one/v1"], ["viewer", "http://two/v1"]] as const) {
      const model = named(name, place);
      await expect(runBench(benchRequest(folder, "qa", { model, limit: 2 }))).rejects.toMatchObject({ code: "input.invalid", details: { message: `It holds a run with another model (viewer at http://one/v1 there, ${name} at ${place} now): take another folder, or the same settings to go on with it.` } });
      expect(model.answered).toEqual([]);
    }
    expect(await runBench(benchRequest(folder, "qa", { model: named("viewer", "http://one/v1"), limit: 2 }))).toMatchObject({ reason: "completed", now: 0 });
  });

  test("a run is not gone on with under another rule for unreadable options", async () => {
    const folder = freshFolder();
    await runBench(benchRequest(folder, "qa", { guess: { seed: 3 } }));
    await expect(runBench(benchRequest(folder, "qa"))).rejects.toThrow(/--guess/);
  });

  test("a judge that is gone ends the run, one that stumbles is asked again with the failures, and a cap while it judges leaves nothing unjudged", async () => {
    const verdict: GenerateReply = { choices: [{ text: '{"extracted_answer": "x", "score": 1}', finish: "stop" }], usage: { requests: 1, samples: 1, promptTokens: 1, completionTokens: 1 } };
    const judgeThat = (ask: () => Promise<GenerateReply>) => ({ ...benchModel(), info: { name: "judge", place: "test", sample: false }, generate: ask });
    const fails = (code: "endpoint.unauthorized" | "endpoint.rejected" | "endpoint.serverError") => judgeThat(() => Promise.reject(new FigtreeError(code)));
    const well = judgeThat(() => Promise.resolve(verdict));
    const verdicts = async (folder: string) => [...(await rowsOf(folder)).values()].map(({ judgement }) => judgement?.score);

    const folder = freshFolder();
    expect(await runBench(benchRequest(folder, "qa", { judge: fails("endpoint.unauthorized") }))).toMatchObject({ reason: "gone", done: 0, error: { code: "endpoint.unauthorized" } });
    expect(await runBench(benchRequest(folder, "qa", { judge: fails("endpoint.rejected") }))).toMatchObject({ reason: "completed" });
    expect(await verdicts(folder)).toEqual([null, null, null, null, null]);
    expect(await runBench(benchRequest(folder, "qa", { judge: well, retryFailed: true }))).toMatchObject({ reason: "completed", now: 5 });
    expect(await verdicts(folder)).toEqual([1, 1, 1, 1, 1]);
    expect(await runBench(benchRequest(freshFolder(), "qa", { judge: fails("endpoint.serverError"), atOnce: 1 }))).toMatchObject({ reason: "gone", done: 2 });

    const capped = freshFolder();
    expect(await runBench(benchRequest(capped, "qa", { judge: well, caps: { maxCalls: 5, maxTokens: null, maxSeconds: null } }))).toMatchObject({ reason: "budget", usage: { requests: 5 } });
    expect(await runBench(benchRequest(capped, "qa", { judge: well }))).toMatchObject({ reason: "completed", usage: { requests: 10 } });
    expect(await verdicts(capped)).toEqual([1, 1, 1, 1, 1]);
  });

  test("a report over damaged files says how much was left out", async () => {
    const folder = freshFolder();
    await runBench(benchRequest(folder, "cot,vrest:vote"));
    const wholeReport = (JSON.parse((await writeReport([folder], toPage)).json) as BenchReport).runs[0];
    expect(wholeReport!.unreadable).toEqual({ results: 0, traces: 0 });
    await Promise.all(["results", "traces", "replies"].map((name) => appendFile(path.join(folder, `${name}.jsonl`), "null\n[]\n7\n{}\n")));
    await appendFile(path.join(folder, "traces.jsonl"), '{"problem":"to');
    const said = '9 records could not be read and are left out: 4 of results.jsonl, 5 of traces.jsonl (the section "Where a gain comes from" rests on the others).';
    const { markdown, json, html } = await writeReport([folder], toPage);
    expect(markdown).toContain(said);
    expect(html).toContain(said.split(" (")[0]);
    const { runs: [report] } = JSON.parse(json) as BenchReport;
    expect(report!.unreadable).toEqual({ results: 4, traces: 5 });
    // All else is as if they were not there.
    expect({ ...report, unreadable: null }).toEqual({ ...wholeReport, unreadable: null });
    await rm(path.join(folder, "problems.jsonl"));
    await expect(writeReport([folder], toPage)).rejects.toThrow(/problems\.jsonl is missing or damaged: it holds 0 of 5/);
    await runBench(benchRequest(folder, "cot,vrest:vote"));
    expect((await writeReport([folder], toPage)).markdown).toContain("8 records could not be read");
  });
});
