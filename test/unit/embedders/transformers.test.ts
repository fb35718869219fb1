import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "../../fixtures/properties";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTransformersEmbedder } from "../../../src/adapters/embedders";
import { silentLogger, type Embedder } from "../../../src/core/ports";
import { buildProcess } from "../../fixtures/build-process";
import { bundledFigures } from "../../fixtures/sample-model";
import { longestText, tokensOf, tokenVector, width, writeTinyJointModel, writeTinyTextModel } from "../../fixtures/tiny-embedder";

const { signal } = new AbortController();
const folder = mkdtempSync(path.join(tmpdir(), "figtree-embedders-"));
const open: Embedder[] = [];
let processFile: string;

async function make(options: { readonly text?: string; readonly joint?: string; readonly prefix?: string; readonly folderOf?: (id: string) => Promise<string | undefined> }) {
  const embedder = await createTransformersEmbedder({ processFile, logger: silentLogger, ...options }, signal);
  open.push(embedder);
  return embedder;
}

beforeAll(async () => {
  processFile = await buildProcess("embedders");
});
afterAll(async () => {
  await Promise.all(open.map((embedder) => embedder.dispose()));
  rmSync(folder, { recursive: true });
});

const lengthOf = (vector: ArrayLike<number>): number => Math.hypot(...Array.from(vector));
const unit = (vector: readonly number[]): number[] => vector.map((value) => value / lengthOf(vector));
const mean = (rows: readonly (readonly number[])[]): number[] => rows[0]!.map((_, index) => rows.reduce((sum, row) => sum + row[index]!, 0) / rows.length);
const close = (actual: Float32Array | undefined, expected: readonly number[]): void => expect(Array.from(actual!).map((value) => value.toFixed(5))).toEqual(unit(expected).map((value) => value.toFixed(5)));
const pooling = (mode: string) => ({ "modules.json": [{ idx: 0, type: "sentence_transformers.models.Transformer", path: "" }, { idx: 1, type: "sentence_transformers.models.Pooling", path: "1_Pooling" }], "1_Pooling/config.json": { word_embedding_dimension: width, pooling_mode_cls_token: mode === "cls", pooling_mode_mean_tokens: mode === "mean", pooling_mode_lasttoken: mode === "last" } });

test.each([
  ["mean", (rows: number[][]) => mean(rows)],
  ["cls", (rows: number[][]) => rows[0]!],
  ["last", (rows: number[][]) => rows.at(-1)!],
])("a text model pools as its settings say: %s", async (mode, expected) => {
  const place = path.join(folder, `text-${mode}`);
  writeTinyTextModel(place, { settings: pooling(mode) });
  const embedder = await make({ text: place });
  expect(embedder.space.dimensions).toEqual({ text: width, image: null, joint: null });
  expect(embedder.space.id).toContain(mode);
  expect(embedder.description).toContain(`${mode} pooling`);
  const texts = ["What is x?", "y"];
  const vectors = await embedder.embedTexts(texts, signal);
  for (const [index, text] of texts.entries()) close(vectors[index], expected(tokensOf(text).map(tokenVector)));
  await expect(embedder.embedImages([], signal)).rejects.toMatchObject({ code: "input.invalid" });
  await expect(embedder.embedJoint(["x"], signal)).rejects.toMatchObject({ code: "input.invalid" });
});

test("without settings it is the mean, and a text is cut at the model's length; a prefix comes first and is part of the space", async () => {
  const place = path.join(folder, "short");
  writeTinyTextModel(place, { longest: 6 });
  const plain = await make({ text: place });
  const [long] = await plain.embedTexts(["abcdefghijkl"], signal);
  close(long, mean(tokensOf("abcd").map(tokenVector)));
  const prefixed = await make({ text: place, prefix: "a" });
  close((await prefixed.embedTexts(["b"], signal))[0], mean(tokensOf("ab").map(tokenVector)));
  expect(prefixed.space.id).not.toBe(plain.space.id);
});

test("a network that pools itself is taken at its word; a layer that its export lacks is refused", async () => {
  const own = path.join(folder, "own");
  writeTinyTextModel(own, { ownPooling: true, settings: pooling("mean") });
  const rows = tokensOf("abc").map(tokenVector);
  close((await (await make({ text: own })).embedTexts(["abc"], signal))[0], rows[0]!.map((_, index) => Math.max(...rows.map((row) => row[index]!))));
  const dense = path.join(folder, "dense");
  writeTinyTextModel(dense, { settings: { "modules.json": [{ type: "sentence_transformers.models.Dense", path: "2_Dense" }] } });
  await expect(make({ text: dense })).rejects.toMatchObject({ code: "embedder.notAvailable", details: { model: "dense", message: expect.stringContaining("Dense") as string } });
  const odd = path.join(folder, "odd");
  writeTinyTextModel(odd, { settings: { "1_Pooling/config.json": { pooling_mode_weightedmean_tokens: true } } });
  await expect(make({ text: odd })).rejects.toMatchObject({ code: "embedder.notAvailable", details: { message: expect.stringContaining("weightedmean") as string } });
});

test.each(["clip", "siglip"] as const)("a joint model of the kind %s puts texts and pictures in one space", async (kind) => {
  const place = path.join(folder, kind);
  writeTinyJointModel(place, kind);
  const embedder = await make({ joint: place });
  expect(embedder.space.dimensions).toEqual({ text: null, image: width, joint: width });
  const tokens = tokensOf("a bar");
  // SigLIP's texts are filled up to one length.
  const filled = kind === "clip" ? tokens : [...tokens, ...new Array<number>(longestText - tokens.length).fill(0)];
  close((await embedder.embedJoint(["a bar"], signal))[0], mean(filled.map(tokenVector)));
  const long = "abcdefghijklmnopqrstuvwxyz";
  close((await embedder.embedJoint([long], signal))[0], mean(tokensOf(long.slice(0, longestText - 2)).map(tokenVector)));
  const images = bundledFigures().map(({ image }) => image);
  const vectors = await embedder.embedImages(images, signal);
  expect(vectors).toHaveLength(images.length);
  for (const vector of vectors) expect(lengthOf(vector)).toBeCloseTo(1, 5);
  // Alone as among others, and in the order given.
  for (const [index, image] of images.entries()) expect((await embedder.embedImages([image], signal))[0]).toEqual(vectors[index]);
  expect(new Set(vectors.map(String)).size).toBe(images.length);
  await expect(embedder.embedTexts(["x"], signal)).rejects.toMatchObject({ code: "input.invalid" });
});

test("two towers that do not fit together are no model", async () => {
  const place = path.join(folder, "unlike");
  writeTinyJointModel(place, "clip", width + 1);
  await expect(make({ joint: place })).rejects.toMatchObject({ code: "embedder.notAvailable", details: { model: "unlike", message: expect.stringContaining("no pair") as string } });
});

test("order is kept and vectors are of length 1, whatever the batch (property)", async () => {
  const [text, joint] = [path.join(folder, "order-text"), path.join(folder, "order-joint")];
  writeTinyTextModel(text);
  writeTinyJointModel(joint, "clip");
  const embedder = await make({ text, joint });
  expect(embedder.space.dimensions).toEqual({ text: width, image: width, joint: width });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 40 }), async (texts) => {
      const vectors = await embedder.embedTexts(texts, signal);
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) expect(lengthOf(vector)).toBeCloseTo(1, 5);
      const at = texts.length >> 1;
      if (texts.length > 0) expect((await embedder.embedTexts([texts[at]!], signal))[0]).toEqual(vectors[at]);
    }),
    { numRuns: 25, seed: 7 },
  );
});

test("the same model elsewhere is the same space; other weights of the same shape are another", async () => {
  const one = path.join(folder, "one", "model");
  const two = path.join(folder, "two", "model");
  for (const place of [one, two]) writeTinyTextModel(place);
  const three = path.join(folder, "three", "model");
  writeTinyTextModel(three, { ownPooling: true });
  const [a, b, c] = await Promise.all([make({ text: one }), make({ text: two }), make({ text: three })]);
  expect(a.space.id).toBe(b.space.id);
  expect(a.space.id).not.toBe(c.space.id);
});

test("an installed model is found by its id; others are not downloaded but explained", async () => {
  const place = path.join(folder, "installed");
  writeTinyTextModel(place);
  const embedder = await make({ text: "someone/tiny", folderOf: (id) => Promise.resolve(id === "someone/tiny" ? place : undefined) });
  expect(embedder.space.id).toContain("someone/tiny");
  for (const folderOf of [undefined, () => Promise.resolve(undefined)]) {
    await expect(make({ text: "someone/other", ...(folderOf === undefined ? {} : { folderOf }) })).rejects.toMatchObject({ code: "embedder.notAvailable", details: { model: "someone/other", message: expect.stringMatching(/not installed.*give that folder/) as string } });
  }
  await expect(make({ joint: path.join(folder, "gone") })).rejects.toMatchObject({ code: "embedder.notAvailable", details: { message: "There is no such folder." } });
  await expect(make({ joint: place })).rejects.toMatchObject({ code: "embedder.notAvailable", details: { message: expect.stringContaining("text_model.onnx") as string } });
  await expect(make({})).rejects.toMatchObject({ code: "input.invalid" });
});

test("a folder without a network, and a damaged network, are no embedding models", async () => {
  const place = path.join(folder, "broken");
  mkdirSync(place);
  writeFileSync(path.join(place, "config.json"), "{}");
  await expect(make({ text: place })).rejects.toMatchObject({ code: "embedder.notAvailable", details: { message: expect.stringContaining("no onnx") as string } });
  writeTinyTextModel(place);
  writeFileSync(path.join(place, "onnx", "model.onnx"), "not a network");
  await expect(make({ text: place })).rejects.toMatchObject({ code: "embedder.notAvailable", details: { model: "broken" } });
});

test("a dead process is one error, and the next call starts another; its model is loaded again from where it is", async () => {
  const place = path.join(folder, "moving");
  writeTinyTextModel(place);
  const embedder = await make({ text: place });
  const expected = await embedder.embedTexts(["x"], signal);
  const before = embedder.pid!;
  // It stands still when it dies, so that it cannot be done before.
  process.kill(before, "SIGSTOP");
  const running = embedder.embedTexts(Array.from({ length: 50 }, (_, index) => `text ${index}`), signal);
  setImmediate(() => process.kill(before, "SIGKILL"));
  await expect(running).rejects.toMatchObject({ code: "embedder.failed", details: { model: "moving", message: expect.stringContaining("SIGKILL") as string } });
  renameSync(place, `${place}-away`);
  await expect(embedder.embedTexts(["x"], signal)).rejects.toMatchObject({ code: "embedder.notAvailable" });
  renameSync(`${place}-away`, place);
  expect(await embedder.embedTexts(["x"], signal)).toEqual(expected);
  expect(embedder.pid).not.toBe(before);
  expect(readdirSync(place)).toContain("onnx");
});
