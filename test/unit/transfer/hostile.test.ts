import { createHash } from "node:crypto";
import { readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "../../fixtures/properties";
import { expect, test } from "vitest";
import { inspectImport } from "../../../src/adapters/transfer";
import { folder, importAll, lines, never, prepare, put, square, squares, zipOf } from "./make";

const record = (number: number, more: object = {}): object => ({ question: `How many? (${number})`, answer: String(number), image: `${number}.png`, ...more });

test("nothing outside of the folder is read: parents, absolute paths, links, drives, addresses", async () => {
  const outer = await folder();
  const place = path.join(outer, "set");
  await put(outer, { "secret.png": await square(1), "set/images/ok.png": await square(2) });
  await symlink(path.join(outer, "secret.png"), path.join(place, "link.png"));
  await symlink(outer, path.join(place, "out"));
  await symlink(path.join(place, "images", "ok.png"), path.join(place, "inside.png"));
  const paths = ["../secret.png", "images/../../secret.png", path.join(outer, "secret.png"), "link.png", "out/secret.png", "..\\secret.png", "C:\\secret.png", "C:secret.png", "a\0.png", "file:///etc/passwd", "https://127.0.0.1/x.png", "images", "..", ".", "images/../images/ok.png", "inside.png"];
  await put(place, { "a.jsonl": lines(paths.map((image, number) => record(number, { image }))) });
  const { last, store } = await importAll(path.join(place, "a.jsonl"));
  expect(last).toMatchObject({ added: 2, skipped: paths.length - 2 });
  expect(last.problems.map(({ reason }) => reason.split(/[:;]/)[0])).toEqual([
    ...new Array<string>(9).fill("The path of its picture leads out of the folder."), ...new Array<string>(2).fill("Its picture is an address on the web or outside the folder"), "Its picture is not there.", "The path of its picture leads out of the folder.", "The path of its picture is not usable.",
  ]);
  const secret = createHash("sha256").update((await prepare(await square(1), "")).bytes).digest("hex");
  expect((await store.list()).exemplars.map(({ image }) => image.sha256)).not.toContain(secret);
});

test("archives: names that lead out are as if not there, a bomb is not unpacked, nothing is written", async () => {
  const outer = await folder();
  const bomb = Buffer.concat([await square(1), Buffer.alloc(60 * 1024 * 1024)]);
  const zip = await zipOf({ "a.jsonl": lines(["../evil.png", "evil.png", "bomb.png", "ok.png"].map((image, number) => record(number, { image }))), "../evil.png": await square(3), "/evil.png": await square(3), "bomb.png": bomb, "ok.png": await square(2) });
  expect(zip.length).toBeLessThan(1024 * 1024);
  await put(outer, { "in/set.zip": zip });
  const { last } = await importAll(path.join(outer, "in/set.zip"));
  expect(last).toMatchObject({ added: 1, skipped: 3 });
  expect(last.reasons.map(({ reason }) => reason).sort()).toEqual(["Its picture is not there.", "Its picture is too large.", "The path of its picture leads out of the folder."]);
  expect(await readdir(outer)).toEqual(["in"]);
  expect(await readdir(path.join(outer, "in"))).toEqual(["set.zip"]);
});

test("an archive that lies about the size of a picture is found out while it unpacks", async () => {
  const outer = await folder();
  const zip = Buffer.from(await zipOf({ "a.jsonl": lines([record(0, { image: "b.png" }), record(1, { image: "ok.png" })]), "b.png": Buffer.alloc(60 * 1024 * 1024), "ok.png": await square(2) }));
  // The announced size of b.png, in its local header and in the directory.
  const size = Buffer.alloc(4);
  size.writeUInt32LE(60 * 1024 * 1024);
  for (let at = zip.indexOf(size); at >= 0; at = zip.indexOf(size, at + 4)) zip.writeUInt32LE(1000, at);
  await put(outer, { "set.zip": zip });
  expect((await importAll(path.join(outer, "set.zip"))).last).toMatchObject({ added: 1, skipped: 1, reasons: [{ reason: "Its picture cannot be unpacked.", count: 1 }] });
});

test("data files beyond the limits are told with the limit, not as files without records", async () => {
  const outer = await folder();
  const megabyte = 1024 * 1024;
  const packed = async (name: string, content: string | Uint8Array): Promise<string> => {
    await put(outer, { [`${name}.zip`]: await zipOf({ [name]: content, "0.png": await square(0) }) });
    return path.join(outer, `${name}.zip`);
  };
  const why = (place: string): Promise<unknown> => inspectImport(place, { signal: never() }).then(() => undefined, (thrown: unknown) => thrown);
  const long = JSON.stringify(record(0, { question: "x".repeat(81 * megabyte) }));
  expect(await why(await packed("long.jsonl", long))).toMatchObject({ code: "import.unreadable", details: { file: "long.jsonl", message: "The line is too long: one record may have 80 MB." } });
  expect(await why(await packed("blank.jsonl", Buffer.alloc(megabyte, " ")))).toMatchObject({ code: "import.unreadable", details: { file: "blank.jsonl", message: "It is empty." } });
  // Announced as larger than it is: that is enough.
  const parquet = Buffer.from(await zipOf({ "a.parquet": Buffer.concat([Buffer.from("PAR1"), Buffer.alloc(megabyte)]) }));
  const [small, large] = [Buffer.alloc(4), Buffer.alloc(4)];
  small.writeUInt32LE(megabyte + 4);
  large.writeUInt32LE(700 * megabyte);
  for (let at = parquet.indexOf(small); at >= 0; at = parquet.indexOf(small, at + 4)) large.copy(parquet, at);
  await put(outer, { "parquet.zip": parquet });
  expect(await why(path.join(outer, "parquet.zip"))).toMatchObject({ code: "import.unreadable", details: { file: "a.parquet", message: "A Parquet file in an archive may unpack to 512 MB: unpack the archive first." } });
});

test("names of prototypes are fields like others and change nothing", async () => {
  const place = await folder();
  const text = `{"__proto__": {"polluted": "yes", "answer": "9"}, "constructor": {"prototype": {"polluted": "yes"}}, "question": "Q?", "answer": "1", "image": "0.png"}\n{"question": "R?", "image": "0.png", "__proto__": {"answer": "9"}}\n`;
  await put(place, { "a.jsonl": text, "b.csv": "__proto__,question,answer,image\nx,S?,2,0.png\n", ...(await squares(1)) });
  const { last, store } = await importAll(path.join(place, "a.jsonl"));
  expect(last).toMatchObject({ added: 1, skipped: 1, reasons: [{ reason: "It has no answer.", count: 1 }] });
  expect((await store.list()).exemplars[0]!.answer).toBe("1");
  const plan = await inspectImport(path.join(place, "b.csv"), { signal: never() });
  expect((await importAll("", { plan, mapping: { ...plan.mapping, subject: "__proto__" } })).store.place).toBe("memory");
  await put(place, { "c.jsonl": lines([{ question: "T?", answer: "1", image: "0.png", constructor: { name: "own" } }, { question: "U?", answer: "1", image: "0.png" }]) });
  const inherited = await inspectImport(path.join(place, "c.jsonl"), { signal: never(), mapping: { question: "question", answer: "answer", image: "image", subject: "constructor.name" } });
  expect(inherited.samples.map(({ exemplar }) => exemplar.subject)).toEqual(["own", ""]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("texts beyond their bounds are refused, control characters go", async () => {
  const place = await folder();
  const long = "x".repeat(50_000);
  await put(place, { "a.jsonl": lines([record(0, { question: long }), record(0, { answer: long }), record(0, { solution: long }), record(0, { choices: new Array(27).fill("a") }), record(0, { question: "A\u0000 b\u0007\r\nc", solution: "Because" })]), ...(await squares(1)) });
  const { last, store } = await importAll(path.join(place, "a.jsonl"));
  expect(last).toMatchObject({ added: 1, skipped: 4 });
  expect((await store.list()).exemplars[0]!.question).toBe("A b\nc");
});

test("whatever is in the file, inspecting and importing end in a typed way", async () => {
  const place = await folder();
  await put(place, { "0.png": await square(0) });
  const file = path.join(place, "any.json");
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json().map((text) => text), fc.string(), fc.array(fc.dictionary(fc.constantFrom("question", "answer", "image", "choices", "options", "__proto__", "hint", "x.y"), fc.jsonValue()), { maxLength: 4 }).map((list) => JSON.stringify(list))), async (text) => {
      await writeFile(file, text);
      try {
        await importAll(file);
      } catch (thrown) {
        expect(thrown).toMatchObject({ name: "FigtreeError" });
      }
    }),
    { numRuns: 60 },
  );
});

test("a record that is nested without end spoils no other, in JSON and in JSONL", async () => {
  const place = await folder();
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const records = [`{"question":"q","answer":"1","image":"0.png","more":${deep}}`, `{"question":${deep},"answer":"1","image":"0.png"}`, `{"question":"r","answer":${deep},"image":"0.png","tags":${deep},"choices":${deep}}`, '{"question":"s","answer":"1","image":"0.png"}'];
  await put(place, { "a.jsonl": records.join("\n"), "a.json": `[${records.join(",")}]`, ...(await squares(1)) });
  for (const name of ["a.jsonl", "a.json"]) expect((await importAll(path.join(place, name))).last, name).toMatchObject({ added: 2, skipped: 2 });
});
