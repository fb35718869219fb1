import { describe, expect, test } from "vitest";
import { createServer } from "node:net";
import { hostname } from "node:os";
import { createNodeFetch, retryAfter } from "../../../src/adapters/openai";
import type { Exchange } from "../../fixtures/scripted-server";
import { closeLater, completion, failureOf, generation, setUp } from "./harness";

const error = (message: string, rest: Readonly<Record<string, unknown>> = {}): unknown => ({ error: { message, ...rest } });

describe("failures that end at once", () => {
  test.each<[string, (exchange: Exchange) => void, string, Record<string, string | number>]>([
    ["wrong key", ({ json }) => json(401, error("Incorrect API key provided", { code: "invalid_api_key" })), "endpoint.unauthorized", { status: 401, message: "Incorrect API key provided" }],
    ["forbidden", ({ json }) => json(403, error("No access")), "endpoint.unauthorized", { status: 403, message: "No access" }],
    ["unknown model", ({ json }) => json(404, error("The model `viewer-7b` does not exist.")), "endpoint.modelNotFound", { status: 404, message: "The model `viewer-7b` does not exist." }],
    ["wrong path", ({ json }) => json(404, { detail: "Not Found" }), "endpoint.badResponse", { status: 404, message: "Not Found" }],
    ["text-only model with status 500", ({ json }) => json(500, error("image input is not supported - hint: mmproj")), "endpoint.noVision", { status: 500, message: "image input is not supported - hint: mmproj" }],
    ["no credit", ({ json }) => json(429, error("You exceeded your quota", { code: "insufficient_quota" })), "endpoint.quota", { status: 429, message: "You exceeded your quota" }],
    ["too long", ({ json }) => json(400, error("maximum context length is 4096 tokens")), "endpoint.contextOverflow", { status: 400, message: "maximum context length is 4096 tokens" }],
    ["an error inside a success", ({ json }) => json(200, error("No such thing", { code: 400 })), "endpoint.rejected", { status: 400, message: "No such thing" }],
    ["an error inside a choice", ({ json }) => json(200, { choices: [{ error: { code: 403, message: "moderated" }, finish_reason: "error" }] }), "endpoint.unauthorized", { status: 403, message: "moderated" }],
    ["a web page", ({ text }) => text(200, "<!doctype html><html><head><title>Sign in</title></head></html>", { "content-type": "text/html" }), "endpoint.badResponse", { message: "It answered with a web page: Sign in" }],
    ["truncated JSON", ({ text }) => text(200, '{"choices": [{"message": {"conte'), "endpoint.badResponse", { message: "The reply was cut off in the middle." }],
    ["nothing", ({ text }) => text(200, ""), "endpoint.badResponse", { message: "The reply is empty." }],
    ["no content", ({ response }) => void response.writeHead(204).end(), "endpoint.badResponse", { message: "The reply is empty." }],
    ["another protocol", ({ json }) => json(200, { response: "5", done: true }), "endpoint.badResponse", { message: 'The reply has no choices: {"response":"5","done":true}' }],
    ["null choices", ({ json }) => json(200, { choices: null }), "endpoint.badResponse", { message: "The reply has no choices." }],
    ["an empty stream", ({ stream, response }) => (stream([": hello\n\n", "data: [DONE]\n\n"]), void response.end()), "endpoint.badResponse", { message: "The reply has no choices." }],
    ["a stream that breaks off", ({ stream, response }) => (stream([': hello\n\ndata: {"choices":[{"index":0,"delta":{"content":" What is"}}]}\n\n']), void response.end()), "endpoint.badResponse", { message: "The reply was cut off in the middle." }],
    ["a damaged archive", ({ text }) => text(200, "{}", { "content-encoding": "gzip" }), "endpoint.badResponse", { message: "Its compressed reply is damaged." }],
    ["an error event in a stream", ({ stream, response }) => (stream([`data: ${JSON.stringify(error("Not today", { code: 400 }))}\n\n`]), void response.end()), "endpoint.rejected", { status: 400, message: "Not today" }],
    ["a redirect", ({ text }) => text(308, "", { location: "https://elsewhere.example/v1" }), "endpoint.badResponse", { status: 308, message: "it redirects to https://elsewhere.example/v1" }],
  ])("%s", async (_, handle, code, details) => {
    const { server, model, pauses } = await setUp(handle);
    expect(await failureOf(model.generate(generation()))).toEqual({ code, details: { place: server.origin, model: "viewer-7b", ...details } });
    expect(pauses).toEqual([]);
  });

  test("nobody listens", async () => {
    const { model, pauses } = await setUp(() => undefined, { baseUrl: "http://127.0.0.1:9" });
    expect(await failureOf(model.generate(generation()))).toEqual({ code: "endpoint.unreachable", details: { place: "http://127.0.0.1:9", model: "viewer-7b", machine: hostname(), message: "Nothing listens at that address (ECONNREFUSED)." } });
    expect(pauses).toEqual([]);
  });

  test("no such host", async () => {
    const unknown = createNodeFetch({ lookup: (name, _options, callback) => callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND", syscall: "getaddrinfo" }), "") });
    const { model } = await setUp(() => undefined, { baseUrl: "http://nowhere.invalid:81", retries: 0, fetch: unknown.fetch });
    expect(await failureOf(model.generate(generation()))).toMatchObject({ code: "endpoint.unreachable", details: { place: "http://nowhere.invalid:81", machine: hostname() } });
  });

  test("something else than HTTP listens", async () => {
    const other = createServer((socket) => void socket.resume().end("SSH-2.0-OpenSSH_9.2\r\n"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    closeLater(() => new Promise((resolve) => void other.close(() => resolve())));
    const address = other.address();
    const { model } = await setUp(() => undefined, { baseUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, retries: 0 });
    expect((await failureOf(model.generate(generation()))).code).toBe("endpoint.unreachable");
  });
});

describe("failures in passing", () => {
  test.each<[string, (exchange: Exchange) => void]>([
    ...[408, 409, 429, 500, 502, 503, 504].map((status): [string, (exchange: Exchange) => void] => [`status ${status}`, ({ json }) => json(status, error("not now"))]),
    ["a reset connection", ({ reset }) => reset()],
    ["a connection cut in the middle of the reply", ({ response }) => (response.writeHead(200, { "content-length": "5000" }), response.write('{"choices": ['), void response.socket?.resetAndDestroy())],
    ["a busy provider inside a success", ({ json }) => json(200, error("busy", { code: 503 }))],
  ])("%s: asked again after growing pauses", async (_, handle) => {
    const { server, model, pauses } = await setUp((exchange) => (exchange.index < 2 ? handle(exchange) : exchange.json(200, completion(["a"]))));
    const { usage } = await model.generate(generation());
    expect(pauses).toEqual([500, 1000]);
    expect(usage).toMatchObject({ requests: 3, samples: 1 });
    expect(server.requests[2]?.text).toBe(server.requests[0]?.text);
  });

  test.each<[string, Record<string, string>, number]>([
    ["seconds", { "retry-after": "3" }, 3000],
    ["a date", { "retry-after": "Thu, 01 Jan 2026 00:00:20 GMT" }, 20_000],
    ["milliseconds", { "retry-after-ms": "1500", "retry-after": "9" }, 1500],
    ["nonsense", { "retry-after": "soon" }, 500],
  ])("the server's wish in %s is honoured", async (_, headers, pause) => {
    const { model, pauses } = await setUp(({ json, index }) => (index === 0 ? json(429, error("slow down"), headers) : json(200, completion(["a"]))));
    await model.generate(generation());
    expect(pauses).toEqual([pause]);
  });

  test("a wish for more patience than anybody has is reported at once", async () => {
    const { model, pauses } = await setUp(({ json }) => json(429, error("come back tomorrow"), { "retry-after": "86400" }));
    expect(await failureOf(model.generate(generation()))).toMatchObject({ code: "endpoint.rateLimited", details: { retryAfterSeconds: 86_400 } });
    expect(pauses).toEqual([]);
  });

  test("a wish that was honoured through every retry is not told", async () => {
    const { model } = await setUp(({ json }) => json(429, error("slow down"), { "retry-after": "3" }), { retries: 2 });
    const { code, details } = await failureOf(model.generate(generation()));
    expect(code).toBe("endpoint.rateLimited");
    expect(details).not.toHaveProperty("retryAfterSeconds");
  });

  test.each<[string, (exchange: Exchange) => void, string, string]>([
    ["rate limit", ({ json }) => json(429, error("slow down")), "endpoint.rateLimited", "slow down"],
    ["server error", ({ text }) => text(502, "<html><title>502 Bad Gateway</title></html>"), "endpoint.serverError", "a web page: 502 Bad Gateway"],
    ["no body", ({ text }) => text(500, ""), "endpoint.serverError", "status 500 without a message"],
    ["reset", ({ reset }) => reset(), "endpoint.unreachable", "The connection was cut (ECONNRESET)."],
  ])("%s: reported when the retries are used up", async (_, handle, code, message) => {
    const { server, model, pauses } = await setUp(handle, { retries: 3 });
    expect(await failureOf(model.generate(generation()))).toMatchObject({ code, details: { place: server.origin, message } });
    expect(pauses).toEqual([500, 1000, 2000]);
    expect(server.requests).toHaveLength(4);
  });

  test("jitter takes up to a quarter off, and pauses stop growing", async () => {
    const { model, pauses } = await setUp(({ json }) => json(500, error("x")), { retries: 6, random: () => 0.5 });
    await failureOf(model.generate(generation()));
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 8000].map((pause) => pause * 0.875));
  });

  test("a wish in the past means now", () => {
    expect(retryAfter(new Headers({ "retry-after": "Thu, 01 Jan 2026 00:00:00 GMT" }), Date.parse("2026-01-02"))).toBe(0);
    expect(retryAfter(new Headers({ "retry-after": "-5" }), Date.parse("2026-01-02"))).not.toBeGreaterThan(0);
    expect(retryAfter(undefined, 0)).toBeUndefined();
  });
});
