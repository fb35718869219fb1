import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "../../fixtures/properties";
import sharp from "sharp";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/adapters/system";
import { exportPack, inspectImport } from "../../../src/adapters/transfer";
import type { Exemplar, NewExemplar } from "../../../src/core/ports";
import { createMemoryStore, fakeExemplar, type MemoryStore } from "../../fixtures/memory-library";
import { folder, importAll, never, prepare, put, square } from "./make";

const options = (store: MemoryStore, target: string) => ({ store, target, licence: "CC BY 4.0", name: "Mine", clock: systemClock, signal: never() });

async function filled(exemplars: readonly NewExemplar[]): Promise<MemoryStore> {
  const store = createMemoryStore();
  for (const [number, exemplar] of exemplars.entries()) await store.put(exemplar, await prepare(number % 2 === 0 ? await square(number) : await sharp(await square(number)).jpeg().toBuffer(), ""));
  return store;
}

/** What a pack keeps: all but the times; a record without a licence has the pack's. */
const kept = (exemplar: Exemplar): object => ({ ...exemplar, createdAt: 0, updatedAt: 0, licence: exemplar.licence === "" ? "CC BY 4.0" : exemplar.licence });

const text = fc.string({ minLength: 1, maxLength: 20 }).filter((value) => value.trim() !== "");
const rate = fc.option(fc.double({ min: 0, max: 1, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)));
const anyExemplar: fc.Arbitrary<NewExemplar> = fc.record({
  question: fc.string({ maxLength: 30 }), choices: fc.array(text, { maxLength: 4 }), answer: text, subject: fc.string({ maxLength: 9 }), tags: fc.uniqueArray(text, { maxLength: 3 }), source: fc.string({ maxLength: 9 }), licence: fc.constantFrom("", "MIT", "CC0"),
  candidates: fc.array(fc.record({ text, passRate: rate }), { maxLength: 3 }), context: fc.option(text), passRate: rate,
});

test.each(["pack", "pack.zip"])("export to %s and import into an empty store gives the same exemplars", async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyExemplar, { minLength: 1, maxLength: 4 }), async (exemplars) => {
      const store = await filled(exemplars);
      const target = path.join(await folder(), name);
      const summary = await exportPack(options(store, target));
      expect(summary).toMatchObject({ target, exemplars: exemplars.length, left: [] });
      const { store: other, last } = await importAll(target);
      expect(last).toMatchObject({ added: exemplars.length, merged: 0, skipped: 0 });
      expect((await other.list()).exemplars.map(kept)).toEqual((await store.list()).exemplars.map(kept));
      for (const { image } of (await store.list()).exemplars) expect(await other.readImage(image.sha256)).toEqual(await store.readImage(image.sha256));
    }),
    { numRuns: 12 },
  );
});

test("a pack has a manifest with licence, counts and hash, and is one whole: no half of one is left", async () => {
  const store = await filled([fakeExemplar({ question: "One?", context: "Sub-question 1: x\nAnswer 1: y", passRate: 1 }), fakeExemplar({ question: "Two?" })]);
  const place = await folder();
  await exportPack({ ...options(store, path.join(place, "a")), description: "Two figures." });
  expect(await readdir(place)).toEqual(["a"]);
  const manifest = JSON.parse(await readFile(path.join(place, "a/manifest.json"), "utf8")) as object;
  expect(manifest).toMatchObject({ format: "figtree-exemplars", version: 1, name: "Mine", description: "Two figures.", licence: "CC BY 4.0", exemplars: 2, withContext: 1, pictures: 2, embedder: null });
  expect((await readdir(path.join(place, "a/images"))).length).toBe(2);
  const plan = await inspectImport(path.join(place, "a/manifest.json"), { signal: never() });
  expect(plan).toMatchObject({ format: "figtree-pack", records: 2, notices: ["Two figures."], licence: "CC BY 4.0", problems: [] });

  const stop = new AbortController();
  await expect(exportPack({ ...options(store, path.join(place, "b.zip")), signal: stop.signal, onProgress: () => stop.abort() })).rejects.toMatchObject({ code: "cancelled" });
  expect(await readdir(place)).toEqual(["a"]);
});

test("an existing target is never touched, a pack needs a licence and something in it", async () => {
  const store = await filled([fakeExemplar({ question: "One?" })]);
  const place = await folder();
  await put(place, { "a.zip": "mine" });
  await mkdir(path.join(place, "b"));
  for (const name of ["a.zip", "b"]) await expect(exportPack(options(store, path.join(place, name)))).rejects.toMatchObject({ code: "input.invalid", details: { field: "The target" } });
  expect(await readFile(path.join(place, "a.zip"), "utf8")).toBe("mine");
  await expect(exportPack({ ...options(store, path.join(place, "c")), licence: " " })).rejects.toMatchObject({ code: "input.invalid", details: { field: "The licence of the pack" } });
  await expect(exportPack({ ...options(store, path.join(place, "c")), ids: ["nothing"] })).rejects.toMatchObject({ code: "input.invalid" });
  await expect(access(path.join(place, "c"))).rejects.toThrow();
  // Something that comes to be there while the pack is written.
  await expect(exportPack({ ...options(store, path.join(place, "d.zip")), onProgress: () => void writeFile(path.join(place, "d.zip"), "new") })).rejects.toMatchObject({ code: "input.invalid" });
  expect(await readFile(path.join(place, "d.zip"), "utf8")).toBe("new");
  expect((await readdir(place)).sort()).toEqual(["a.zip", "b", "d.zip"]);
});

test("chosen exemplars only, each once; unknown ones are told", async () => {
  const store = await filled([fakeExemplar({ question: "One?" }), fakeExemplar({ question: "Two?" })]);
  const [first] = (await store.list()).exemplars;
  const target = path.join(await folder(), "some");
  expect(await exportPack({ ...options(store, target), ids: [first!.id, "gone", first!.id] })).toMatchObject({ exemplars: 1, pictures: 1, left: [{ id: "gone", reason: "There is no such exemplar." }] });
});

test("a changed picture, a changed record and a later version are found out", async () => {
  const store = await filled([fakeExemplar({ question: "One?" }), fakeExemplar({ question: "Two?" }), fakeExemplar({ question: "Three?" })]);
  const target = path.join(await folder(), "pack");
  await exportPack(options(store, target));
  const [first] = (await store.list()).exemplars;
  await writeFile(path.join(target, `images/${first!.image.sha256}.png`), await square(99));
  const list = path.join(target, "exemplars.jsonl");
  await writeFile(list, (await readFile(list, "utf8")).replace('"question":"Two?"', '"question":7'));
  const plan = await inspectImport(target, { signal: never() });
  expect(plan.notices).toEqual(["The list of records is not the one that the manifest names: the pack was changed or cut off."]);
  const { last } = await importAll("", { plan });
  expect(last).toMatchObject({ added: 1, skipped: 2 });
  expect(last.problems.map(({ reason }) => reason)).toEqual(["Its picture is not the one that the pack names: it was changed.", "It is not a record of a pack."]);
  const manifest = path.join(target, "manifest.json");
  await writeFile(manifest, (await readFile(manifest, "utf8")).replace('"version": 1', '"version": 2'));
  await expect(inspectImport(target, { signal: never() })).rejects.toMatchObject({ code: "import.unreadable" });
});
