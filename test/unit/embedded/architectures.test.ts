import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmbeddedModel, type EmbeddedModel } from "../../../src/adapters/embedded";
import { silentLogger, type Message } from "../../../src/core/ports";
import { buildProcess } from "../../fixtures/build-process";
import { bundledFigures, correctness, figureMessages, transcript, usefulness } from "../../fixtures/sample-model";
import { writeTinyModel, type Architecture } from "../../fixtures/tiny-architecture";

const signal = new AbortController().signal;
const figures = bundledFigures();
const first = figures[0]!;
const second = figures[3]!;

/** Random weights: nothing is known of the replies but that they follow from the inputs alone. */
describe.each<Architecture>(["smolvlm", "qwen2_vl"])("a tiny model of the kind %s", (architecture) => {
  let folder: string;
  let model: EmbeddedModel;
  let plain: EmbeddedModel;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "figtree-tiny-"));
    writeTinyModel(folder, architecture);
    const options = { folder, processFile: await buildProcess(), logger: silentLogger, sample: false };
    model = createEmbeddedModel(options);
    plain = createEmbeddedModel({ ...options, prefixReuse: false });
  });
  afterAll(async () => {
    await Promise.all([model.dispose(), plain.dispose()]);
    rmSync(folder, { recursive: true });
  });

  const request = (messages: readonly Message[], seed = 7) => ({ messages, samples: 3, temperature: 1, topP: 0.95, maxTokens: 12, stop: [], seed, signal });
  const asked = transcript(first.question, [{ subQuestion: "What is the sum?", answer: "1 + 7 = 8." }]);
  const prompts = (image: typeof first.image | undefined): Message[][] => [asked, `${asked}\nSub-question 2:`, asked + usefulness, asked + correctness].map((text) => figureMessages(image, text));

  test("samples follow the seed, with a picture and without", async () => {
    for (const image of [first.image, undefined]) {
      const messages = figureMessages(image, asked);
      const one = await model.generate(request(messages));
      expect(one.choices).toHaveLength(3);
      expect(new Set(one.choices.map((choice) => choice.text)).size).toBeGreaterThan(1);
      expect((await model.generate(request(messages))).choices).toEqual(one.choices);
      expect((await plain.generate(request(messages))).choices).toEqual(one.choices);
      expect((await model.generate(request(messages, 8))).choices).not.toEqual(one.choices);
    }
  });

  test("P(Yes) is the same with and without a cached beginning", async () => {
    for (const image of [first.image, second.image, undefined]) {
      for (const messages of prompts(image)) {
        const cached = await model.probabilityOfYes({ messages, seed: 1, signal });
        const fresh = await plain.probabilityOfYes({ messages, seed: 1, signal });
        expect(cached.yes).toBeGreaterThan(0);
        expect(cached.yes + cached.no).toBeLessThan(1);
        expect(cached.yes).toBeCloseTo(fresh.yes, 6);
        expect(cached.no).toBeCloseTo(fresh.no, 6);
        expect(cached.usage).toEqual(fresh.usage);
      }
    }
  });

  test("the picture counts: other pixels, another probability; none, a shorter prompt", async () => {
    const ask = async (image: typeof first.image | undefined) => model.probabilityOfYes({ messages: figureMessages(image, asked), seed: 1, signal });
    const [one, other, none] = [await ask(first.image), await ask(second.image), await ask(undefined)];
    expect(Math.abs(one.yes - other.yes)).toBeGreaterThan(1e-5);
    expect(none.usage.promptTokens).toBeLessThan(one.usage.promptTokens);
  });

  test("several pictures in one prompt are read in their order, or refused in words where the processor cannot", async () => {
    const pair = (a: typeof first.image, b: typeof first.image): Message[] => [{ role: "user", parts: [{ type: "image", image: a }, { type: "text", text: "An example." }, { type: "image", image: b }, { type: "text", text: asked }] }];
    const ask = (messages: readonly Message[], from = model) => from.probabilityOfYes({ messages, seed: 1, signal });
    if (architecture === "qwen2_vl") {
      await expect(ask(pair(first.image, second.image))).rejects.toMatchObject({ code: "input.invalid", details: { message: "This model takes one picture at a time." } });
      return;
    }
    const forth = await ask(pair(first.image, second.image));
    const back = await ask(pair(second.image, first.image));
    expect(Math.abs(forth.yes - back.yes)).toBeGreaterThan(1e-5);
    expect(forth.yes).toBeCloseTo((await ask(pair(first.image, second.image), plain)).yes, 6);
  });
});
