import { request as httpRequest } from "node:http";
import OpenAI, { APIError } from "openai";
import type { ChatCompletionCreateParamsNonStreaming, ChatCompletionMessageParam } from "openai/resources/chat/completions";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmbeddedModel, type EmbeddedModel } from "../../../src/adapters/embedded";
import { startServer } from "../../../src/adapters/server";
import { FigtreeError, silentLogger } from "../../../src/core/ports";
import { buildProcess } from "../../fixtures/build-process";
import { bundledFigures, correctness, direct, figureMessages, referenceRows, sampleModelFolder, transcript } from "../../fixtures/sample-model";

const figure = bundledFigures()[3]!;
const reference = referenceRows()[3]!;
const dataUrl = `data:image/png;base64,${Buffer.from(figure.image.bytes).toString("base64")}`;

let model: EmbeddedModel;
let server: Awaited<ReturnType<typeof startServer>>;
let client: OpenAI;

beforeAll(async () => {
  model = createEmbeddedModel({ folder: sampleModelFolder, processFile: await buildProcess(), logger: silentLogger, sample: true });
  server = await startServer({ model, host: "127.0.0.1", port: 0, logger: silentLogger, bodyLimitBytes: 200_000 });
  client = new OpenAI({ baseURL: server.url, apiKey: "any", maxRetries: 0 });
});
afterAll(async () => {
  await server.close();
  await model.dispose();
});

const turn = (text: string, url = dataUrl): ChatCompletionMessageParam[] => [{ role: "user", content: [{ type: "image_url", image_url: { url } }, { type: "text", text }] }];
const ask = (extra: Partial<ChatCompletionCreateParamsNonStreaming> = {}) => client.chat.completions.create({ model: "sample-model", messages: turn(transcript(figure.question, []) + direct), temperature: 0, max_tokens: 64, ...extra });
const firstStep = { messages: turn(`${transcript(figure.question, [])}\nSub-question 1:`), stop: ["\nSub-question"], temperature: 1, seed: 4 };

/** What the refusal says. */
async function refusal(call: Promise<unknown>): Promise<{ status: unknown; code: unknown; param: unknown; message: string }> {
  const error = await call.then(() => expect.fail("it was not refused"), (thrown: unknown) => thrown);
  if (!(error instanceof APIError)) throw error;
  return { status: error.status, code: error.code, param: error.param, message: error.message };
}

test("lists its model and answers health checks", async () => {
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(["sample-model"]);
  expect((await client.models.retrieve("sample-model")).id).toBe("sample-model");
  expect(await (await fetch(server.url.replace("/v1", "/health"))).json()).toEqual({ status: "ok" });
});

test("reads a figure from a data URL and answers as the model does", async () => {
  const { choices, usage, model: name } = await ask();
  expect(choices[0]).toMatchObject({ message: { role: "assistant", content: reference.direct }, finish_reason: "stop", logprobs: null });
  expect(usage!.total_tokens).toBe(usage!.prompt_tokens + usage!.completion_tokens);
  expect(usage!.prompt_tokens).toBeGreaterThan(49);
  expect(name).toBe("sample-model");
});

test("another picture format is converted: the answer stays", async () => {
  const webp = await sharp(figure.image.bytes).webp({ lossless: true }).toBuffer();
  const { choices } = await ask({ messages: turn(transcript(figure.question, []) + direct, `data:image/webp;base64,${webp.toString("base64")}`) });
  expect(choices[0]!.message.content).toBe(reference.direct);
});

test("n, seed and stop mean what they mean to the model", async () => {
  const { choices, usage } = await ask({ ...firstStep, n: 4 });
  const direct4 = await model.generate({ messages: figureMessages(figure.image, `${transcript(figure.question, [])}\nSub-question 1:`), samples: 4, temperature: 1, topP: 1, maxTokens: 64, stop: ["\nSub-question"], seed: 4, signal: new AbortController().signal });
  expect(choices.map((choice) => choice.message.content)).toEqual(direct4.choices.map((choice) => choice.text));
  expect(choices.map((choice) => choice.index)).toEqual([0, 1, 2, 3]);
  expect(usage!.completion_tokens).toBe(direct4.usage.completionTokens);
  const [cut] = (await ask({ ...firstStep, stop: " " })).choices;
  expect(cut!.message.content).not.toContain(" ");
  expect((await ask({ max_tokens: 2 })).choices[0]!.finish_reason).toBe("length");
});

test("the first token's log-probabilities give P(Yes)", async () => {
  const { subQuestion, answer, correctness: expected } = reference.steps[0]!;
  const { choices } = await ask({ messages: turn(transcript(figure.question, [{ subQuestion, answer }]) + correctness), max_tokens: 1, logprobs: true, top_logprobs: 20 });
  const { content } = choices[0]!.logprobs!;
  expect(content).toHaveLength(1);
  const { token, logprob, bytes, top_logprobs: top } = content![0]!;
  expect(top).toHaveLength(20);
  expect(top[0]).toEqual({ token, logprob, bytes });
  expect(top.map((one) => one.logprob)).toEqual(top.map((one) => one.logprob).sort((a, b) => b - a));
  const yes = top.filter((one) => one.token.trim().toLowerCase() === "yes").reduce((sum, one) => sum + Math.exp(one.logprob), 0);
  expect(yes).toBeCloseTo(expected, 3);
});

test("log-probabilities of a whole reply spell its text", async () => {
  const { choices } = await ask({ ...firstStep, n: 2, logprobs: true });
  for (const { message, logprobs } of choices) {
    const { content } = logprobs!;
    expect(content!.length).toBeGreaterThan(3);
    expect(content!.every(({ logprob, top_logprobs: top }) => logprob <= 0 && top.length === 0)).toBe(true);
    expect(content!.map(({ token }) => token).join("").replace(/\s/g, "")).toBe(message.content!.replace(/\s/g, ""));
  }
});

test("a stream carries the same text, log-probabilities, endings and usage", async () => {
  const whole = await ask({ ...firstStep, n: 3, logprobs: true, top_logprobs: 2 });
  const stream = await client.chat.completions.create({ model: "sample-model", max_tokens: 64, ...firstStep, n: 3, logprobs: true, top_logprobs: 2, stream: true, stream_options: { include_usage: true } });
  const texts = ["", "", ""];
  const tokens: unknown[][] = [[], [], []];
  const roles: string[] = [];
  const ends: string[] = [];
  let usage: unknown;
  for await (const chunk of stream) {
    usage = chunk.usage ?? usage;
    for (const { index, delta, logprobs, finish_reason: end } of chunk.choices) {
      if (delta.role !== undefined) roles[index] = delta.role;
      texts[index] += delta.content ?? "";
      tokens[index]!.push(...(logprobs?.content ?? []));
      if (end !== null) ends[index] = end;
    }
  }
  expect(roles).toEqual(["assistant", "assistant", "assistant"]);
  expect(texts).toEqual(whole.choices.map((choice) => choice.message.content));
  expect(tokens).toEqual(whole.choices.map((choice) => choice.logprobs!.content));
  expect(ends).toEqual(whole.choices.map((choice) => choice.finish_reason));
  expect(usage).toEqual(whole.usage);
});

test("wrong requests are refused with the field's name", async () => {
  expect(await refusal(ask({ model: "other" }))).toMatchObject({ status: 404, code: "model_not_found", param: "model" });
  expect(await refusal(ask({ top_logprobs: 21, logprobs: true }))).toMatchObject({ status: 400, param: "top_logprobs" });
  expect(await refusal(ask({ top_logprobs: 3 }))).toMatchObject({ status: 400, param: "top_logprobs" });
  expect(await refusal(ask({ n: 0 }))).toMatchObject({ status: 400, param: "n" });
  expect(await refusal(ask({ temperature: -1 }))).toMatchObject({ status: 400, param: "temperature" });
  expect(await refusal(ask({ frequency_penalty: 1 }))).toMatchObject({ status: 400, param: "frequency_penalty" });
  expect(await refusal(ask({ messages: [] }))).toMatchObject({ status: 400, param: "messages" });
  expect(await refusal(ask({ messages: [{ role: "user", content: "word ".repeat(2000) }] }))).toMatchObject({ status: 400, code: "context_length_exceeded" });
  expect(await refusal(ask({ messages: [{ role: "user", content: "x".repeat(200_001) }] }))).toMatchObject({ status: 413 });
});

test("pictures come as data URLs alone", async () => {
  const param = "messages[0].content[0].image_url.url";
  const text = direct;
  expect(await refusal(ask({ messages: turn(text, "https://example.com/figure.png") }))).toMatchObject({ status: 400, code: "invalid_image_url", param });
  expect(await refusal(ask({ messages: turn(text, "file:///etc/passwd") }))).toMatchObject({ status: 400, code: "invalid_image_url", param });
  expect(await refusal(ask({ messages: turn(text, "data:image/png,plain") }))).toMatchObject({ status: 400, code: "invalid_image_url", param });
  expect(await refusal(ask({ messages: turn(text, "data:image/png;base64,AAAA") }))).toMatchObject({ status: 400, code: "invalid_image_format", param });
});

/** A request as no well-behaved client sends it. */
function raw(path: string, method: string, headers: Record<string, string>, body = ""): Promise<{ status: number; allow: string | undefined; type: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const outgoing = httpRequest({ hostname, port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode!, allow: response.headers.allow, type: (JSON.parse(text) as { error: { type: string } }).error.type }));
    });
    outgoing.on("error", reject).end(body);
  });
}

test("other methods, paths, hosts, origins and types are refused", async () => {
  const json = { "content-type": "application/json" };
  expect(await raw("/v1/chat/completions", "GET", {})).toMatchObject({ status: 405, allow: "POST", type: "invalid_request_error" });
  expect(await raw("/v1/models", "POST", json)).toMatchObject({ status: 405, allow: "GET" });
  expect(await raw("/v1/embeddings", "POST", json)).toMatchObject({ status: 404 });
  expect(await raw("/v1/chat/completions", "POST", json, "{")).toMatchObject({ status: 400 });
  expect(await raw("/v1/chat/completions", "POST", { "content-type": "text/plain" }, "{}")).toMatchObject({ status: 415 });
  expect(await raw("/v1/models", "GET", { host: "attacker.example" })).toMatchObject({ status: 403 });
  expect(await raw("/v1/models", "GET", { origin: "https://attacker.example" })).toMatchObject({ status: 403 });
});

test("a key, where one is set, must be sent", async () => {
  const keyed = await startServer({ model, host: "127.0.0.1", port: 0, logger: silentLogger, apiKey: "right" });
  try {
    expect(await refusal(new OpenAI({ baseURL: keyed.url, apiKey: "wrong", maxRetries: 0 }).models.list())).toMatchObject({ status: 401, code: "invalid_api_key" });
    expect((await new OpenAI({ baseURL: keyed.url, apiKey: "right" }).models.list()).data).toHaveLength(1);
  } finally {
    await keyed.close();
  }
});

test("a client that goes away ends the work", async () => {
  const seen: AbortSignal[] = [];
  // Work that ends by its signal alone, so that nothing depends on how fast the machine is.
  const endless = ({ signal }: Parameters<typeof model.complete>[0]) => {
    seen.push(signal);
    return new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new FigtreeError("cancelled"))));
  };
  const watched = { info: model.info, complete: endless };
  const other = await startServer({ model: watched, host: "127.0.0.1", port: 0, logger: silentLogger });
  try {
    const controller = new AbortController();
    const impatient = new OpenAI({ baseURL: other.url, apiKey: "any", maxRetries: 0 });
    const call = impatient.chat.completions.create({ model: "sample-model", messages: turn(direct) }, { signal: controller.signal });
    const outcome = expect(call).rejects.toThrow(/abort/i);
    await expect.poll(() => seen.length, { timeout: 60_000 }).toBe(1);
    controller.abort();
    await outcome;
    await expect.poll(() => seen[0]!.aborted, { timeout: 60_000 }).toBe(true);
  } finally {
    await other.close();
  }
});

test("only loopback hosts and free ports can be used", async () => {
  const options = { model, logger: silentLogger };
  await expect(startServer({ ...options, host: "0.0.0.0", port: 0 })).rejects.toMatchObject({ code: "input.invalid" });
  await expect(startServer({ ...options, host: "127.0.0.1", port: Number(new URL(server.url).port) })).rejects.toMatchObject({ code: "input.invalid", details: { field: "The port" } });
});

