import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/adapters/system";
import { importExemplars, inspectImport, type ImportProgress } from "../../../src/adapters/transfer";
import { createMemoryStore } from "../../fixtures/memory-library";
import { folder, importAll, lines, never, prepare, put, squares } from "./make";

const record = (number: number, more: object = {}): object => ({ question: `How many? (${number})`, answer: String(number), image: `${number}.png`, ...more });

test("bad records are listed with line and reason and skipped; the same picture and question is merged", async () => {
  const place = await folder();
  const good = [record(0), record(1), record(0, { answer: "0" }), record(1, { question: "Another?" })];
  const text = `\ufeff${JSON.stringify(good[0])}\r\n\r\n{"question": \r\n[1]\r\n${JSON.stringify(record(2, { image: "nothing.png" }))}\n${JSON.stringify(record(3, { question: " " }))}\n${JSON.stringify(record(3, { answer: null }))}\n${JSON.stringify(record(3, { image: "text.png" }))}\n${lines(good.slice(1))}`;
  await put(place, { "a.jsonl": text, "text.png": "not a picture", ...(await squares(4)) });
  const { last, steps } = await importAll(path.join(place, "a.jsonl"));
  expect(last).toMatchObject({ done: 10, total: 10, added: 3, merged: 1, skipped: 6, secondsLeft: 0, finished: true });
  expect(last.problems.map(({ line, record: number, reason, detail }) => [line, number, reason, detail])).toEqual([
    [3, 2, "The line is not valid JSON.", ""], [4, 3, "It is not an object with fields.", ""], [5, 4, "Its picture is not there.", "nothing.png"],
    [6, 5, "It has no question.", ""], [7, 6, "It has no answer.", ""], [8, 7, "Its picture is not a picture.", "text.png"],
  ]);
  expect(steps.filter(({ finished }) => finished)).toHaveLength(1);
});

test("a limit ends the import after so many exemplars, not records", async () => {
  const place = await folder();
  await put(place, { "a.jsonl": lines([record(9), ...[0, 1, 2, 3, 4].map((number) => record(number))]), ...(await squares(5)) });
  expect((await importAll(path.join(place, "a.jsonl"), { limit: 3 })).last).toMatchObject({ added: 3, skipped: 1, finished: true });
  await expect(importAll(path.join(place, "a.jsonl"), { limit: 0 })).rejects.toMatchObject({ code: "input.invalid" });
});

test("a cancelled import goes on where it stopped: nothing is prepared twice, nothing is lost", async () => {
  const place = await folder();
  await put(place, { "a.jsonl": lines(Array.from({ length: 100 }, (_, number) => record(number))), ...(await squares(100)) });
  const plan = await inspectImport(path.join(place, "a.jsonl"), { signal: never() });
  const [store, stateFolder] = [createMemoryStore(), await folder()];
  let prepared = 0;
  const options = { plan, store, stateFolder, clock: systemClock, prepareImage: (bytes: Uint8Array, name: string) => ((prepared += 1), prepare(bytes, name)) };
  const stop = new AbortController();
  const seen: ImportProgress[] = [];
  await expect((async () => {
    for await (const step of importExemplars({ ...options, signal: stop.signal })) {
      seen.push(step);
      if (step.done >= 40) stop.abort();
    }
  })()).rejects.toMatchObject({ code: "cancelled" });
  expect(seen.at(-1)).toMatchObject({ done: 64, added: 64 });
  expect(seen.at(-1)!.secondsLeft).toBeGreaterThanOrEqual(0);
  expect(await readdir(stateFolder)).toHaveLength(1);
  let last: ImportProgress | undefined;
  for await (const step of importExemplars({ ...options, signal: never() })) last = step;
  expect(last).toMatchObject({ done: 100, added: 100, merged: 0, skipped: 0 });
  expect(prepared).toBe(100);
  expect((await store.stats()).exemplars).toBe(100);
  expect(await readdir(stateFolder)).toEqual([]);
});

test("another content or mapping begins from the start", async () => {
  const place = await folder();
  const file = path.join(place, "a.jsonl");
  const some = Array.from({ length: 40 }, (_, number) => record(number));
  await put(place, { "a.jsonl": lines(some), ...(await squares(40)) });
  const [store, stateFolder] = [createMemoryStore(), await folder()];
  const begin = async (): Promise<void> => {
    const options = { plan: await inspectImport(file, { signal: never() }), store, stateFolder, clock: systemClock, prepareImage: prepare, signal: never() };
    for await (const step of importExemplars(options)) if (step.done === 32) break;
  };
  await begin();
  await writeFile(file, lines([record(0, { answer: "other" }), ...some.slice(1)]));
  expect((await importAll(file, { store, stateFolder })).last).toMatchObject({ done: 40, added: 8, merged: 32 });
});

test("an import that is killed goes on in a new process", async () => {
  const place = await folder();
  await put(place, { "a.jsonl": lines(Array.from({ length: 96 }, (_, number) => record(number))), ...(await squares(96)) });
  const bundle = path.join(await folder(), "import.mjs");
  const { build } = await import("esbuild");
  await build({
    stdin: {
      resolveDir: path.join(import.meta.dirname), loader: "ts",
      // The store keeps one file for each exemplar, so that what was added outlives the process.
      contents: `import { createHash } from "node:crypto"; import { appendFileSync, existsSync, writeFileSync } from "node:fs";
        import { importExemplars, inspectImport } from "../../../src/adapters/transfer";
        const [place, stateFolder, kept, killAt] = process.argv.slice(2); const signal = new AbortController().signal;
        const store = { place: kept, add: async (entries) => entries.map(({ exemplar }) => { const id = exemplar.answer; const merged = existsSync(kept + "/" + id); writeFileSync(kept + "/" + id, ""); return { id, merged }; }) };
        const prepareImage = async (bytes, name) => { appendFileSync(kept + "/prepared.log", name + "\\n"); return { bytes, mediaType: "image/png", width: 40, height: 40, sha256: createHash("sha256").update(bytes).digest("hex") }; };
        const plan = await inspectImport(place, { signal }); let last;
        for await (const step of importExemplars({ plan, store, prepareImage, clock: { now: () => Date.now() }, signal, stateFolder })) { last = step; if (step.done >= Number(killAt)) process.kill(process.pid, "SIGKILL"); }
        console.log(JSON.stringify({ done: last.done, added: last.added, merged: last.merged }));`,
    },
    bundle: true, platform: "node", format: "esm", target: "node20", outfile: bundle, logLevel: "silent", banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const [stateFolder, kept] = [await folder(), await folder()];
  const run = (killAt: number): Promise<{ signal: string | null; out: string }> => new Promise((resolve) => {
    const child = spawn(process.execPath, [bundle, path.join(place, "a.jsonl"), stateFolder, kept, String(killAt)], { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.on("close", (_, signal) => resolve({ signal, out }));
  });
  expect((await run(64)).signal).toBe("SIGKILL");
  expect(await readdir(kept)).toHaveLength(65);
  expect(JSON.parse((await run(1000)).out)).toEqual({ done: 96, added: 96, merged: 0 });
  expect((await readFile(path.join(kept, "prepared.log"), "utf8")).trim().split("\n")).toHaveLength(96);
});

test("when nothing can be taken the most frequent reason is told", async () => {
  const place = await folder();
  await put(place, { "a.jsonl": lines([record(0), record(1)]) });
  await expect(importAll(path.join(place, "a.jsonl"))).rejects.toMatchObject({ code: "import.nothingFound", details: { message: "None of its 2 records can be taken. Its picture is not there." } });
});

test("an abort before and during inspection is told as such", async () => {
  const place = await folder();
  await put(place, { "a.jsonl": lines(Array.from({ length: 1000 }, (_, number) => record(number))) });
  const stop = new AbortController();
  const under = inspectImport(place, { signal: stop.signal });
  stop.abort();
  await expect(under).rejects.toMatchObject({ code: "cancelled" });
  await expect(inspectImport(place, { signal: stop.signal })).rejects.toMatchObject({ code: "cancelled" });
});
