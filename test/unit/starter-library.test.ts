import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../src/adapters/system";
import { importExemplars, inspectImport, type ImportProgress } from "../../src/adapters/transfer";
import { checkArithmetic, compareAnswers, extractAnswer } from "../../src/core/answers";
import type { Exemplar } from "../../src/core/ports";
import { isFinalSubQuestion, parseSolution, stepLines } from "../../src/core/prompts";
import { starters } from "../../scripts/starter-library/list";
import { createMemoryStore } from "../fixtures/memory-library";
import { never, prepare } from "./transfer/make";

const root = path.join(import.meta.dirname, "../..");
const pack = path.join(root, "media/starter-library");
const shared = path.join(process.env["FIGTREE_SHARED"] ?? path.resolve(root, "../shared"), "data/sample-model");
const trained = ["number grid", "equation", "bar chart", "triangle", "rectangle"];

const store = createMemoryStore();
let last: ImportProgress;
let exemplars: readonly Exemplar[];
let stateFolder: string;
beforeAll(async () => {
  stateFolder = await mkdtemp(path.join(tmpdir(), "figtree-starter-"));
  const plan = await inspectImport(pack, { signal: never() });
  for await (const progress of importExemplars({ plan, store, prepareImage: prepare, clock: systemClock, signal: never(), stateFolder })) last = progress;
  ({ exemplars } = await store.list());
});
afterAll(() => rm(stateFolder, { recursive: true, force: true }));

test("the pack imports whole, with its licence and without a problem", async () => {
  const plan = await inspectImport(pack, { signal: never() });
  expect(plan).toMatchObject({ format: "figtree-pack", formatName: 'Figtree pack "Figtree starter library"', records: exemplars.length, licence: "CC0-1.0", problems: [], reasons: [] });
  // One notice, the description: the list of records is the one that the manifest names.
  expect(plan.notices).toHaveLength(1);
  expect(last).toMatchObject({ added: exemplars.length, merged: 0, skipped: 0, problems: [], finished: true });
  for (const { image, licence, source, passRate } of exemplars) {
    expect({ licence, source, passRate }).toEqual({ licence: "CC0-1.0", source: "Figtree", passRate: null });
    expect(createHash("sha256").update(await store.readImage(image.sha256)).digest("hex")).toBe(image.sha256);
  }
});

test("it holds what the script makes", () => {
  const made = starters().map(({ exemplar }) => exemplar);
  expect(exemplars.map(({ question, choices, answer, subject, tags, source, licence, candidates, context, passRate }) => ({ question, choices, answer, subject, tags, source, licence, candidates, context, passRate }))).toEqual(made);
});

test("60 to 120 figures, six or more of each family that the sample model reads, three or more of 20 or more other subjects", () => {
  const counts = new Map<string, number>();
  for (const { subject } of exemplars) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  expect(exemplars.length).toBeGreaterThanOrEqual(60);
  expect(exemplars.length).toBeLessThanOrEqual(120);
  for (const subject of trained) expect(counts.get(subject), subject).toBeGreaterThanOrEqual(6);
  const others = [...counts].filter(([subject]) => !trained.includes(subject));
  expect(others.length).toBeGreaterThanOrEqual(20);
  for (const [subject, count] of others) expect(count, subject).toBeGreaterThanOrEqual(3);
  expect(exemplars.filter(({ tags }) => tags.includes("sample model")).map(({ subject }) => subject)).toEqual(trained.flatMap((subject) => Array.from({ length: counts.get(subject)! }, () => subject)));
});

test("every context is a whole solution in steps, its arithmetic holds, and it ends with the answer", () => {
  let equations = 0;
  for (const { question, choices, answer, context } of exemplars) {
    const steps = parseSolution(context!);
    expect(stepLines(steps), question).toBe(context);
    expect(steps.length, question).toBeGreaterThanOrEqual(2);
    expect(steps.map(({ subQuestion }) => isFinalSubQuestion(subQuestion))).toEqual(steps.map((_, index) => index === steps.length - 1));
    const { checked, wrong } = checkArithmetic(context!);
    equations += checked;
    expect(wrong, question).toEqual([]);
    const stated = extractAnswer(context!)!;
    expect(compareAnswers(stated, answer, { choices }).same, `${question} ${stated}`).toBe(true);
    if (choices.length === 0) expect(stated).toBe(answer);
    else {
      expect(choices[stated.charCodeAt(0) - 65]).toBe(answer);
      expect(choices.filter((choice) => compareAnswers(choice, answer).same), question).toEqual([answer]);
    }
  }
  expect(equations).toBeGreaterThan(exemplars.length);
});

test("the letters of the right choices are mixed", () => {
  const letters = exemplars.filter(({ choices }) => choices.length > 0).map(({ choices, answer }) => choices.indexOf(answer));
  expect(letters.length).toBeGreaterThanOrEqual(20);
  for (const letter of [0, 1, 2, 3]) expect(letters.filter((each) => each === letter).length).toBeLessThan(letters.length / 2);
});

test("the pictures are small, all different, and nothing else lies in the pack", () => {
  const files = readdirSync(path.join(pack, "images"));
  expect(files.sort()).toEqual(exemplars.map(({ image }) => `${image.sha256}.png`).sort());
  expect(readdirSync(pack).sort()).toEqual(["exemplars.jsonl", "images", "manifest.json"]);
  for (const { image, question } of exemplars) {
    expect(image.width, question).toBeGreaterThanOrEqual(320);
    expect(image.width, question).toBeLessThanOrEqual(448);
    expect(image.height, question).toBeLessThanOrEqual(448);
  }
  const size = [...files.map((file) => path.join("images", file)), "exemplars.jsonl", "manifest.json"].reduce((sum, file) => sum + statSync(path.join(pack, file)).size, 0);
  expect(size).toBeLessThan(1_500_000);
});

interface Drawn {
  readonly fam: string;
  readonly lines?: number[][];
  readonly nums?: number[];
  readonly q?: number;
  readonly vals?: number[];
  readonly ang?: number[];
  readonly w?: number;
  readonly h?: number;
}

const unordered = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
/** What a figure of one of the sample model's families shows, so that others with the same numbers are found. */
const keyOf = (subject: string, shown: readonly number[]): string => `${subject} ${(subject === "triangle" || subject === "rectangle" ? unordered(shown) : shown).join(" ")}`;
function keyOfSample({ fam, lines, nums, q, vals, ang, w, h }: Drawn): string {
  const shown = lines?.flat() ?? (nums === undefined ? (vals ?? ang ?? [w!, h!]) : [...nums, q!]);
  return keyOf({ grid: "number grid", bars: "bar chart" }[fam] ?? fam, shown);
}

function expectNone(list: string): void {
  const drawn = readFileSync(list, "utf8").trim().split("\n").map((line) => keyOfSample((JSON.parse(line) as { figure: Drawn }).figure));
  const own = starters().filter(({ shown }) => shown.length > 0).map(({ exemplar, shown }) => keyOf(exemplar.subject, shown));
  expect(own).toHaveLength(30);
  expect(new Set(own).size).toBe(30);
  expect(own.filter((key) => drawn.includes(key))).toEqual([]);
}

test("no picture is one of the bundled samples, nor shows the same numbers", async () => {
  const pixels = async (bytes: Uint8Array): Promise<string> => createHash("sha256").update(await sharp(bytes).removeAlpha().toColourspace("srgb").raw().toBuffer()).digest("hex");
  const samples = path.join(root, "media/samples");
  const theirs = await Promise.all(readdirSync(samples).filter((file) => file.endsWith(".png")).map((file) => pixels(readFileSync(path.join(samples, file)))));
  const own = await Promise.all(exemplars.map(async ({ image }) => pixels(await store.readImage(image.sha256))));
  expect(theirs.length).toBeGreaterThan(0);
  expect(new Set(own).size).toBe(exemplars.length);
  expect(own.filter((hash) => theirs.includes(hash))).toEqual([]);
  expectNone(path.join(samples, "samples.jsonl"));
});

test.runIf(existsSync(shared)).each(["samples/samples.jsonl", "heldout-300/manifest.jsonl"])("no figure is one of the benchmark's: %s", (list) => expectNone(path.join(shared, list)));

test("questions and steps of the sample model's families are in its words", () => {
  const { model } = JSON.parse(readFileSync(path.join(root, "media/sample-model/tokenizer.json"), "utf8")) as { model: { vocab: Record<string, number> } };
  const unknown = (text: string): string[] => (text.match(/[A-Za-z]+(?:-[A-Za-z]+)*/g) ?? []).filter((word) => !Object.hasOwn(model.vocab, ` ${word}`));
  expect(unknown("What is a zebra?")).toEqual(["zebra"]);
  for (const { subject, question, context } of exemplars) if (trained.includes(subject)) {
    const own = context!.replace(/^(?:Sub-question|Answer) \d:|Now we can answer the question:|The answer is/gm, " ");
    expect(unknown(`${question} ${own}`), question).toEqual([]);
  }
});
