import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedModel, type EmbeddedModel } from "../../../src/adapters/embedded";
import { silentLogger, type GenerateRequest, type VisionModel } from "../../../src/core/ports";
import { buildProcess } from "../../fixtures/build-process";
import { bundledFigures, correctness, direct, figureMessages, sampleModelFolder, transcript } from "../../fixtures/sample-model";

const signal = new AbortController().signal;
const figure = bundledFigures()[1]!;
const firstStep = figureMessages(figure.image, `${transcript(figure.question, [])}\nSub-question 1:`);
const sampled = { messages: firstStep, samples: 4, temperature: 1.2, topP: 0.95, maxTokens: 48, stop: ["\nSub-question"], seed: 11, signal };

let processFile: string;
let model: EmbeddedModel;
const make = (folder = sampleModelFolder) => createEmbeddedModel({ folder, processFile, logger: silentLogger, sample: true });
const texts = async (request: GenerateRequest, from: VisionModel = model) => (await from.generate(request)).choices.map((choice) => choice.text);

beforeAll(async () => {
  processFile = await buildProcess();
  model = make();
});
afterAll(() => model.dispose());

test("the same seed gives the same replies, another seed others, and sample i the same in any batch", async () => {
  const four = await texts(sampled);
  expect(new Set(four).size).toBeGreaterThan(1);
  expect(await texts(sampled)).toEqual(four);
  expect(await texts({ ...sampled, samples: 2 })).toEqual(four.slice(0, 2));
  expect(await texts({ ...sampled, samples: 1 })).toEqual(four.slice(0, 1));
  expect(await texts({ ...sampled, seed: 12 })).not.toEqual(four);
});

test("counts what a call cost, and says when the limit cut a reply", async () => {
  const { choices, usage } = await model.generate({ ...sampled, samples: 3, maxTokens: 2 });
  expect(choices.map((choice) => choice.finish)).toEqual(["length", "length", "length"]);
  expect(usage).toMatchObject({ requests: 1, samples: 3, completionTokens: 6 });
  expect(usage.promptTokens).toBeGreaterThan(49);
});

test("each call tells of its one request, and does not send what is stopped", async () => {
  let told = 0;
  const onRequest = (): void => void told++;
  await model.generate({ ...sampled, onRequest });
  await model.probabilityOfYes({ messages: firstStep, seed: 1, signal, onRequest });
  expect(told).toBe(2);
  const stop = (): never => {
    throw new Error("no more");
  };
  await expect(model.generate({ ...sampled, onRequest: stop })).rejects.toThrow("no more");
  await expect(make("nowhere").generate({ ...sampled, onRequest })).rejects.toMatchObject({ code: "model.notFound" });
  expect(told).toBe(2);
});

test("a stop text is not part of the reply, though it spans tokens", async () => {
  const [whole] = await texts({ ...sampled, samples: 1, temperature: 0 });
  const stop = whole!.slice(12, 20);
  expect(await texts({ ...sampled, samples: 1, temperature: 0, stop: [stop] })).toEqual([whole!.slice(0, whole!.indexOf(stop))]);
});

test("messages without a picture work, and the picture makes a difference", async () => {
  const text = transcript(figure.question, [{ subQuestion: "What is the sum of the known numbers on the left?", answer: "1 + 7 = 8." }]) + correctness;
  const blind = await model.probabilityOfYes({ messages: figureMessages(undefined, text), seed: 1, signal });
  const seeing = await model.probabilityOfYes({ messages: figureMessages(figure.image, text), seed: 1, signal });
  expect(blind.yes + blind.no).toBeGreaterThan(0);
  expect(Math.abs(blind.yes - seeing.yes)).toBeGreaterThan(0.001);
  expect(blind.usage.promptTokens).toBeLessThan(seeing.usage.promptTokens - 40);
  expect((await texts({ ...sampled, samples: 1, messages: figureMessages(undefined, transcript(figure.question, []) + direct) }))[0]).not.toBe("");
});

test("a placeholder typed into the question claims no picture", async () => {
  const asked = transcript(`${figure.question} <image>`, []) + direct;
  expect(await texts({ ...sampled, temperature: 0, samples: 1, messages: figureMessages(figure.image, asked) })).toHaveLength(1);
});

test("earlier turns with pictures of their own do not disturb a model that reads the last turn only", async () => {
  const other = bundledFigures()[2]!;
  const earlier = [...figureMessages(other.image, transcript(other.question, []) + direct), { role: "assistant" as const, parts: [{ type: "text" as const, text: "The answer is 35." }] }];
  const alone = await texts({ ...sampled, temperature: 0 });
  expect(await texts({ ...sampled, temperature: 0, messages: [...earlier, ...firstStep] })).toEqual(alone);
});

test("abort ends a running request and drops waiting ones; later ones still come through", async () => {
  const controller = new AbortController();
  // Work for minutes, were it not ended.
  const long = { ...sampled, samples: 128, maxTokens: 400, stop: [], temperature: 5, topP: 1, signal: controller.signal };
  const first = model.complete({ ...long, seed: 0, onText: () => controller.abort() });
  const running = [first, ...Array.from({ length: 7 }, (_, index) => model.generate({ ...long, seed: 1 + index }))];
  const outcome = Promise.allSettled(running);
  const codes = (await outcome).map((one) => (one.status === "rejected" ? (one.reason as { code: string }).code : "done"));
  expect(codes).toEqual(running.map(() => "cancelled"));
  expect(await texts(sampled)).toHaveLength(4);
  await expect(model.generate({ ...sampled, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "cancelled" });
});

test("a dead process is one error, and the next call starts another", async () => {
  const expected = await texts(sampled);
  const before = model.pid!;
  // It stands still when it dies, so that it cannot be done before.
  process.kill(before, "SIGSTOP");
  const running = model.generate(sampled);
  setImmediate(() => process.kill(before, "SIGKILL"));
  await expect(running).rejects.toMatchObject({ code: "model.crashed", details: { message: expect.stringContaining("SIGKILL") as string } });
  expect(await texts(sampled)).toEqual(expected);
  expect(model.pid).not.toBe(before);
});

test("no folder, no model in it, and a damaged model are told apart", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "figtree-model-"));
  try {
    const gone = make(path.join(folder, "gone"));
    await expect(gone.generate(sampled)).rejects.toMatchObject({ code: "model.notFound", details: { folder: path.join(folder, "gone") } });
    const empty = make(folder);
    await expect(empty.probabilityOfYes({ messages: firstStep, seed: 1, signal })).rejects.toMatchObject({ code: "model.notFound" });
    mkdirSync(path.join(folder, "onnx"));
    copyFileSync(path.join(sampleModelFolder, "config.json"), path.join(folder, "config.json"));
    writeFileSync(path.join(folder, "onnx", "decoder_model_merged.onnx"), "not a network");
    await expect(empty.load(signal)).rejects.toMatchObject({ code: "model.loadFailed", details: { model: path.basename(folder) } });
    // Every request that waits meets the failure, also while a later one loads afresh.
    const waiting = [empty.load(signal), empty.generate(sampled), empty.probabilityOfYes({ messages: firstStep, seed: 1, signal })];
    const [first] = waiting;
    const again = first!.catch(() => empty.load(signal));
    const ends = await Promise.allSettled([...waiting, again]);
    for (const end of ends) expect(end).toMatchObject({ status: "rejected", reason: { code: "model.loadFailed" } });
    await empty.dispose();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("dispose ends the process and everything that waits", async () => {
  const one = make();
  await one.load(signal);
  const { pid } = one;
  const waiting = one.generate(sampled);
  const outcome = expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  await one.dispose();
  await one.dispose();
  await outcome;
  expect(() => process.kill(pid!, 0)).toThrow();
  await expect(one.generate(sampled)).rejects.toMatchObject({ code: "cancelled" });
});

test("an idle model neither keeps its owner alive nor outlives it, and its owner lives through dispose", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "figtree-owner-"));
  try {
    const file = path.join(folder, "owner.cjs");
    const source = `
      import { createEmbeddedModel } from "./src/adapters/embedded";
      import { silentLogger } from "./src/core/ports";
      const make = () => createEmbeddedModel({ folder: ${JSON.stringify(sampleModelFolder)}, processFile: ${JSON.stringify(processFile)}, logger: silentLogger, sample: true });
      const load = async (model) => (await model.load(new AbortController().signal), model);
      load(make()).then((model) => model.dispose()).then(() => load(make())).then((model) => console.log(model.pid));`;
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
