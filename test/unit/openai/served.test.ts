import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedModel, type EmbeddedModel } from "../../../src/adapters/embedded";
import { createEndpointModel, newMemory, openProfiledEndpoint, probeEndpoint } from "../../../src/adapters/openai";
import { startServer } from "../../../src/adapters/server";
import { silentLogger, type VisionModel } from "../../../src/core/ports";
import { settingsOf, solve } from "../../../src/core/solve";
import { reduceTrace, type TraceSnapshot } from "../../../src/core/trace";
import { systemClock } from "../../../src/adapters/system";
import { buildProcess } from "../../fixtures/build-process";
import { bundledFigures, correctness, direct, figureMessages, referenceRows, sampleModelFolder, transcript } from "../../fixtures/sample-model";

let embedded: EmbeddedModel;
let server: Awaited<ReturnType<typeof startServer>>;
let endpoint: VisionModel;
const connect = (memory = newMemory()): VisionModel => createEndpointModel({ baseUrl: server.url, model: embedded.info.name, timeouts: { firstByteSeconds: 60, totalSeconds: 60 }, logger: silentLogger, clock: Date, random: Math.random, memory });
const signal = new AbortController().signal;

beforeAll(async () => {
  embedded = createEmbeddedModel({ folder: sampleModelFolder, processFile: await buildProcess(), logger: silentLogger, sample: true });
  server = await startServer({ model: embedded, host: "127.0.0.1", port: 0, logger: silentLogger });
  endpoint = connect();
});

afterAll(async () => {
  await endpoint.dispose();
  await server.close();
  await embedded.dispose();
});

const figures = bundledFigures();
const references = referenceRows();

test.each(figures.map((figure, index) => [figure.file, figure, index] as const))("a real model gives the same over HTTP as directly: %s", async (_, figure, index) => {
  const steps = references[index]?.steps ?? [];
  const judged = { messages: figureMessages(figure.image, transcript(figure.question, steps.slice(0, 1)) + correctness), seed: 1, signal };
  const [here, there] = [await embedded.probabilityOfYes(judged), await endpoint.probabilityOfYes(judged)];
  expect(there.source).toBe("logprobs");
  expect(there.yes).toBeCloseTo(here.yes, 3);
  expect(there.no).toBeCloseTo(here.no, 3);
  const asked = { messages: figureMessages(figure.image, transcript(figure.question, []) + direct), samples: 1, temperature: 0, topP: 1, maxTokens: 64, stop: [], seed: 1, signal };
  expect((await endpoint.generate(asked)).choices).toEqual([{ text: references[index]?.direct, finish: "stop" }]);
});

test("several samples come in one request, and nothing had to be learned", async () => {
  const figure = figures[0]!;
  const memory = newMemory();
  const model = connect(memory);
  const reply = await model.generate({ messages: figureMessages(figure.image, `${transcript(figure.question, [])}\nSub-question 1:`), samples: 4, temperature: 0.7, topP: 0.95, maxTokens: 96, stop: ["\nSub-question"], seed: 3, signal });
  expect(reply.choices).toHaveLength(4);
  expect(reply.usage).toMatchObject({ requests: 1, samples: 4 });
  expect(reply.usage.promptTokens).toBeGreaterThan(0);
  await model.probabilityOfYes({ messages: figureMessages(figure.image, transcript(figure.question, references[0]!.steps.slice(0, 1)) + correctness), seed: 1, signal });
  // Disposing would add the limit on requests that the tests before have found.
  expect(memory).toEqual({ ...newMemory(), rewardsRead: true });
  await model.dispose();
});

test("a probe finds its true capabilities; its model sees, but cannot read what it was never trained on", async () => {
  const profile = await probeEndpoint({ baseUrl: server.url, model: embedded.info.name, timeouts: { firstByteSeconds: 60, totalSeconds: 60 }, logger: silentLogger, clock: Date, random: Math.random, signal });
  expect(profile.failure).toBeNull();
  expect(profile.findings).toMatchObject({ modelFound: "listed", tokensGrow: true, canaryRead: null, choicesOfTwo: 2, logprobs: 20, yesToken: expect.stringMatching(/yes/i) as string, thought: "none", tokenLimit: "max_tokens" });
  expect(profile.memory).toMatchObject({ vision: "unsure", refused: [], topLogprobs: 20, thinks: false, thinkingOff: null });
});

test("and it solves, with the warning", async () => {
  const figure = figures.find(({ file }) => file === "003-triangle.png")!;
  const model = await openProfiledEndpoint({ baseUrl: server.url, model: embedded.info.name, timeouts: { firstByteSeconds: 60, totalSeconds: 60 }, logger: silentLogger, clock: Date, random: Math.random }, { read: () => Promise.resolve(undefined), write: () => Promise.resolve() }, signal);
  let snapshot: TraceSnapshot | undefined;
  const problem = { question: figure.question, choices: [], image: figure.image };
  for await (const event of solve({ id: "served", problem, method: "vrest", settings: settingsOf("quick"), model, clock: systemClock, signal })) snapshot = reduceTrace(snapshot, event);
  await model.dispose();
  expect(snapshot?.best?.answer).toBe(figure.answer);
  expect(snapshot?.best?.confidence.source).toBe("logprobs");
  expect(snapshot?.warnings.map(({ code }) => code)).toEqual(["visionUnsure"]);
});
