import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { inspectImport } from "../../../src/adapters/transfer";
import { importAll, never } from "./make";

const puzzles = path.join(process.env["FIGTREE_SHARED"] ?? path.join(import.meta.dirname, "../../../../shared"), "data/puzzlevqa");

test.runIf(existsSync(puzzles))("PuzzleVQA's 300 records: those that repeat an earlier picture and question are merged", async () => {
  const text = await readFile(path.join(puzzles, "puzzlevqa-300.jsonl"), "utf8");
  const records = text.trim().split("\n").map((line) => JSON.parse(line) as { image: string; question: string });
  const different = new Set(await Promise.all(records.map(async ({ image, question }) => `${createHash("sha256").update(await readFile(path.join(puzzles, image))).digest("hex")} ${question}`))).size;
  const plan = await inspectImport(path.join(puzzles, "puzzlevqa-300.jsonl"), { signal: never() });
  expect(plan).toMatchObject({ format: "puzzlevqa", records: 300, problems: [] });
  const { store, last } = await importAll("", { plan });
  const { exemplars } = await store.list();
  const kinds = [...new Set(exemplars.map(({ subject }) => subject))].sort();
  console.table([...kinds, ""].map((kind) => {
    const of = exemplars.filter(({ subject }) => kind === "" || subject === kind);
    return { kind: kind === "" ? "all" : kind, exemplars: of.length, pictures: new Set(of.map(({ image }) => image.sha256)).size, withContext: of.filter(({ context }) => context !== null).length, choices: of.reduce((sum, { choices }) => sum + choices.length, 0) / of.length };
  }));
  expect(last).toMatchObject({ done: 300, added: different, merged: 300 - different, skipped: 0 });
  expect(kinds).toHaveLength(20);
  for (const { answer, choices, context } of exemplars) {
    expect(choices).toContain(answer);
    expect(context).toMatch(/^Sub-question 1: What does the figure show\?\nAnswer 1: .*\nSub-question 2: .*\nAnswer 2: .*\nSub-question 3: Now we can answer the question: .*\nAnswer 3: .* The answer is [A-D]\.$/);
    expect(context!.endsWith(`The answer is ${String.fromCharCode(65 + choices.indexOf(answer))}.`)).toBe(true);
  }
});
