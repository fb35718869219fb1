/**
 * Solves with and without exemplars, side by side: on the sample model, which ignores earlier turns by design, and on
 * a scripted model that knows more the more like exemplars it is shown.
 * Usage: node scripts/benchmark/run.mjs exemplars FOLDER --library-from FOLDER [--exemplars 3] [--limit N] [--seeds 10]
 * FOLDER holds samples.jsonl (file, question, answer, family) and the pictures; the library is made of anything that
 * `figtree library import` reads. `--seeds` counts the scripted model's runs.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createEmbeddedModel } from "../../src/adapters/embedded";
import { prepareImage } from "../../src/adapters/images";
import { systemClock } from "../../src/adapters/system";
import { compareAnswers } from "../../src/core/answers";
import { retrievalSettingsOf } from "../../src/core/exemplars";
import { silentLogger, type PreparedImage, type VisionModel } from "../../src/core/ports";
import { hashText, mixSeeds, seededRandom } from "../../src/core/search";
import { settingsOf, solve, type MethodName } from "../../src/core/solve";
import { reduceTrace, type TraceSnapshot } from "../../src/core/trace";
import { makeLibrary, type MadeLibrary } from "./parts/made-library";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { "library-from": { type: "string" }, exemplars: { type: "string", default: "3" }, limit: { type: "string" }, seeds: { type: "string", default: "10" } } });
const folder = positionals[0] ?? path.join(__dirname, "..", "media", "samples");
const figures = readFileSync(path.join(folder, "samples.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line) as { file: string; question: string; answer: string; family: string }).slice(0, Number(values.limit ?? Infinity));
const { signal } = new AbortController();
const modes = ["none", "random", "rag", "rcts"] as const;

type Problem = (typeof figures)[number] & { readonly image: PreparedImage };

/**
 * Knows the answer to a problem with a chance of 0.4, and 0.15 more for each exemplar of the problem's family whose
 * answer comes with a chain of steps; otherwise it is off by one. It never looks at the picture itself.
 */
function scripted(problems: readonly Problem[], familyOf: ReadonlyMap<string, string>): VisionModel {
  return {
    info: { name: "scripted", place: "benchmark", sample: false },
    generate({ messages, samples, seed }) {
      const turns = messages.filter(({ role }) => role !== "system");
      const asked = turns.at(-1)!.parts.find((part) => part.type === "image")!;
      const problem = problems.find(({ image }) => asked.type === "image" && image.sha256 === asked.image.sha256)!;
      const helpful = turns.slice(0, -1).filter(({ parts }, index) => {
        const picture = parts.find((part) => part.type === "image");
        const reply = turns[index + 1]?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
        return picture?.type === "image" && familyOf.get(picture.image.sha256) === problem.family && reply.includes("Answer 1:");
      }).length;
      const choices = Array.from({ length: samples }, (_, index) => {
        const knows = seededRandom(mixSeeds(seed + index, hashText(problem.image.sha256)))() < 0.4 + 0.15 * helpful;
        const answer = knows ? problem.answer : String(Number(problem.answer.replace(/[^\d.-]/g, "")) + 1);
        return { text: `The answer is ${answer}.`, finish: "stop" as const };
      });
      return Promise.resolve({ choices, usage: { requests: 1, samples, promptTokens: 0, completionTokens: 0 } });
    },
    probabilityOfYes: () => Promise.reject(new Error("It judges nothing.")),
    dispose: () => Promise.resolve(),
  };
}

interface Tally {
  right: number;
  asked: number;
  /** Share of chosen exemplars that are of the problem's family, summed. */
  alike: number;
  readonly answers: (string | null)[];
  delivery: string;
}

async function run(model: VisionModel, method: MethodName, mode: (typeof modes)[number], seed: number, problems: readonly Problem[], { store, embedder }: MadeLibrary, tally: Tally): Promise<void> {
  const settings = { ...settingsOf("quick", {}, method), seed };
  const library = { store, embedder, settings: retrievalSettingsOf({ mode, exemplars: Number(values.exemplars), seed }), pinned: [], banned: [] };
  for (const { question, answer, family, image } of problems) {
    let snapshot: TraceSnapshot | undefined;
    for await (const event of solve({ id: "benchmark", problem: { question, choices: [], image }, method, settings, model, clock: systemClock, signal, library })) snapshot = reduceTrace(snapshot, event);
    const best = snapshot!.best?.answer ?? null;
    const chosen = (snapshot!.exemplars?.candidates ?? []).filter(({ rankAfter }) => rankAfter !== null);
    const subjects = (await store.get(chosen.map(({ id }) => id))).map((exemplar) => exemplar?.subject);
    tally.alike += chosen.length === 0 ? 0 : subjects.filter((subject) => subject === family).length / chosen.length;
    tally.right += best !== null && compareAnswers(best, answer).same ? 1 : 0;
    tally.asked += 1;
    tally.answers.push(best);
    tally.delivery = snapshot!.exemplars === null ? "" : snapshot!.exemplars.delivery;
    process.stderr.write(`\r${method} ${mode} ${tally.asked}   `);
  }
}

async function main(): Promise<void> {
  const made = await makeLibrary(values["library-from"] ?? folder, signal);
  const sample = createEmbeddedModel({ folder: path.join(__dirname, "..", "media", "sample-model"), sample: true, processFile: path.join(__dirname, "embedded-process.js"), logger: silentLogger });
  try {
    const problems: Problem[] = [];
    for (const figure of figures) problems.push({ ...figure, image: (await prepareImage(readFileSync(path.join(folder, figure.file)))).image });
    const { exemplars } = await made.store.list();
    const pupil = scripted(problems, new Map(exemplars.map(({ image, subject }) => [image.sha256, subject])));
    console.log(`${problems.length} figures; ${exemplars.length} exemplars, ${exemplars.filter(({ context }) => context !== null).length} with a context; K = ${values.exemplars}\n`);
    console.log("| model | method | retrieval | accuracy % | answers equal to those without, % | exemplars of the figure's family, % | they reached the model as |");
    console.log("| --- | --- | --- | ---: | ---: | ---: | --- |");
    for (const [model, method, seeds] of [[sample, "cot", 1], [sample, "vrest", 1], [pupil, "qa", Number(values.seeds)]] as const) {
      let without: readonly (string | null)[] = [];
      for (const mode of modes) {
        const tally: Tally = { right: 0, asked: 0, alike: 0, answers: [], delivery: "" };
        for (let seed = 0; seed < seeds; seed += 1) await run(model, method, mode, seed, problems, made, tally);
        if (mode === "none") without = tally.answers;
        const percent = (count: number): string => ((100 * count) / tally.asked).toFixed(1);
        console.log(`| ${model.info.name} | ${method}${method === "vrest" ? ", quick" : ""} | ${mode} | ${percent(tally.right)} | ${percent(tally.answers.filter((answer, index) => answer === without[index]).length)} | ${mode === "none" ? "" : percent(tally.alike)} | ${tally.delivery} |`);
      }
    }
  } finally {
    await sample.dispose();
    await made.clean();
  }
}

void main();
