/**
 * The same problems with the same seed over HTTP, once with P(Yes) from log-probabilities and once estimated from
 * sampled replies: how often do they agree on the winning answer?
 * Usage: node scripts/benchmark/run.mjs rewards FOLDER [--limit N] [--samples M] [--seed N] [--preset NAME]
 * FOLDER holds samples.jsonl or manifest.jsonl (file, question, answer) and the pictures.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createEmbeddedModel } from "../../src/adapters/embedded";
import { prepareImage } from "../../src/adapters/images";
import { createEndpointModel, newMemory } from "../../src/adapters/openai";
import { startServer } from "../../src/adapters/server";
import { systemClock } from "../../src/adapters/system";
import { compareAnswers } from "../../src/core/answers";
import { silentLogger, type VisionModel } from "../../src/core/ports";
import { settingsOf, solve, type PresetName } from "../../src/core/solve";
import { reduceTrace, type TraceSnapshot } from "../../src/core/trace";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { limit: { type: "string" }, samples: { type: "string", default: "5" }, seed: { type: "string", default: "0" }, preset: { type: "string", default: "balanced" } } });
const folder = positionals[0] ?? path.join(__dirname, "..", "media", "samples");
const manifest = ["samples.jsonl", "manifest.jsonl"].map((name) => path.join(folder, name)).find(existsSync)!;
const figures = readFileSync(manifest, "utf8").trim().split("\n").map((line) => JSON.parse(line) as { file: string; question: string; answer: string }).slice(0, Number(values.limit ?? Infinity));
const settings = settingsOf(values.preset as PresetName, { seed: Number(values.seed) });

/** Each figure's answer with either kind of reward, and what it cost. */
interface Row {
  readonly gold: string;
  readonly read: TraceSnapshot;
  readonly sampled: TraceSnapshot;
}

async function solved(model: VisionModel, figure: (typeof figures)[number]): Promise<TraceSnapshot> {
  const { image } = await prepareImage(readFileSync(path.join(folder, figure.file)));
  let snapshot: TraceSnapshot | undefined;
  for await (const event of solve({ id: "benchmark", problem: { question: figure.question, choices: [], image }, method: "vrest", settings, model, clock: systemClock, signal: new AbortController().signal })) snapshot = reduceTrace(snapshot, event);
  return snapshot!;
}

async function main(): Promise<void> {
  const embedded = createEmbeddedModel({ folder: path.join(__dirname, "..", "media", "sample-model"), sample: true, processFile: path.join(__dirname, "embedded-process.js"), logger: silentLogger });
  const server = await startServer({ model: embedded, host: "127.0.0.1", port: 0, logger: silentLogger });
  const endpoint = { baseUrl: server.url, model: embedded.info.name, timeouts: { firstByteSeconds: 600, totalSeconds: 600 }, logger: silentLogger, clock: systemClock, random: Math.random, sampledYes: Number(values.samples) };
  const reading = createEndpointModel(endpoint);
  const sampling = createEndpointModel({ ...endpoint, memory: { ...newMemory(), topLogprobs: 0 } });
  const rows: Row[] = [];
  for (const figure of figures) {
    rows.push({ gold: figure.answer, read: await solved(reading, figure), sampled: await solved(sampling, figure) });
    process.stderr.write(`\r${rows.length} of ${figures.length} figures`);
  }
  process.stderr.write("\n");
  await Promise.all([reading.dispose(), sampling.dispose()]);
  await server.close();
  await embedded.dispose();
  print(rows);
}

const answerOf = ({ best }: TraceSnapshot): string => best?.answer ?? "";
const same = (a: string, b: string): boolean => a !== "" && b !== "" && compareAnswers(a, b).same;

function print(rows: readonly Row[]): void {
  const share = (holds: (row: Row) => boolean): string => `${((100 * rows.filter(holds).length) / rows.length).toFixed(1)} % (${rows.filter(holds).length} of ${rows.length})`;
  const mean = (of: (row: Row) => number): string => (rows.reduce((sum, row) => sum + of(row), 0) / rows.length).toFixed(1);
  console.log(`preset ${values.preset}, seed ${values.seed}, m = ${values.samples}`);
  console.log(`same winning answer: ${share(({ read, sampled }) => same(answerOf(read), answerOf(sampled)))}`);
  console.log(`right with log-probabilities: ${share(({ gold, read }) => same(answerOf(read), gold))}; with samples: ${share(({ gold, sampled }) => same(answerOf(sampled), gold))}`);
  console.log(`requests: ${mean(({ read }) => read.usage.requests)} and ${mean(({ sampled }) => sampled.usage.requests)}; seconds: ${mean(({ read }) => read.seconds)} and ${mean(({ sampled }) => sampled.seconds)}`);
  for (const { gold, read, sampled } of rows) if (!same(answerOf(read), answerOf(sampled))) console.log(`  differs: right ${gold}, read ${answerOf(read)}, sampled ${answerOf(sampled)}`);
}

void main();
