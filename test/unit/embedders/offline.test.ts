import { createHash } from "node:crypto";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbedder, createOfflineEmbedder } from "../../../src/adapters/embedders";
import { poolPatches } from "../../../src/adapters/embedders/offline/poolPatches";
import { silentLogger, type PreparedImage } from "../../../src/core/ports";
import { buildProcess } from "../../fixtures/build-process";
import { allFigures, bundledFigures, sampleModelFolder } from "../../fixtures/sample-model";

const { signal } = new AbortController();
const figures = (allFigures() ?? bundledFigures()).map(({ image }) => image);
let processFile: string;
let embedder: ReturnType<typeof createOfflineEmbedder>;
const make = (modelFolder = sampleModelFolder) => createOfflineEmbedder({ modelFolder, processFile, logger: silentLogger });

beforeAll(async () => {
  processFile = await buildProcess("embedders");
  embedder = make();
});
afterAll(() => embedder.dispose());

const picture = (bytes: Uint8Array, mediaType: PreparedImage["mediaType"]): PreparedImage => ({ bytes, mediaType, width: 1, height: 1, sha256: createHash("sha256").update(bytes).digest("hex") });
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
const nearest = (vector: Float32Array, all: readonly Float32Array[]): number => all.reduce((best, other, index) => (cosine(vector, other) > cosine(vector, all[best]!) ? index : best), 0);

test("mean and standard deviation of each feature over the patches, by hand", () => {
  // Two features, three patches: (1, 10), (2, 10), (3, 10).
  const pooled = poolPatches([1, 10, 2, 10, 3, 10], 2);
  expect(Array.from(pooled).map((value) => value.toFixed(4))).toEqual(["2.0000", "10.0000", Math.sqrt(2 / 3).toFixed(4), "0.0000"]);
});

test("nothing is started for what can be told or done without the model, and it says what it cannot do", async () => {
  const idle = make();
  const lazy = await createEmbedder({ kind: "offline" }, { sampleModelFolder, processFile: "/nowhere.js", logger: silentLogger, random: () => 0, now: () => 0 }, signal);
  expect(lazy.space).toEqual(embedder.space);
  expect(lazy.space.dimensions).toEqual({ text: 512, image: 288, joint: null });
  expect(lazy.description).toMatch(/no download.*not by meaning.*cannot be compared/s);
  const vectors = await lazy.embedTexts(["How high is the bar?", ""], signal);
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  expect(await idle.embedTexts(["How high is the bar?", ""], signal)).toEqual(vectors);
  expect(await lazy.embedImages([], signal)).toEqual([]);
  await expect(lazy.embedJoint(["x"], signal)).rejects.toMatchObject({ code: "input.invalid" });
  await lazy.dispose();
  expect(idle.pid).toBeUndefined();
});

test("the same picture has the same vector, alone or among others, of length 1, in the order given", async () => {
  const vectors = await embedder.embedImages(figures, signal);
  expect(vectors).toHaveLength(figures.length);
  for (const vector of vectors) {
    expect(vector).toHaveLength(288);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  }
  for (const index of [0, 3, figures.length - 1]) expect((await embedder.embedImages([figures[index]!], signal))[0]).toEqual(vectors[index]);
  expect(await embedder.embedImages([...figures].reverse(), signal)).toEqual([...vectors].reverse());
});

test("pictures do not all point one way, and one that was scaled or recompressed finds its original first", async () => {
  const originals = await embedder.embedImages(figures, signal);
  const others = originals.flatMap((vector, index) => originals.slice(index + 1).map((other) => cosine(vector, other)));
  expect(others.reduce((sum, value) => sum + value, 0) / others.length).toBeLessThan(0.5);
  const scaled = await Promise.all(figures.map(async ({ bytes }) => picture(await sharp(bytes).resize({ width: 300 }).png().toBuffer(), "image/png")));
  const recompressed = await Promise.all(figures.map(async ({ bytes }) => picture(await sharp(bytes).jpeg({ quality: 50 }).toBuffer(), "image/jpeg")));
  for (const changed of [scaled, recompressed]) expect((await embedder.embedImages(changed, signal)).map((vector) => nearest(vector, originals))).toEqual(figures.map((_, index) => index));
});

test("grey and transparent pictures are read; bytes that are none are refused, and the next call works", async () => {
  const { bytes } = figures[0]!;
  const grey = picture(await sharp(bytes).grayscale().png().toBuffer(), "image/png");
  const clear = picture(await sharp(bytes).ensureAlpha().png().toBuffer(), "image/png");
  const [plain, transparent] = await embedder.embedImages([figures[0]!, clear, grey], signal);
  expect(cosine(plain!, transparent!)).toBeGreaterThan(0.999);
  await expect(embedder.embedImages([figures[1]!, picture(new Uint8Array([1, 2, 3]), "image/png")], signal)).rejects.toMatchObject({ code: "input.invalid" });
  expect(await embedder.embedImages([figures[0]!], signal)).toEqual([plain]);
});

test("an abort ends calls at once, also between texts, and leaves the embedder usable", async () => {
  const controller = new AbortController();
  const many = Array.from({ length: 200 }, (_, index) => figures[index % figures.length]!);
  await embedder.embedImages(figures.slice(0, 1), signal);
  // The process stands still meanwhile, so that it cannot be done before the abort.
  process.kill(embedder.pid!, "SIGSTOP");
  const running = [embedder.embedImages(many, controller.signal), embedder.embedImages(many, controller.signal)];
  setImmediate(() => controller.abort());
  for (const one of running) await expect(one).rejects.toMatchObject({ code: "cancelled" });
  process.kill(embedder.pid!, "SIGCONT");
  const texts = new AbortController();
  const counting = embedder.embedTexts(Array.from({ length: 50_000 }, (_, index) => `What is the area of figure ${index}?`), texts.signal);
  setImmediate(() => texts.abort());
  await expect(counting).rejects.toMatchObject({ code: "cancelled" });
  expect(await embedder.embedImages(figures.slice(0, 1), signal)).toHaveLength(1);
});

test("a dead process is one typed error, and the next call starts another", async () => {
  const expected = await embedder.embedImages(figures.slice(0, 2), signal);
  const before = embedder.pid!;
  // It stands still when it dies, so that it cannot be done before.
  process.kill(before, "SIGSTOP");
  const running = embedder.embedImages(Array.from({ length: 300 }, () => figures[0]!), signal);
  setImmediate(() => process.kill(before, "SIGKILL"));
  await expect(running).rejects.toMatchObject({ code: "embedder.failed", details: { model: "sample-model", message: expect.stringContaining("SIGKILL") as string } });
  expect(await embedder.embedImages(figures.slice(0, 2), signal)).toEqual(expected);
  expect(embedder.pid).not.toBe(before);
});

test("another vision tower, or none, is not taken for the one that the vectors' space names", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "figtree-offline-"));
  try {
    const place = path.join(folder, "model");
    cpSync(sampleModelFolder, place, { recursive: true });
    writeFileSync(path.join(place, "preprocessor_config.json"), readFileSync(path.join(place, "preprocessor_config.json"), "utf8").replace('"resample": 1', '"resample": 2'));
    const other = make(place);
    await expect(other.embedImages(figures.slice(0, 1), signal)).rejects.toMatchObject({ code: "embedder.notAvailable", details: { model: "model", message: expect.stringContaining("not the one") as string } });
    await other.dispose();
    const none = make(path.join(folder, "gone"));
    await expect(none.embedImages(figures.slice(0, 1), signal)).rejects.toMatchObject({ code: "embedder.notAvailable", details: { model: "gone" } });
    await none.dispose();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("dispose ends the process and everything that waits", async () => {
  const one = make();
  await one.embedImages(figures.slice(0, 1), signal);
  const { pid } = one;
  const waiting = expect(one.embedImages(Array.from({ length: 100 }, () => figures[0]!), signal)).rejects.toMatchObject({ code: "cancelled" });
  await one.dispose();
  await one.dispose();
  await waiting;
  expect(isRunning(pid!)).toBe(false);
  await expect(one.embedImages(figures.slice(0, 1), signal)).rejects.toMatchObject({ code: "cancelled" });
  await expect(one.embedTexts(["x"], signal)).rejects.toMatchObject({ code: "cancelled" });
});

test("an idle process neither keeps its owner alive nor outlives it", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "figtree-owner-"));
  try {
    const file = path.join(folder, "owner.cjs");
    writeFileSync(path.join(folder, "figure.png"), figures[0]!.bytes);
    const source = `
      import { readFileSync } from "node:fs";
      import { createOfflineEmbedder } from "./src/adapters/embedders";
      import { silentLogger } from "./src/core/ports";
      const one = createOfflineEmbedder({ modelFolder: ${JSON.stringify(sampleModelFolder)}, processFile: ${JSON.stringify(processFile)}, logger: silentLogger });
      const image = { bytes: readFileSync(${JSON.stringify(path.join(folder, "figure.png"))}), mediaType: "image/png", width: 1, height: 1, sha256: "" };
      one.embedImages([image], new AbortController().signal).then(() => console.log(one.pid));`;
    await build({ stdin: { contents: source, resolveDir: process.cwd() }, bundle: true, platform: "node", outfile: file });
    const owner = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    owner.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    expect(await new Promise((resolve) => owner.once("close", resolve))).toBe(0);
    const pid = Number(output);
    expect(pid).toBeGreaterThan(0);
    await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const puzzles = path.join(process.env["FIGTREE_SHARED"] ?? path.join(import.meta.dirname, "..", "..", "..", "..", "shared"), "data", "puzzlevqa", "images");

describe.runIf(existsSync(puzzles))("over 300 puzzles of 20 kinds", () => {
  test("most of the nearest twenty are of the same kind, fourteen being all there are", async () => {
    const files = readdirSync(puzzles).filter((name) => name.endsWith(".png"));
    const kinds = files.map((name) => name.replace(/_\d+\.png$/, ""));
    const vectors = await embedder.embedImages(files.map((name) => picture(readFileSync(path.join(puzzles, name)), "image/png")), signal);
    const shares = vectors.map((vector, index) => {
      const scores = vectors.map((other) => cosine(vector, other));
      const near = [...vectors.keys()].filter((other) => other !== index).sort((a, b) => scores[b]! - scores[a]!).slice(0, 20);
      return near.filter((other) => kinds[other] === kinds[index]).length / 20;
    });
    expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.6);
  });
});
