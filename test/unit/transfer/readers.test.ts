import { Buffer } from "node:buffer";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "../../fixtures/properties";
import { expect, test } from "vitest";
import { inspectImport, type ImportPlan } from "../../../src/adapters/transfer";
import { folder, importAll, never, put, square } from "./make";

const inspect = (place: string, mapping?: object): Promise<ImportPlan> => inspectImport(place, mapping === undefined ? { signal: never() } : { signal: never(), mapping });
const whole = { question: "question", answer: "answer", image: "image" };

/** What a text looks like after it was read: the importer trims, and knows one kind of line break. */
const seen = (text: string): string => text.replace(/\r\n?/g, "\n").replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "").trim();

const cell = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: fc.constantFrom('"', ",", ";", "\t", "\n", "\r\n", "a", "é", " ", "\u2028", "\0"), maxLength: 10 }));
const rows = fc.array(fc.record({ question: cell, answer: cell }), { minLength: 1, maxLength: 3 }).filter((list) => list.every(({ question, answer }) => seen(question) !== "" && seen(answer) !== "" && !seen(answer).startsWith("[") && !seen(question).includes("<image")));
const encodings = fc.constantFrom("utf8", "bom", "utf16le", "utf16be");

function encode(text: string, encoding: string): Buffer {
  if (encoding === "utf8") return Buffer.from(text);
  if (encoding === "bom") return Buffer.from(`\ufeff${text}`);
  const wide = Buffer.from(`\ufeff${text}`, "utf16le");
  return encoding === "utf16le" ? wide : wide.swap16();
}

/** Lone surrogates have no encoding. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

test("CSV gives back what was written: quotes, delimiters and line breaks in cells, BOM, UTF-16, CRLF, empty lines", async () => {
  const place = await folder();
  await put(place, { "a.png": await square(1) });
  await fc.assert(
    fc.asyncProperty(rows, encodings, fc.constantFrom(",", "\t", ";"), fc.constantFrom("\n", "\r\n"), fc.boolean(), async (list, encoding, delimiter, newline, gaps) => {
      const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
      const table = ["question,answer,image".replaceAll(",", delimiter), ...list.map(({ question, answer }) => [quoted(question), quoted(answer), "a.png"].join(delimiter))];
      await writeFile(path.join(place, "t.csv"), encode(table.join(gaps ? newline + newline : newline), encoding));
      const plan = await inspect(path.join(place, "t.csv"), whole);
      expect(plan).toMatchObject({ records: list.length, problems: [] });
      expect(plan.samples.map(({ exemplar }) => [exemplar.question, exemplar.answer])).toEqual(list.map(({ question, answer }) => [seen(wellFormed(question)), seen(wellFormed(answer))]));
    }),
    { numRuns: 150 },
  );
});

test("JSONL gives back what was written: BOM, UTF-16, CRLF, empty lines", async () => {
  const place = await folder();
  await put(place, { "a.png": await square(1) });
  await fc.assert(
    fc.asyncProperty(rows, encodings, fc.constantFrom("\n", "\r\n", "\n \n"), async (list, encoding, newline) => {
      await writeFile(path.join(place, "t.jsonl"), encode(list.map((row) => JSON.stringify({ ...row, image: "a.png" }) + newline).join(""), encoding));
      const plan = await inspect(path.join(place, "t.jsonl"), whole);
      expect(plan).toMatchObject({ records: list.length, problems: [] });
      expect(plan.samples.map(({ exemplar }) => exemplar.question)).toEqual(list.map(({ question }) => seen(question)));
    }),
    { numRuns: 100 },
  );
});

test("a quote that is never closed ends a CSV with one problem; what was before it is taken", async () => {
  const place = await folder();
  await put(place, { "a.png": await square(1), "t.csv": `question,answer,image\n"One?\nTwo lines",1,a.png\nHe said "no"?,2,a.png\n"Open?,3,a.png\nNext?,4,a.png\n` });
  const { last, store } = await importAll(path.join(place, "t.csv"));
  expect(last).toMatchObject({ added: 2, skipped: 1, problems: [{ record: 3, line: 5, reason: "A quote in this row is not closed; nothing after it was read." }] });
  expect((await store.list()).exemplars.map(({ question }) => question)).toEqual(["One?\nTwo lines", 'He said "no"?']);
});

test("rows with too many cells are told, rows with too few lack their last fields", async () => {
  const place = await folder();
  await put(place, { "a.png": await square(1), "t.csv": "image,question,answer,subject\na.png,One?,1,x,y\na.png,Two?,2\na.png,Three?\n" });
  const { last } = await importAll(path.join(place, "t.csv"));
  expect(last.problems.map(({ line, reason }) => [line, reason])).toEqual([[2, "The row has more cells than the header."], [4, "It has no answer."]]);
});

test("a huge line is passed over and the lines after it are read", async () => {
  const place = await folder();
  const line = (question: string): string => JSON.stringify({ question, answer: "1", image: "a.png" });
  await put(place, { "a.png": await square(1), "t.jsonl": [line("One?"), `{"question": "${"x".repeat(81 * 1024 * 1024)}"}`, line("Two?"), `${line("Three?")}\0`].join("\n") });
  const { last, store } = await importAll(path.join(place, "t.jsonl"));
  expect(last.problems.map(({ line, reason }) => [line, reason])).toEqual([[2, "The line is too long: one record may have 80 MB."], [4, "The line is not valid JSON."]]);
  expect((await store.stats()).exemplars).toBe(2);
});

test("a long JSONL file is read piece by piece", async () => {
  const place = await folder();
  const filler = "y".repeat(3 * 1024 * 1024);
  await put(place, { "a.png": await square(1) });
  const { open } = await import("node:fs/promises");
  const handle = await open(path.join(place, "t.jsonl"), "w");
  for (let number = 0; number < 40; number += 1) await handle.write(`${JSON.stringify({ question: `Q${number}?`, answer: "1", image: "a.png", filler })}\n`);
  await handle.close();
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
  const plan = await inspect(path.join(place, "t.jsonl"));
  clearInterval(watch);
  expect(plan.records).toBe(40);
  // 120 MB of text; the sample that is kept ends at 64 MB.
  expect(most - before).toBeLessThan(1024 * 1024 * 1024);
});

const synonyms = { question: ["question", "Query", "problem", "Question Text", "prompt"], answer: ["answer", "Correct Answer", "ground_truth", "label", "gold"], image: ["image", "img_path", "Picture", "image_file", "figure"] };

test("the guess finds question, answer, picture and choices whatever the usual names, their order and what else is there", async () => {
  const place = await folder();
  await put(place, { "a.png": await square(1) });
  const choice = (names: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...names);
  await fc.assert(
    fc.asyncProperty(choice(synonyms.question), choice(synonyms.answer), choice(synonyms.image), fc.constantFrom("text", "letter", "index"), fc.integer({ min: 0, max: 2 }), fc.shuffledSubarray(["q", "a", "i", "c", "extra"], { minLength: 5 }), async (question, answer, image, form, right, order) => {
      const choices = ["red", "green", "blue"];
      const field = { q: [question, "Which colour?"], a: [answer, form === "text" ? choices[right] : form === "letter" ? "ABC"[right] : right], i: [image, "a.png"], c: ["options", choices], extra: ["height", 12] } as const;
      await writeFile(path.join(place, "t.json"), JSON.stringify([Object.fromEntries(order.map((name) => field[name as keyof typeof field] as unknown as [string, unknown]))]));
      const plan = await inspect(path.join(place, "t.json"));
      expect(plan.mapping).toEqual({ question, answer, image, choices: "options", answerForm: form });
      expect(plan.samples[0]!.exemplar.answer).toBe(choices[right]);
    }),
    { numRuns: 80 },
  );
});
