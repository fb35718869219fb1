/**
 * Times of the library's searches over made-up exemplars: 384 numbers a vector in clusters, questions of words as
 * frequent as in a language, 20 results.
 * Usage: node scripts/benchmark/run.mjs retrieval [--rows 10000,100000] [--queries 200] [--engine lancedb|files]
 */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { openLibrary } from "../../src/adapters/library";
import { systemClock } from "../../src/adapters/system";
import { silentLogger, type EmbeddingSpace, type ExemplarHit, type ExemplarStore } from "../../src/core/ports";
import { seededRandom } from "../../src/core/search";

const { values } = parseArgs({ options: { rows: { type: "string", default: "10000,100000" }, queries: { type: "string", default: "200" }, engine: { type: "string", default: "lancedb" } } });
const queries = Number(values.queries);
const engine = values.engine as "lancedb" | "files";
const dimension = 384;
const results = 20;
const space: EmbeddingSpace = { id: "benchmark", dimensions: { text: dimension, image: dimension, joint: dimension } };
const random = seededRandom(1);

const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const centres = Array.from({ length: 300 }, () => Float32Array.from({ length: dimension }, normal));

/** A point near one of the centres, of length 1. */
function point(): Float32Array {
  const centre = centres[Math.floor(random() * centres.length)]!;
  const vector = centre.map((value) => value + 0.9 * normal());
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Word number r is about 1/r as frequent as the first. */
const text = (words: number): string => Array.from({ length: words }, () => `w${Math.floor(20_000 ** random())}`).join(" ");

async function fill(store: ExemplarStore, rows: number): Promise<void> {
  const image = new TextEncoder().encode("one picture for all");
  const imageInfo = { sha256: createHash("sha256").update(image).digest("hex"), mediaType: "image/png" as const, width: 1, height: 1, byteLength: image.length };
  const fields = { choices: [], answer: "4", tags: ["made-up"], source: "", licence: "", candidates: [], context: "Sub-question 1: what?\nAnswer 1: this.", passRate: 0.8 };
  for (let done = 0; done < rows; done += 10_000) {
    const added = await store.add(Array.from({ length: Math.min(10_000, rows - done) }, (_, index) => ({ exemplar: { ...fields, question: `${text(20)} ${done + index}`, subject: `subject ${index % 12}` }, image, imageInfo })));
    await store.setVectors(space, added.map(({ id }) => ({ id, vectors: { text: point(), image: point(), joint: point() } })));
    process.stderr.write(`\r${done + added.length} of ${rows} rows`);
  }
  process.stderr.write("\n");
}

interface Timing {
  readonly p50: number;
  readonly p95: number;
  /** Processor time of all threads, which other programs on the machine do not lengthen. */
  readonly work50: number;
  readonly work95: number;
}

async function time(action: (index: number) => Promise<unknown>): Promise<Timing> {
  for (let index = 0; index < 10; index += 1) await action(index);
  const times: number[] = [];
  const work: number[] = [];
  for (let index = 0; index < queries; index += 1) {
    const before = process.cpuUsage();
    const began = performance.now();
    await action(index);
    times.push(performance.now() - began);
    const { user, system } = process.cpuUsage(before);
    work.push((user + system) / 1_000);
  }
  const quantile = (numbers: number[], share: number): number => numbers.sort((left, right) => left - right)[Math.floor(queries * share)]!;
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), work50: quantile(work, 0.5), work95: quantile(work, 0.95) };
}

/** Reciprocal rank fusion of ranked lists. */
function fuse(lists: readonly (readonly ExemplarHit[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists) for (const [rank, { id }] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (60 + rank + 1));
  return [...scores].sort((left, right) => right[1] - left[1]).slice(0, results).map(([id]) => id);
}

const round = (value: number): string => value.toFixed(1);

async function measure(name: string, store: ExemplarStore, vectors: readonly Float32Array[], texts: readonly string[]): Promise<ExemplarHit[][]> {
  const loop = monitorEventLoopDelay({ resolution: 1 });
  const began = performance.now();
  loop.enable();
  await Promise.all([store.nearest("text", vectors[0]!, results), store.nearest("image", vectors[0]!, results), store.nearest("joint", vectors[0]!, results), store.fullText(texts[0]!, results)]);
  loop.disable();
  const first = performance.now() - began;
  const firstBlock = loop.max / 1e6;
  loop.reset();
  loop.enable();
  const one = async (index: number): Promise<ExemplarHit[][]> => [await store.nearest("text", vectors[index]!, results), await store.fullText(texts[index]!, results)];
  const all = async (index: number): Promise<ExemplarHit[][]> => [...(await one(index)), await store.nearest("image", vectors[index]!, results), await store.nearest("joint", vectors[index]!, results)];
  const rows: [string, Timing][] = [
    ["one channel of vectors", await time((index) => store.nearest("text", vectors[index]!, results))],
    ["full text", await time((index) => store.fullText(texts[index]!, results))],
    ["vectors and full text, fused", await time(async (index) => fuse(await one(index)))],
    ["three channels and full text, fused", await time(async (index) => fuse(await all(index)))],
  ];
  loop.disable();
  for (const [what, { p50, p95, work50, work95 }] of rows) console.log(`| ${name} | ${what} | ${[p50, p95, work50, work95].map(round).join(" | ")} |`);
  console.error(`${name}: first search ${round(first)} ms (longest stretch ${round(firstBlock)} ms), later longest stretch ${round(loop.max / 1e6)} ms, ${round(process.memoryUsage().rss / 2 ** 20)} MB`);
  const hits: ExemplarHit[][] = [];
  for (const vector of vectors) hits.push(await store.nearest("text", vector, results));
  return hits;
}

/** The first search makes the indices fall due; closing waits for them. */
async function makeIndices(open: (memoryRows?: number) => Promise<ExemplarStore>, memoryRows: number | undefined, vector: Float32Array): Promise<void> {
  const began = performance.now();
  const store = await open(memoryRows);
  await Promise.all([store.nearest("text", vector, 1), store.fullText("w1", 1)]);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await store.close();
  console.error(`indices in ${round((performance.now() - began) / 1_000)} s`);
}

async function main(): Promise<void> {
  console.log("| library | search | p50 ms | p95 ms | p50 processor ms | p95 processor ms |\n| --- | --- | ---: | ---: | ---: | ---: |");
  for (const rows of values.rows.split(",").map(Number)) {
    const place = await mkdtemp(path.join(tmpdir(), "figtree-benchmark-"));
    const open = (memoryRows?: number): Promise<ExemplarStore> => openLibrary({ place, clock: systemClock, logger: silentLogger, engine, ...(memoryRows === undefined ? {} : { memoryRows }) });
    try {
      const filled = performance.now();
      const store = await open();
      await fill(store, rows);
      console.error(`${rows} rows added in ${round((performance.now() - filled) / 1_000)} s`);
      await store.close();
      const vectors = Array.from({ length: queries }, point);
      const texts = Array.from({ length: queries }, () => text(12));
      const memory = await open(Infinity);
      const exact = await measure(`${rows}, in memory`, memory, vectors, texts);
      await memory.close();
      if (engine === "files" || rows <= 30_000) continue;
      await makeIndices(open, undefined, vectors[0]!);
      const large = await open();
      const found = await measure(`${rows}, HNSW_SQ with refine`, large, vectors, texts);
      const common = found.reduce((sum, hits, index) => sum + hits.filter(({ id }) => exact[index]!.some((other) => other.id === id)).length, 0);
      console.log(`| ${rows}, HNSW_SQ with refine | recall@${results} of vectors | ${(common / (queries * results)).toFixed(3)} | | | |`);
      await large.close();
      // So few in memory that the words are left to the database, too.
      await makeIndices(open, Math.floor(rows / 5), vectors[0]!);
      const indexedWords = await open(Math.floor(rows / 5));
      await measure(`${rows}, HNSW_SQ with refine and FTS`, indexedWords, vectors, texts);
      await indexedWords.close();
    } finally {
      await rm(place, { recursive: true, force: true });
    }
  }
}

void main();
