/**
 * Accuracy of the methods on the sample model over a folder of held-out figures, side by side in one run.
 * Usage: npm run benchmark -- FOLDER [--limit N] [--seeds N] [--json FILE]
 * FOLDER holds samples.jsonl or manifest.jsonl (file, question, answer, family) and the pictures.
 */
import { readFileSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createEmbeddedModel } from "../../src/adapters/embedded";
import { prepareImage } from "../../src/adapters/images";
import { systemClock } from "../../src/adapters/system";
import { compareAnswers } from "../../src/core/answers";
import { silentLogger, type Message, type VisionModel } from "../../src/core/ports";
import { settingsOf, solve, type MethodName, type SolveSettings } from "../../src/core/solve";
import { reduceTrace, type TraceSnapshot } from "../../src/core/trace";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { limit: { type: "string" }, seeds: { type: "string", default: "1" }, json: { type: "string" } } });
const folder = positionals[0] ?? path.join(__dirname, "..", "media", "samples");
const manifest = ["samples.jsonl", "manifest.jsonl"].map((name) => path.join(folder, name)).find(existsSync)!;
const figures = readFileSync(manifest, "utf8").trim().split("\n").map((line) => JSON.parse(line) as { file: string; question: string; answer: string; family: string }).slice(0, Number(values.limit ?? Infinity));

interface Row {
  readonly name: string;
  readonly method: MethodName;
  readonly settings: SolveSettings;
}

const greedy = { temperature: 0 };
const rows: Row[] = [
  { name: "qa, greedy", method: "qa", settings: settingsOf("balanced", greedy) },
  { name: "qa", method: "qa", settings: settingsOf("balanced") },
  { name: "cot, greedy", method: "cot", settings: settingsOf("balanced", greedy) },
  { name: "cot", method: "cot", settings: settingsOf("balanced") },
  ...(["quick", "balanced", "paper"] as const).flatMap((preset) =>
    (["greedy", "best", "vote", "weighted"] as const).map((select): Row => ({ name: `vrest ${preset}, ${select}`, method: "vrest", settings: settingsOf(preset, { select }) })),
  ),
];

/** Equal requests get equal replies, so that the rows of one preset share their tree; what a row would cost alone is counted. */
function remember(model: VisionModel): VisionModel {
  const known = new Map<string, Promise<unknown>>();
  const text = (messages: readonly Message[]): string => JSON.stringify(messages, (key, value: unknown) => (key === "bytes" ? undefined : value));
  const once = <Reply>(key: string, ask: () => Promise<Reply>): Promise<Reply> => {
    const reply = known.get(key) ?? ask();
    known.set(key, reply);
    return reply as Promise<Reply>;
  };
  return {
    ...model,
    generate: ({ signal, ...request }) => once(`${text(request.messages)}${request.samples} ${request.temperature} ${request.seed} ${request.maxTokens}`, () => model.generate({ ...request, signal: new AbortController().signal })).then((reply) => (signal.throwIfAborted(), reply)),
    probabilityOfYes: ({ signal, ...request }) => once(`yes ${text(request.messages)}`, () => model.probabilityOfYes({ ...request, signal: new AbortController().signal })).then((reply) => (signal.throwIfAborted(), reply)),
  };
}

interface Tally {
  right: number;
  asked: number;
  requests: number;
  samples: number;
  traces: number;
  families: Record<string, [number, number]>;
}

async function main(): Promise<void> {
  const embedded = createEmbeddedModel({ folder: path.join(__dirname, "..", "media", "sample-model"), sample: true, processFile: path.join(__dirname, "embedded-process.js"), logger: silentLogger });
  const tallies = rows.map((): Tally => ({ right: 0, asked: 0, requests: 0, samples: 0, traces: 0, families: {} }));
  for (const [index, figure] of figures.entries()) {
    const { image } = await prepareImage(readFileSync(path.join(folder, figure.file)));
    for (let seed = 0; seed < Number(values.seeds); seed += 1) {
      const model = remember(embedded);
      for (const [at, { method, settings }] of rows.entries()) {
        let snapshot: TraceSnapshot | undefined;
        const problem = { question: figure.question, choices: [], image };
        for await (const event of solve({ id: "benchmark", problem, method, settings: { ...settings, seed }, model, clock: systemClock, signal: new AbortController().signal })) snapshot = reduceTrace(snapshot, event);
        count(tallies[at]!, snapshot!, figure.family, figure.answer);
      }
    }
    process.stderr.write(`\r${index + 1} of ${figures.length} figures`);
  }
  await embedded.dispose();
  process.stderr.write("\n");
  print(tallies);
}

function count(tally: Tally, snapshot: TraceSnapshot, family: string, gold: string): void {
  const right = snapshot.best !== null && compareAnswers(snapshot.best.answer, gold).same;
  const [ok, all] = tally.families[family] ?? [0, 0];
  tally.families[family] = [ok + (right ? 1 : 0), all + 1];
  tally.right += right ? 1 : 0;
  tally.asked += 1;
  tally.requests += snapshot.usage.requests;
  tally.samples += snapshot.usage.samples;
  tally.traces += snapshot.traces.length;
}

/** Wilson's 95 % interval of a share, in percent. */
function interval(right: number, all: number): string {
  const z = 1.96;
  const share = right / all;
  const centre = (share + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half = (z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))) / (1 + (z * z) / all);
  return `${((centre - half) * 100).toFixed(0)}-${((centre + half) * 100).toFixed(0)}`;
}

function print(tallies: readonly Tally[]): void {
  const families = [...new Set(figures.map((figure) => figure.family))];
  const cell = ([ok, all]: [number, number] = [0, 0]): string => (all === 0 ? "-" : ((100 * ok) / all).toFixed(1));
  console.log(`| method | accuracy % | 95 % interval | ${families.join(" | ")} | requests | replies | traces |`);
  console.log(`| --- | ---: | ---: | ${families.map(() => "---:").join(" | ")} | ---: | ---: | ---: |`);
  for (const [at, { name }] of rows.entries()) {
    const tally = tallies[at]!;
    const per = (total: number): string => (total / tally.asked).toFixed(1);
    console.log(`| ${name} | ${cell([tally.right, tally.asked])} | ${interval(tally.right, tally.asked)} | ${families.map((family) => cell(tally.families[family])).join(" | ")} | ${per(tally.requests)} | ${per(tally.samples)} | ${per(tally.traces)} |`);
  }
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(rows.map((row, at) => ({ ...row, ...tallies[at] })), null, 2));
}

void main();
