import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedModel, type EmbeddedModel } from "../../../src/adapters/embedded";
import { silentLogger, type Message } from "../../../src/core/ports";
import { buildProcess } from "../../fixtures/build-process";
import { bundledFigures, direct, figureMessages, referenceRows, sampleModelFolder, transcript } from "../../fixtures/sample-model";

/** Folders of the sample's weights with other chat templates: nothing in the adapter knows one model's prompt. */
const folder = mkdtempSync(path.join(tmpdir(), "figtree-templates-"));
const everyTurn = "{%- for m in messages -%}{%- for c in m['content'] -%}{%- if c['type'] == 'image' -%}<image>{%- else -%}{{ c['text'] }}{%- endif -%}{%- endfor -%}{%- endfor -%}";
const textsOnly = "{%- for m in messages -%}{%- if m['content'] is string -%}{{ m['content'] }}{%- endif -%}{%- endfor -%}";
const figure = bundledFigures()[4]!;
const prompt = transcript(figure.question, []) + direct;
const models: EmbeddedModel[] = [];
let processFile: string;

beforeAll(async () => {
  processFile = await buildProcess();
});
afterAll(async () => {
  await Promise.all(models.map((model) => model.dispose()));
  rmSync(folder, { recursive: true });
});

function withTemplate(name: string, template: string | undefined): EmbeddedModel {
  const place = path.join(folder, name);
  cpSync(sampleModelFolder, place, { recursive: true });
  const file = path.join(place, "tokenizer_config.json");
  const config = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  if (template !== undefined) writeFileSync(file, JSON.stringify({ ...config, chat_template: template }));
  const model = createEmbeddedModel({ folder: place, processFile, logger: silentLogger, sample: false });
  models.push(model);
  return model;
}

async function reply(model: EmbeddedModel, messages: readonly Message[]): Promise<string> {
  const { choices } = await model.generate({ messages, samples: 1, temperature: 0, topP: 1, maxTokens: 48, stop: [], seed: 1, signal: new AbortController().signal });
  return choices[0]!.text;
}

test("a template with every turn: the picture stands where the message has it, and a second one is refused in words", async () => {
  const model = withTemplate("every-turn", everyTurn);
  const expected = referenceRows()[4]!.direct;
  expect(await reply(model, figureMessages(figure.image, prompt))).toBe(expected);
  const apart: Message[] = [{ role: "user", parts: [{ type: "image", image: figure.image }] }, { role: "user", parts: [{ type: "text", text: prompt }] }];
  expect(await reply(model, apart)).toBe(expected);
  const other = bundledFigures()[2]!;
  const two: Message[] = [...figureMessages(other.image, "An example. "), ...figureMessages(figure.image, prompt)];
  await expect(reply(model, two)).rejects.toMatchObject({ code: "input.invalid", details: { message: "This model takes one picture at a time." } });
  expect(await reply(model, figureMessages(figure.image, prompt))).toBe(expected);
});

test("worked examples: dropped by a template for the last turn, else read, without their pictures where only one is taken", async () => {
  const other = bundledFigures()[2]!;
  const examples: Message[] = [...figureMessages(other.image, "Question: What is it?"), { role: "assistant", parts: [{ type: "text", text: "The answer is 35." }] }];
  const ask = (model: EmbeddedModel, messages: readonly Message[]) => model.generate({ messages, samples: 1, temperature: 0, topP: 1, maxTokens: 48, stop: [], seed: 1, signal: new AbortController().signal });
  const own = withTemplate("own", undefined);
  const dropped = await ask(own, [...examples, ...figureMessages(figure.image, prompt)]);
  const alone = await ask(own, figureMessages(figure.image, prompt));
  expect(dropped.earlierTurns).toBe("dropped");
  expect(alone.earlierTurns).toBeUndefined();
  expect(dropped.usage.promptTokens).toBe(alone.usage.promptTokens);
  const every = withTemplate("every-turn-again", everyTurn);
  for (let time = 0; time < 2; time += 1) {
    const read = await ask(every, [...examples, ...figureMessages(figure.image, prompt)]);
    expect(read.earlierTurns).toBe("text");
    expect(read.usage.promptTokens).toBeGreaterThan(alone.usage.promptTokens);
  }
});

test("a template for plain texts gets plain texts", async () => {
  const model = withTemplate("texts", textsOnly);
  expect(await reply(model, figureMessages(undefined, prompt))).toBe(await reply(withTemplate("plain", undefined), figureMessages(undefined, prompt)));
  expect(model.info).toEqual({ name: "texts", place: "embedded", sample: false });
});
