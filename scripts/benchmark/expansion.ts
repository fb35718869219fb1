/**
 * Time of one expansion (five sampled steps in one call, then two rewards for each) of an embedded model,
 * with and without reuse of cached beginnings, side by side in one run.
 * Usage: node scripts/benchmark/run.mjs expansion [FIGURES] [--model FOLDER] [--limit N] [--rounds N]
 */
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createEmbeddedModel, type EmbeddedModel } from "../../src/adapters/embedded";
import { prepareImage } from "../../src/adapters/images";
import { silentLogger, type PreparedImage } from "../../src/core/ports";
import { buildMessages, correctnessText, parseStepReply, stepText, usefulnessText, type TranscriptStep } from "../../src/core/prompts";
import { settingsOf } from "../../src/core/solve";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { model: { type: "string" }, limit: { type: "string", default: "12" }, rounds: { type: "string", default: "3" } } });
const media = path.join(__dirname, "..", "media");
const folder = positionals[0] ?? path.join(media, "samples");
const manifest = ["samples.jsonl", "manifest.jsonl"].map((name) => path.join(folder, name)).find(existsSync)!;
const figures = readFileSync(manifest, "utf8").trim().split("\n").map((line) => JSON.parse(line) as { file: string; question: string }).slice(0, Number(values.limit));
const width = 5;
const variantNames = ["reuse", "no reuse"] as const;
const { temperature, topP, maxTokensPerStep } = settingsOf("balanced");
const signal = new AbortController().signal;

interface Expansion {
  /** Milliseconds of the call for the children, and of the rewards. */
  readonly sampling: number;
  readonly rewarding: number;
  readonly children: readonly TranscriptStep[];
  readonly promptTokens: number;
}

/** As the search does it: one call for the children, then all their rewards at once. */
async function expand(model: EmbeddedModel, image: PreparedImage, question: string, steps: readonly TranscriptStep[], seed: number): Promise<Expansion> {
  const start = performance.now();
  const { choices, usage } = await model.generate({ messages: buildMessages(image, stepText(question, [], steps, false)), samples: width, temperature, topP, maxTokens: maxTokensPerStep, stop: ["\nSub-question"], seed, signal });
  const sampled = performance.now();
  const children = choices.map(({ text }): TranscriptStep => {
    const reply = parseStepReply(text, false);
    return reply.ok ? reply.step : { subQuestion: "What is next?", answer: text.trim() };
  });
  const rewards = await Promise.all(children.flatMap((child) => [usefulnessText(question, [], steps, child.subQuestion), correctnessText(question, [], [...steps, child])].map((text) => model.probabilityOfYes({ messages: buildMessages(image, text), seed, signal }))));
  return { sampling: sampled - start, rewarding: performance.now() - sampled, children, promptTokens: rewards.reduce((sum, reward) => sum + reward.usage.promptTokens, usage.promptTokens) };
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

async function main(): Promise<void> {
  const make = (prefixReuse: boolean): EmbeddedModel => createEmbeddedModel({ folder: values.model ?? path.join(media, "sample-model"), sample: values.model === undefined, processFile: path.join(__dirname, "embedded-process.js"), logger: silentLogger, prefixReuse });
  const done: { readonly variant: string; readonly kind: "first" | "later"; readonly expansion: Expansion }[] = [];
  const images = await Promise.all(figures.map(async ({ file }) => (await prepareImage(readFileSync(path.join(folder, file)))).image));
  for (let round = 0; round < Number(values.rounds); round += 1) {
    // New processes for each round, so that none finds a beginning cached by an earlier one.
    const variants = variantNames.map((name) => ({ name, model: make(name === "reuse") }));
    for (const { model } of variants) await expand(model, images.at(-1)!, "A question to warm up.", [], 0);
    for (const [index, { question }] of figures.entries()) {
      // In the reverse order every other time, so that what is slower at the second place is so for both.
      for (const { name, model } of (index + round) % 2 === 0 ? variants : [...variants].reverse()) {
        const first = await expand(model, images[index]!, question, [], index);
        const later = await expand(model, images[index]!, question, first.children.slice(0, 1), index);
        done.push({ variant: name, kind: "first", expansion: first }, { variant: name, kind: "later", expansion: later });
      }
    }
    await Promise.all(variants.map(({ model }) => model.dispose()));
  }
  console.log(`${figures.length} figures, ${values.rounds} rounds, w = ${width}, ${2 * width} rewards an expansion, ${median(done.map(({ expansion }) => expansion.promptTokens))} prompt tokens an expansion, Node ${process.version}, ${cpus()[0]?.model ?? "CPU"}, ${cpus().length} cores.\n`);
  console.log("| expansion | part | with reuse, ms | without, ms | ratio |\n| --- | --- | ---: | ---: | ---: |");
  const parts = { "all of it": (one: Expansion) => one.sampling + one.rewarding, "sampled steps": (one: Expansion) => one.sampling, rewards: (one: Expansion) => one.rewarding };
  for (const [kind, label] of [["first", "first of a figure"], ["later", "after one step"]] as const) {
    for (const [part, time] of Object.entries(parts)) {
      const [reuse, plain] = variantNames.map((name) => median(done.filter((one) => one.kind === kind && one.variant === name).map(({ expansion }) => time(expansion))));
      console.log(`| ${label} | ${part} | ${reuse!.toFixed(0)} | ${plain!.toFixed(0)} | ${(plain! / reuse!).toFixed(2)} |`);
    }
  }
}

void main();
