/**
 * Speed of an embedder and how well it brings like to like.
 * Usage: node scripts/benchmark/run.mjs embedders FOLDER [--text MODEL] [--joint MODEL] [--base-url URL --model NAME] [--json FILE]
 * FOLDER holds one .jsonl file whose rows have `image` (relative), `question` and `kind`. Without further
 * options the offline embedder is measured. A key for an endpoint is read from FIGTREE_API_KEY.
 *
 * node scripts/benchmark/run.mjs embedders --centre FOLDER prints src/adapters/embedders/offline/centre.ts for
 * the pictures (.png) in FOLDER: for a new sample model.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { createEmbedder, type EmbedderSpec } from "../../src/adapters/embedders";
import { PooledTower } from "../../src/adapters/embedders/child/pooledTower";
import { prepareImage } from "../../src/adapters/images";
import { silentLogger, type PreparedImage } from "../../src/core/ports";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { centre: { type: "string" }, text: { type: "string" }, joint: { type: "string" }, "base-url": { type: "string" }, model: { type: "string" }, json: { type: "string" } },
});
const sampleModelFolder = path.join(__dirname, "..", "media", "sample-model");
const { signal } = new AbortController();
const nearestCount = 20;

function specOf(): EmbedderSpec {
  if (values["base-url"] !== undefined) {
    const apiKey = process.env["FIGTREE_API_KEY"];
    return { kind: "endpoint", baseUrl: values["base-url"], model: values.model ?? "", ...(apiKey === undefined ? {} : { apiKey }) };
  }
  if (values.text === undefined && values.joint === undefined) return { kind: "offline" };
  return { kind: "transformers", ...(values.text === undefined ? {} : { text: values.text }), ...(values.joint === undefined ? {} : { joint: values.joint }) };
}

interface Row {
  readonly image: string;
  readonly question: string;
  readonly kind: string;
}

async function measure(folder: string): Promise<void> {
  const file = readdirSync(folder).find((name) => name.endsWith(".jsonl"));
  if (file === undefined) throw new Error(`There is no .jsonl file in ${folder}.`);
  const rows = readFileSync(path.join(folder, file), "utf8").trim().split("\n").map((line) => JSON.parse(line) as Row);
  const embedder = await createEmbedder(specOf(), { sampleModelFolder, processFile: path.join(__dirname, "embedder-process.js"), logger: silentLogger, random: Math.random, now: Date.now }, signal);
  console.log(embedder.space.id);
  const { dimensions } = embedder.space;
  const lines: string[] = [];
  const report: Record<string, unknown> = { space: embedder.space };
  const tell = (channel: string, count: number, seconds: number, vectors: readonly Float32Array[]): void => {
    const { share, first } = likeToLike(vectors, rows.map(({ kind }) => kind));
    report[channel] = { perSecond: count / seconds, share, first };
    lines.push(`| ${channel} | ${(count / seconds).toFixed(0)} | ${(100 * share).toFixed(1)} | ${(100 * first).toFixed(1)} |`);
  };
  if (dimensions.text !== null) {
    await embedder.embedTexts(["warm"], signal);
    const { seconds, result } = await timed(() => embedder.embedTexts(rows.map(({ question }) => question), signal));
    tell("text", rows.length, seconds, result);
  }
  if (dimensions.image !== null) {
    const prepare = async (bytes: Uint8Array): Promise<PreparedImage> => (await prepareImage(bytes)).image;
    const originals = rows.map(({ image }) => readFileSync(path.join(folder, image)));
    const images: PreparedImage[] = [];
    for (const bytes of originals) images.push(await prepare(bytes));
    await embedder.embedImages(images.slice(0, 1), signal);
    const { seconds, result } = await timed(() => embedder.embedImages(images, signal));
    tell("image", rows.length, seconds, result);
    for (const [name, change] of Object.entries(changes)) {
      const changed: PreparedImage[] = [];
      for (const bytes of originals) changed.push(await prepare(await change(bytes)));
      const found = originalsFirst(await embedder.embedImages(changed, signal), result, images.map(({ sha256 }) => sha256));
      report[name] = found;
      console.log(`original found first, ${name}: ${(100 * found).toFixed(1)} %`);
    }
  }
  console.log(`\n| channel | per second | same kind among the nearest ${nearestCount} % | nearest of the same kind % |\n| --- | ---: | ---: | ---: |\n${lines.join("\n")}`);
  await embedder.dispose();
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(report, null, 2));
}

/** What happens to pictures on their way. */
const changes: Readonly<Record<string, (bytes: Uint8Array) => Promise<Buffer>>> = {
  "half as wide": async (bytes) => sharp(bytes).resize({ width: Math.round(((await sharp(bytes).metadata()).width ?? 2) / 2) }).png().toBuffer(),
  "JPEG of quality 40": (bytes) => sharp(bytes).flatten({ background: "white" }).jpeg({ quality: 40 }).toBuffer(),
  "3 % cut off each edge": async (bytes) => {
    const { width = 1, height = 1 } = await sharp(bytes).metadata();
    const [left, top] = [Math.round(width * 0.03), Math.round(height * 0.03)];
    return sharp(bytes).extract({ left, top, width: width - 2 * left, height: height - 2 * top }).png().toBuffer();
  },
};

async function timed<Result>(work: () => Promise<Result>): Promise<{ seconds: number; result: Result }> {
  const start = performance.now();
  const result = await work();
  return { seconds: (performance.now() - start) / 1000, result };
}

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

/** Other rows by similarity, the nearest first. */
function ranking(vector: Float32Array, all: readonly Float32Array[], exclude: number): number[] {
  const scores = all.map((other) => cosine(vector, other));
  return [...all.keys()].filter((index) => index !== exclude).sort((a, b) => scores[b]! - scores[a]!);
}

/** Mean share of the same kind among the nearest (the row itself left out), and how often the nearest is of the same kind. */
function likeToLike(vectors: readonly Float32Array[], kinds: readonly string[]): { share: number; first: number } {
  let same = 0;
  let first = 0;
  for (const [index, vector] of vectors.entries()) {
    const near = ranking(vector, vectors, index).slice(0, nearestCount);
    same += near.filter((other) => kinds[other] === kinds[index]).length / near.length;
    first += kinds[near[0]!] === kinds[index] ? 1 : 0;
  }
  return { share: same / vectors.length, first: first / vectors.length };
}

/** Share of changed pictures whose nearest one is the original, or another record with the very same picture. */
function originalsFirst(changed: readonly Float32Array[], originals: readonly Float32Array[], hashes: readonly string[]): number {
  const hits = changed.filter((vector, index) => hashes[ranking(vector, originals, -1)[0]!] === hashes[index]);
  return hits.length / changed.length;
}

async function printCentre(folder: string): Promise<void> {
  const tower = await PooledTower.load({ folder: sampleModelFolder }, {});
  const files = readdirSync(folder).filter((name) => name.endsWith(".png"));
  let sums: number[] = [];
  for (const file of files) {
    const features = await tower.features({ bytes: readFileSync(path.join(folder, file)), mediaType: "image/png" });
    sums = Array.from(features, (value, index) => (sums[index] ?? 0) + value);
  }
  const numbers = sums.map((sum) => Number((sum / files.length).toFixed(4)));
  const lines = Array.from({ length: Math.ceil(numbers.length / 16) }, (_, row) => `  ${numbers.slice(16 * row, 16 * row + 16).join(", ")},`);
  console.log(`/**
 * Made by \`node scripts/benchmark/run.mjs embedders --centre FOLDER\` over ${files.length} figures drawn like those that the
 * sample model learned from, which were held out: the mean of their features (see \`poolPatches\`).
 */
export const centre: readonly number[] = [
${lines.join("\n")}
];

/** SHA-256 of the vision tower (weights, tokenizer, processor settings) that \`centre\` belongs to. */
export const towerFingerprint = "${tower.fingerprint}";`);
}

const folder = values.centre ?? positionals[0];
if (folder === undefined) throw new Error("Give a folder with a .jsonl file and its pictures.");
void (values.centre === undefined ? measure(folder) : printCentre(folder));
