import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatSpec, parseSpec } from "../../../src/core/solve";
import { imageInfo } from "../../../src/core/ports";
import { methodNames } from "../../../src/core/solve";
import { EvaluationFolder } from "../../../src/host/evaluate/folder";
import { reportPage } from "../../../src/host/evaluate/page";
import { pairedSpecs, readEvaluation, secondsLeft, type Evaluation } from "../../../src/host/evaluate/plan";
import { leaveOneOut, librarySet } from "../../../src/host/evaluate/sets";
import { createMemoryStore, fakeExemplar, fakePicture } from "../../fixtures/memory-library";

const evaluation: Evaluation = {
  format: "figtree-evaluation", version: 1, title: "Mine", set: { kind: "library", ids: ["a"] }, limit: null, seed: 7, preset: "quick", specs: ["qa", "rcts+qa"],
  model: { name: "m", place: "p" }, startedAt: 5, end: null,
};

describe("methods of an evaluation", () => {
  it("are always run without exemplars and with them, in one order", () => {
    expect(pairedSpecs(["qa", "vrest"], "rcts", "quick", {}, {}).map(formatSpec)).toEqual(["vrest", "rcts+vrest", "qa", "rcts+qa"]);
  });

  it("carry what the person has set apart from the preset, each where it does something", () => {
    const specs = pairedSpecs(["vrest", "cotVote"], "rag", "quick", { select: "best", iterations: 4, depth: 5, noR1: false, samples: 9, seed: 3, maxCalls: 5 }, { exemplars: 5, candidates: 20, alpha: 0.6 }).map(formatSpec);
    expect(specs).toEqual(["vrest:best[iterations=4]", "rag[exemplars=5]+vrest:best[iterations=4]", "cot-vote[samples=9]", "rag[exemplars=5]+cot-vote[samples=9]"]);
  });

  it("are read back as they were written", () => {
    for (const spec of pairedSpecs(methodNames, "random", "paper", { temperature: 0.5, noR1: true, checkArithmetic: true }, { exemplars: 2 })) expect(parseSpec(formatSpec(spec))).toEqual(spec);
  });
});

describe("a library that is asked about itself", () => {
  const picture = (name: string) => {
    const { bytes, ...info } = fakePicture(name);
    return { image: bytes, imageInfo: imageInfo({ bytes, ...info }) };
  };

  it("leaves out the exemplar itself and what has the same picture, for each problem anew", async () => {
    const store = createMemoryStore();
    const added = await store.add([
      { exemplar: fakeExemplar({ question: "How large?", answer: "20", subject: "geometry", choices: ["19", "20"] }), ...picture("rectangle") },
      { exemplar: fakeExemplar({ question: "How wide?", answer: "5" }), ...picture("rectangle") },
      { exemplar: fakeExemplar({ question: "How large?", answer: "7" }), ...picture("triangle") },
    ]);
    const ids = added.map(({ id }) => id);
    const dataset = await librarySet(store, ids);
    expect(dataset.problems.map(({ id, question, references, choices, categories }) => ({ id, question, references, choices, categories }))).toEqual([
      { id: ids[0], question: "How large?", references: ["20"], choices: ["19", "20"], categories: { subject: ["geometry"] } },
      { id: ids[1], question: "How wide?", references: ["5"], choices: [], categories: {} },
      { id: ids[2], question: "How large?", references: ["7"], choices: [], categories: {} },
    ]);
    expect(await dataset.problems[2]!.image()).toEqual(picture("triangle").image);
    const mayTeach = await leaveOneOut(store, ids);
    const exemplars = (await store.get(ids)).map((exemplar) => exemplar!);
    expect(dataset.problems.map((problem) => exemplars.map((exemplar) => mayTeach(problem, exemplar)))).toEqual([[false, false, true], [false, false, true], [true, true, false]]);
  });

  it("cannot be gone on with once some of it is gone", async () => {
    await expect(librarySet(createMemoryStore(), ["a", "b"])).rejects.toMatchObject({ code: "input.invalid", details: { message: "2 of its exemplars are no longer in the library. Begin a new one." } });
  });
});

describe("evaluations on disk", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(path.join(os.tmpdir(), "figtree-evaluations-"));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it("are listed newest first; what cannot be read is left out", async () => {
    const folders = new EvaluationFolder(root);
    expect(await new EvaluationFolder(path.join(root, "nowhere")).list()).toEqual([]);
    for (const [id, startedAt] of [["one", 1], ["two", 3], ["three", 2]] as const) await folders.write({ folder: folders.folderOf(id), evaluation: { ...evaluation, startedAt } });
    writeFileSync(path.join(folders.folderOf("three"), "evaluation.json"), "{");
    expect((await folders.list()).map(({ folder }) => path.basename(folder))).toEqual(["two", "one"]);
    await folders.remove({ folder: folders.folderOf("two"), evaluation });
    expect((await folders.list()).map(({ evaluation: each }) => each.startedAt)).toEqual([1]);
  });

  it("are of one form", () => {
    expect(readEvaluation(JSON.stringify(evaluation))).toEqual(evaluation);
    for (const change of [{ version: 2 }, { specs: [] }, { set: { kind: "library", ids: [] } }, { seed: -1 }, { end: { reason: "tired" } }]) expect(readEvaluation(JSON.stringify({ ...evaluation, ...change }))).toBeUndefined();
    expect(readEvaluation("no JSON")).toBeUndefined();
  });
});

it("tells the time that is left from the pace of this sitting", () => {
  expect(secondsLeft({ now: 5, done: 15, total: 35 }, 10)).toBe(40);
  expect(secondsLeft({ now: 0, done: 15, total: 35 }, 10)).toBeNull();
  expect(secondsLeft({ now: 20, done: 35, total: 35 }, 10)).toBeNull();
});

describe("the report's page in a webview", () => {
  const page = `<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-x'"><style>body{}</style></head><body><p>&lt;style&gt; 'none'</p></body></html>`;

  it("has one policy without scripts and network, and the theme's colours", () => {
    const shown = reportPage(page, "once");
    expect(shown.match(/Content-Security-Policy/g)).toHaveLength(1);
    expect(/content="([^"]*)"/.exec(shown)![1]).toBe("default-src 'none'; style-src 'nonce-once'; base-uri 'none'; form-action 'none'");
    expect(shown.match(/<style nonce="once">/g)).toHaveLength(2);
    expect(shown).not.toContain("<style>");
    expect(shown).toContain("--ground: var(--vscode-editor-background)");
    expect(shown).toContain("<body><p>&lt;style&gt; 'none'</p></body>");
  });

  it("is not shown without a head or a policy to replace", () => {
    expect(() => reportPage("<p>", "once")).toThrow(/head/);
    expect(() => reportPage("<head></head>", "once")).toThrow(/policy/);
  });
});
