import { afterEach, expect, test, vi } from "vitest";
import fc from "../../fixtures/properties";
import { createEndpointEmbedder } from "../../../src/adapters/embedders";
import { silentLogger, type Embedder } from "../../../src/core/ports";
import { startScriptedServer, type Exchange, type ScriptedServer } from "../../fixtures/scripted-server";

const { signal } = new AbortController();
const servers: ScriptedServer[] = [];
const open: Embedder[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((embedder) => embedder.dispose()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(handle: (exchange: Exchange) => void | Promise<void>): Promise<ScriptedServer> {
  const server = await startScriptedServer(handle);
  servers.push(server);
  return server;
}

interface Made {
  readonly embedder: Embedder;
  /** Milliseconds of each pause before a request was repeated. */
  readonly pauses: number[];
}

async function make(server: ScriptedServer, options: Partial<Parameters<typeof createEndpointEmbedder>[0]> = {}, stop = signal): Promise<Made> {
  const pauses: number[] = [];
  const sleep = (milliseconds: number): Promise<void> => (pauses.push(milliseconds), Promise.resolve());
  const embedder = await createEndpointEmbedder({ baseUrl: server.origin, model: "embed-1", logger: silentLogger, random: () => 0, now: () => 0, sleep, ...options }, stop);
  open.push(embedder);
  return { embedder, pauses };
}

const inputsOf = ({ request }: Exchange): string[] => request.body["input"] as string[];
/** A vector that tells texts apart: (length, first code, 1), not of length 1. */
const raw = (text: string): number[] => [text.length, text.charCodeAt(0), 1];
const unitOf = (text: string): number[] => raw(text).map((value) => value / Math.hypot(...raw(text)));
const rows = (texts: readonly string[]) => texts.map((text, index) => ({ object: "embedding", index, embedding: raw(text) }));
const floats = (exchange: Exchange): void => exchange.json(200, { object: "list", model: "embed-1", data: rows(inputsOf(exchange)) });
const base64 = (values: readonly number[]): string => Buffer.from(Float32Array.from(values).buffer).toString("base64");
const close = (actual: readonly Float32Array[], texts: readonly string[]): void => {
  expect(actual).toHaveLength(texts.length);
  for (const [index, text] of texts.entries()) for (const [at, value] of unitOf(text).entries()) expect(actual[index]![at]).toBeCloseTo(value, 5);
};

test("the dimension comes from the first answer; what is sent is in the protocol, with the key in its header alone", async () => {
  const server = await serve(floats);
  const { embedder } = await make(server, { apiKey: "secret-key", prefix: "query: " });
  expect(embedder.space).toEqual({ id: `endpoint embed-1 "query: "`, place: `${server.origin}/v1`, dimensions: { text: 3, image: null, joint: null } });
  expect(server.requests).toHaveLength(1);
  close(await embedder.embedTexts(["area?", "height?"], signal), ["query: area?", "query: height?"]);
  const { method, url, headers, body, text } = server.requests[1]!;
  expect([method, url, headers.authorization]).toEqual(["POST", "/v1/embeddings", "Bearer secret-key"]);
  expect(body).toEqual({ model: "embed-1", input: ["query: area?", "query: height?"], encoding_format: "base64" });
  expect(text + embedder.description + embedder.space.id).not.toContain("secret");
  await expect(embedder.embedImages([], signal)).rejects.toMatchObject({ code: "input.invalid" });
  await expect(embedder.embedJoint(["x"], signal)).rejects.toMatchObject({ code: "input.invalid" });
  expect(await embedder.embedTexts([], signal)).toEqual([]);
  expect(server.requests).toHaveLength(2);
});

test("base64, floats, any order and no numbering give the same vectors", async () => {
  const shapes = [
    (texts: string[]) => rows(texts).map(({ index, embedding }) => ({ index, embedding: base64(embedding) })),
    (texts: string[]) => rows(texts).reverse(),
    (texts: string[]) => rows(texts).map(({ embedding }) => ({ embedding })),
    (texts: string[]) => rows(texts).map(({ index, embedding }) => ({ index, embedding: [embedding] })),
  ];
  for (const shape of shapes) {
    const { embedder } = await make(await serve((exchange) => exchange.json(200, { data: shape(inputsOf(exchange)) })));
    close(await embedder.embedTexts(["a", "bcd", "ef"], signal), ["a", "bcd", "ef"]);
  }
});

test("order is kept over batches of any size and count at once (property)", async () => {
  const server = await serve(async (exchange) => {
    // Later requests overtake earlier ones.
    if (exchange.index % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
    floats(exchange);
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== ""), { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 4 }), async (texts, batchSize, inFlight) => {
      const { embedder } = await make(server, { batchSize, inFlight });
      const before = server.requests.length;
      close(await embedder.embedTexts(texts, signal), texts);
      expect(server.requests.length - before).toBe(Math.ceil(texts.length / batchSize));
    }),
    { numRuns: 15, seed: 3 },
  );
});

test("a blank text is sent as something that servers accept", async () => {
  const server = await serve((exchange) => (inputsOf(exchange).some((text) => text.trim() === "") ? exchange.json(400, { error: { message: "input cannot be an empty string" } }) : floats(exchange)));
  close(await (await make(server)).embedder.embedTexts(["", "  ", "x"], signal), ["-", "-", "x"]);
});

test.each([
  ["a list that is too short", (texts: string[]) => ({ data: rows(texts).slice(1) }), "It gave 1 embeddings for 2 texts."],
  ["numbering that repeats", (texts: string[]) => ({ data: rows(texts).map((row) => ({ ...row, index: 0 })) }), "numbered wrongly"],
  ["numbering beyond the list", (texts: string[]) => ({ data: rows(texts).map((row) => ({ ...row, index: row.index + 5 })) }), "numbered wrongly"],
  ["null for NaN", (texts: string[]) => ({ data: rows(texts).map((row) => ({ ...row, embedding: [1, null, 1] })) }), "no numbers"],
  ["NaN in base64", (texts: string[]) => ({ data: rows(texts).map((row) => ({ ...row, embedding: base64([1, NaN, 1]) })) }), "no numbers"],
  ["zeros", (texts: string[]) => ({ data: rows(texts).map((row) => ({ ...row, embedding: [0, 0, 0] })) }), "zeros"],
  ["nothing in a vector", (texts: string[]) => ({ data: rows(texts).map((row) => ({ ...row, embedding: [] })) }), "without numbers"],
  ["another length than before", (texts: string[]) => ({ data: rows(texts).map((row) => ({ ...row, embedding: [1, 2] })) }), "2 numbers after ones of 3"],
  ["lengths that differ", (texts: string[]) => ({ data: rows(texts).map((row) => ({ ...row, embedding: new Array(3 + row.index).fill(1) })) }), "differ in length"],
  ["a vector for each token", (texts: string[]) => ({ data: rows(texts).map((row) => ({ ...row, embedding: [[1, 2, 3], [4, 5, 6]] })) }), "--pooling mean"],
  ["no list", () => ({ object: "list" }), "without a list"],
])("%s is a reply that cannot be used, asked for again twice", async (_, bodyOf, message) => {
  const server = await serve((exchange) => (exchange.index === 0 ? floats(exchange) : exchange.json(200, bodyOf(inputsOf(exchange)))));
  const { embedder } = await make(server);
  await expect(embedder.embedTexts(["a", "b"], signal)).rejects.toMatchObject({ code: "endpoint.badResponse", details: { place: server.origin, model: "embed-1", message: expect.stringContaining(message) as string } });
  expect(server.requests).toHaveLength(4);
});

test.each([
  ["Ollama without the model", 404, { error: { message: 'model "embed-1" not found, try pulling it first', type: "api_error" } }, "endpoint.modelNotFound"],
  ["llama.cpp without --embeddings", 501, { error: { code: 501, message: "This server does not support embeddings. Start it with `--embeddings`", type: "not_supported_error" } }, "embedder.notAvailable"],
  ["vLLM with a chat model", 400, { object: "error", message: "The model does not support Embeddings API", type: "BadRequestError", code: 400 }, "embedder.notAvailable"],
  ["a server without the route", 404, { detail: "Not Found" }, "embedder.notAvailable"],
  ["a route for another method", 405, { detail: "Method Not Allowed" }, "embedder.notAvailable"],
  ["a wrong key", 401, { error: { message: "Incorrect API key provided: sk-wrong", code: "invalid_api_key" } }, "endpoint.unauthorized"],
  ["a used-up quota", 429, { error: { message: "You exceeded your current quota", code: "insufficient_quota" } }, "endpoint.quota"],
  ["a redirect", 307, {}, "endpoint.badResponse"],
])("%s is told by its name at the start", async (_, status, body, code) => {
  const server = await serve(({ json }) => json(status, body));
  const failure = make(server, { apiKey: "sk-wrong" });
  await expect(failure).rejects.toMatchObject({ code });
  await failure.catch((error: unknown) => expect(JSON.stringify(error)).not.toContain("sk-wrong"));
  expect(server.requests).toHaveLength(1);
});

test("a web page and an error with status 200 are no embeddings", async () => {
  const page = await serve(({ text }) => text(200, "<!doctype html><html><head><title>Sign in</title></head></html>", { "content-type": "text/html" }));
  await expect(make(page)).rejects.toMatchObject({ code: "endpoint.badResponse", details: { message: expect.stringContaining("Sign in") as string } });
  const inside = await serve(({ json }) => json(200, { error: { message: "No such model: embed-1", code: 404 } }));
  await expect(make(inside)).rejects.toMatchObject({ code: "endpoint.modelNotFound" });
});

test("nobody there, and an address or name that is none", async () => {
  const server = await serve(floats);
  await expect(make(server, { baseUrl: "http://127.0.0.1:9" })).rejects.toMatchObject({ code: "endpoint.unreachable", details: { place: "http://127.0.0.1:9" } });
  await expect(make(server, { baseUrl: "ftp://x" })).rejects.toMatchObject({ code: "input.invalid" });
  await expect(make(server, { model: " " })).rejects.toMatchObject({ code: "input.invalid" });
  await expect(make(server, { apiKey: "two words" })).rejects.toMatchObject({ code: "input.invalid" });
});

test("what fails in passing is repeated after the pause that is asked for, else after a growing one", async () => {
  const server = await serve((exchange) => {
    if (exchange.index === 1) exchange.json(429, { error: { message: "slow down" } }, { "retry-after": "7" });
    else if (exchange.index === 2) exchange.json(503, { error: "loading model" });
    // The first reset hits a kept-alive connection, which is tried again at once.
    else if (exchange.index === 3 || exchange.index === 4) exchange.reset();
    else floats(exchange);
  });
  const { embedder, pauses } = await make(server);
  close(await embedder.embedTexts(["abc"], signal), ["abc"]);
  expect(pauses).toEqual([7000, 1000, 2000]);
});

test("retries end, and a wish for too much patience is told", async () => {
  const failing = await serve(({ json }) => json(500, { error: "out of memory" }));
  await expect(make(failing, { retries: 2 })).rejects.toMatchObject({ code: "endpoint.serverError", details: { status: 500, message: "out of memory" } });
  expect(failing.requests).toHaveLength(3);
  const patient = await serve(({ json }) => json(429, { error: "later" }, { "retry-after": "3600" }));
  await expect(make(patient)).rejects.toMatchObject({ code: "endpoint.rateLimited", details: { retryAfterSeconds: 3600 } });
  expect(patient.requests).toHaveLength(1);
});

test("a server that refuses base64 is asked for numbers from then on, by all requests on their way", async () => {
  const server = await serve((exchange) => ("encoding_format" in exchange.request.body ? exchange.json(422, { detail: [{ loc: ["body", "encoding_format"], msg: "Extra inputs are not permitted" }] }) : floats(exchange)));
  const { embedder } = await make(server, { batchSize: 1, inFlight: 4 });
  close(await embedder.embedTexts(["a", "b", "c", "d"], signal), ["a", "b", "c", "d"]);
  expect(server.bodies.filter((body) => "encoding_format" in body)).toHaveLength(1);
});

test.each([
  ["a limit on the batch", 413, { error: "batch size 8 > maximum allowed batch size 3", error_type: "Validation" }],
  ["a limit on tokens", 400, { error: { message: "This model's maximum context length is 8192 tokens", code: "context_length_exceeded" } }],
  ["llama.cpp's physical batch", 500, { error: { code: 500, message: "input is too large to process. increase the physical batch size", type: "server_error" } }],
])("%s halves the batch", async (_, status, body) => {
  const server = await serve((exchange) => (inputsOf(exchange).length > 3 ? exchange.json(status, body) : floats(exchange)));
  const texts = [..."abcdefgh"];
  const { embedder, pauses } = await make(server);
  close(await embedder.embedTexts(texts, signal), texts);
  expect(server.requests.map((request) => (request.body["input"] as string[]).length)).toEqual([1, 8, 4, 2, 2, 4, 2, 2]);
  expect(pauses).toEqual([]);
});

test("one text that is too long is told as such", async () => {
  const server = await serve((exchange) => (inputsOf(exchange)[0]!.length > 50 ? exchange.json(400, { error: { message: "This model's maximum context length is 8 tokens", code: "context_length_exceeded" } }) : floats(exchange)));
  const { embedder } = await make(server);
  await expect(embedder.embedTexts(["x".repeat(60)], signal)).rejects.toMatchObject({ code: "endpoint.contextOverflow" });
});

test("a silent server is left after the time limit", async () => {
  const server = await serve(() => undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const failure = expect(make(server, { timeoutSeconds: 5, retries: 0 })).rejects.toMatchObject({ code: "endpoint.timeout", details: { seconds: 5 } });
    await server.arrived(1);
    vi.advanceTimersByTime(5_000);
    await failure;
  } finally {
    vi.useRealTimers();
  }
  expect(await server.requests[0]!.closed).toBe(true);
});

test.each([
  ["without an answer", () => undefined],
  ["in the middle of an answer", (exchange: Exchange) => exchange.stream(['{"data": ['], { "content-type": "application/json" })],
])("an abort reaches the server's socket %s, and nothing more is sent", async (_, handle) => {
  const server = await serve((exchange) => (exchange.index === 0 ? floats(exchange) : handle(exchange)));
  const { embedder } = await make(server, { batchSize: 1 });
  const controller = new AbortController();
  const running = embedder.embedTexts(["a", "b", "c", "d"], controller.signal);
  const outcome = expect(running).rejects.toMatchObject({ code: "cancelled" });
  await server.arrived(3);
  controller.abort();
  await outcome;
  expect(await Promise.all(server.requests.slice(1).map(({ closed }) => closed))).toEqual([true, true]);
  await expect(embedder.embedTexts(["a"], AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
  expect(server.requests).toHaveLength(3);
});

test("an abort ends a pause, and dispose everything that waits", async () => {
  const server = await serve((exchange) => (exchange.index === 0 ? floats(exchange) : exchange.json(503, { error: "loading" }, { "retry-after": "100" })));
  const controller = new AbortController();
  let slept: (() => void) | undefined;
  const sleeping = new Promise<void>((resolve) => (slept = resolve));
  const { embedder } = await make(server, { sleep: (_milliseconds, stop) => new Promise((_, reject) => (slept?.(), stop.addEventListener("abort", () => reject(stop.reason as Error), { once: true }))) });
  const running = embedder.embedTexts(["a"], controller.signal);
  await sleeping;
  controller.abort();
  await expect(running).rejects.toMatchObject({ code: "cancelled" });
  const waiting = expect(embedder.embedTexts(["a"], signal)).rejects.toMatchObject({ code: "cancelled" });
  await server.arrived(3);
  await embedder.dispose();
  await embedder.dispose();
  await waiting;
  await expect(embedder.embedTexts(["a"], signal)).rejects.toMatchObject({ code: "cancelled" });
});

test("the first failure stops the requests beside it", async () => {
  const server: ScriptedServer = await serve(async (exchange) => {
    if (exchange.index === 0) return floats(exchange);
    await server.arrived(3);
    if (inputsOf(exchange)[0] === "bad") exchange.json(400, { error: { message: "no" } });
  });
  const { embedder } = await make(server, { batchSize: 1 });
  await expect(embedder.embedTexts(["good", "bad", "next"], signal)).rejects.toMatchObject({ code: "endpoint.rejected" });
  const beside = server.requests.find((request) => (request.body["input"] as string[])[0] === "good")!;
  expect(await beside.closed).toBe(true);
  expect(server.requests).toHaveLength(3);
});
