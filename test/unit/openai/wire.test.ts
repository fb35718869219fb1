import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { gzipSync } from "node:zlib";
import { createNodeFetch } from "../../../src/adapters/openai";
import { startScriptedServer } from "../../fixtures/scripted-server";
import { closeLater, completion, failureOf, generation, oneToken, reward, setUp } from "./harness";

const answered = completion(["a"]);

describe("keys and headers", () => {
  test("a key travels as bearer and nothing about this machine does", async () => {
    const { server, model } = await setUp(({ json }) => json(200, answered), { apiKey: " sk-test-1234 \n" });
    await model.generate(generation());
    const { headers } = server.requests[0] ?? {};
    expect(headers?.authorization).toBe("Bearer sk-test-1234");
    expect(Object.keys(headers ?? {}).sort()).toEqual(["accept", "authorization", "connection", "content-length", "content-type", "host", "user-agent"]);
    expect(headers?.["user-agent"]).toBe("figtree");
  });

  test("no key, nothing from the environment", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-from-environment");
    vi.stubEnv("OPENAI_ADMIN_KEY", "sk-from-environment");
    vi.stubEnv("OPENAI_ORG_ID", "org-from-environment");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:9/from-environment");
    vi.stubEnv("OPENAI_CUSTOM_HEADERS", "authorization: Bearer from-environment\nx-extra: from-environment");
    try {
      const { server, model } = await setUp(({ json }) => json(200, answered));
      await model.generate(generation());
      expect(server.requests[0]?.headers.authorization).toBeUndefined();
      expect(JSON.stringify(server.requests[0]?.headers)).not.toContain("from-environment");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("an address with api-version keeps it and takes the key in its own header", async () => {
    const server = await startScriptedServer(({ json }) => json(200, answered));
    closeLater(server.close);
    const { model } = await setUp(() => undefined, { baseUrl: `${server.origin}/openai/deployments/eye/chat/completions?api-version=2024-10-21`, apiKey: "sk-test-1234" });
    await model.generate(generation());
    expect(server.requests[0]?.url).toBe("/openai/deployments/eye/chat/completions?api-version=2024-10-21");
    expect(server.requests[0]?.headers).toMatchObject({ "api-key": "sk-test-1234" });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test("a key that the server repeats is not in the failure, nor in the log", async () => {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const { model } = await setUp(({ json, index }) => (index === 0 ? json(400, { error: "seed refused for sk-test-1234" }) : json(index === 1 ? 500 : 401, { error: { message: "Bad key sk-test-1234" } })), { apiKey: "sk-test-1234", logger: { info: log, warn: log, error: log } });
    const error: unknown = await model.generate(generation()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "endpoint.unauthorized", details: { message: "Bad key [key]" } });
    const { inspect } = await import("node:util");
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("sk-test");
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/sk-test|base64/);
  });

  test("a key with a line break inside is refused before anything is sent", async () => {
    await expect(setUp(() => undefined, { apiKey: "sk-1\nsk-2" })).rejects.toMatchObject({ code: "input.invalid" });
  });
});

describe("time", () => {
  // The test says when it passes; connections take the time that they take.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  /** Node's own fetch, and the moment at which its caller has a reply's headers. */
  function watchedFetch(): { readonly fetch: typeof globalThis.fetch; readonly begun: Promise<void> } {
    const { fetch } = createNodeFetch();
    let begin = (): void => undefined;
    return {
      begun: new Promise((resolve) => (begin = resolve)),
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        setImmediate(begin);
        return response;
      },
    };
  }

  test("a server that never answers", async () => {
    const { server, model } = await setUp(() => undefined, { timeouts: { firstByteSeconds: 5, totalSeconds: 30 } });
    const failure = failureOf(model.generate(generation()));
    await server.arrived(1);
    vi.advanceTimersByTime(5_000);
    expect(await failure).toEqual({ code: "endpoint.timeout", details: { place: server.origin, model: "viewer-7b", seconds: 5 } });
    expect(await server.requests[0]?.closed).toBe(true);
    expect(server.requests).toHaveLength(1);
  });

  test("a server that begins and never ends", async () => {
    const { fetch, begun } = watchedFetch();
    const { server, model } = await setUp(({ stream }) => stream([": one moment\n\n"]), { fetch, timeouts: { firstByteSeconds: 30, totalSeconds: 20 } });
    const failure = failureOf(model.generate(generation()));
    await begun;
    vi.advanceTimersByTime(20_000);
    expect(await failure).toMatchObject({ code: "endpoint.timeout", details: { seconds: 20 } });
    expect(await server.requests[0]?.closed).toBe(true);
  });

  test("the first byte's limit does not cut a reply that has begun", async () => {
    const { fetch, begun } = watchedFetch();
    let end = (): void => undefined;
    const { model } = await setUp(
      ({ response }) => {
        response.writeHead(200, { "content-type": "application/json" }).write(" ");
        end = () => void response.end(JSON.stringify(answered));
      },
      { fetch, timeouts: { firstByteSeconds: 5, totalSeconds: 30 } },
    );
    const reply = model.generate(generation());
    await begun;
    vi.advanceTimersByTime(20_000);
    end();
    expect((await reply).choices).toHaveLength(1);
  });
});

describe("cancelling", () => {
  test("closes the connection", async () => {
    const { server, model } = await setUp(() => undefined);
    const stop = new AbortController();
    const outcome = failureOf(model.generate(generation({ signal: stop.signal })));
    await server.arrived(1);
    stop.abort();
    expect(await outcome).toEqual({ code: "cancelled", details: {} });
    expect(await server.requests[0]?.closed).toBe(true);
  });

  test("closes the connection in the middle of a reply", async () => {
    const { server, model } = await setUp(({ stream }) => stream(["data: {}\n\n"]));
    const stop = new AbortController();
    const outcome = failureOf(model.generate(generation({ signal: stop.signal })));
    await server.arrived(1);
    stop.abort();
    expect((await outcome).code).toBe("cancelled");
    expect(await server.requests[0]?.closed).toBe(true);
  });

  test("takes waiting requests out of the queue", async () => {
    const { server, model } = await setUp(({ json, index }) => (index === 0 ? undefined : json(200, answered)), { inFlight: 1 });
    const first = new AbortController();
    const second = new AbortController();
    const running = failureOf(model.generate(generation({ signal: first.signal })));
    await server.arrived(1);
    const waiting = failureOf(model.generate(generation({ signal: second.signal })));
    second.abort();
    expect((await waiting).code).toBe("cancelled");
    first.abort();
    expect((await running).code).toBe("cancelled");
    await model.generate(generation({ seed: 99 }));
    expect(server.requests).toHaveLength(2);
  });

  test("ends a pause before a retry", async () => {
    const stop = new AbortController();
    const { server, model } = await setUp(({ json }) => json(429, { error: "slow" }, { "retry-after": "100" }), {
      sleep: (milliseconds, signal) =>
        new Promise((_resolve, reject) => {
          expect(milliseconds).toBe(100_000);
          signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
          stop.abort();
        }),
    });
    expect((await failureOf(model.generate(generation({ signal: stop.signal })))).code).toBe("cancelled");
    expect(server.requests).toHaveLength(1);
  });

  test("does nothing with a signal that is aborted already, and disposing cancels", async () => {
    const { server, model } = await setUp(() => undefined);
    expect((await failureOf(model.generate(generation({ signal: AbortSignal.abort() })))).code).toBe("cancelled");
    expect(server.requests).toHaveLength(0);
    const running = failureOf(model.probabilityOfYes(reward()));
    await server.arrived(1);
    await model.dispose();
    await model.dispose();
    expect((await running).code).toBe("cancelled");
    expect(await server.requests[0]?.closed).toBe(true);
    expect((await failureOf(model.generate(generation()))).code).toBe("cancelled");
  });
});

describe("the limit", () => {
  test("is shared by all calls, and rewards go before generations", async () => {
    const held: (() => void)[] = [];
    let together = 0;
    let most = 0;
    const { server, model } = await setUp(
      ({ json, request }) => {
        most = Math.max(most, ++together);
        held.push(() => {
          together--;
          json(200, "logprobs" in request.body ? oneToken("Yes", -0.1, []) : answered);
        });
      },
      { inFlight: 2 },
    );
    const calls = [...[1, 2, 3, 4].map((seed) => model.generate(generation({ seed }))), ...[5, 6].map((seed) => model.probabilityOfYes(reward({ seed })))];
    for (let answers = 0; answers < 6; answers++) {
      await server.arrived(Math.min(6, answers + 2));
      held.shift()?.();
    }
    await Promise.all(calls);
    expect(most).toBe(2);
    expect(server.bodies.map((body) => "logprobs" in body)).toEqual([false, false, true, true, false, false]);
  });

  test("begins at four, and a request that waits for a retry keeps its place", async () => {
    const wake: (() => void)[] = [];
    const { server, model } = await setUp(({ json, index }) => (index < 4 ? json(503, { error: "loading" }) : json(200, answered)), { sleep: () => new Promise((resolve) => void wake.push(resolve)) });
    const calls = Array.from({ length: 10 }, (_, seed) => model.generate(generation({ seed })));
    await vi.waitFor(() => expect(wake).toHaveLength(4), { timeout: 60_000 });
    expect(server.requests).toHaveLength(4);
    wake.forEach((resume) => resume());
    await Promise.all(calls);
    expect(server.requests).toHaveLength(14);
  });

  test("connections are kept for the next request", async () => {
    const { server, model } = await setUp(({ json }) => json(200, answered));
    for (let call = 0; call < 4; call++) await model.generate(generation());
    expect(new Set(server.requests.map(({ connection }) => connection)).size).toBe(1);
  });
});

describe("fetch over node:http", () => {
  const only6 = createNodeFetch({ lookup: (_name, options, callback) => (options.all === true ? callback(null, [{ address: "::1", family: 6 }]) : callback(null, "::1", 6)) });

  test("localhost that means ::1 reaches a server on 127.0.0.1, with the host's name kept", async () => {
    const server = await startScriptedServer(({ json }) => json(200, answered));
    closeLater(server.close);
    const { model } = await setUp(() => undefined, { baseUrl: `localhost:${server.port}`, fetch: only6.fetch });
    expect((await model.generate(generation())).choices).toHaveLength(1);
    expect(server.requests[0]?.headers.host).toBe(`localhost:${server.port}`);
    only6.close();
  });

  test("localhost where nobody listens is still refused", async () => {
    const { model } = await setUp(() => undefined, { baseUrl: "localhost:9" });
    expect((await failureOf(model.generate(generation()))).details["message"]).toBe("Nothing listens at that address (ECONNREFUSED).");
  });

  test("packed replies are unpacked", async () => {
    const { model } = await setUp(({ response }) => void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync(JSON.stringify(answered))));
    expect((await model.generate(generation())).choices[0]?.text).toBe("a");
  });

  test("a kept connection that the server closes as it is reused costs no retry", async () => {
    const { server, model, pauses } = await setUp(({ json, reset, index }) => (index === 1 ? reset() : json(200, answered)));
    await model.generate(generation());
    const { usage } = await model.generate(generation());
    expect(pauses).toEqual([]);
    expect(usage.requests).toBe(1);
    expect(server.requests).toHaveLength(3);
  });

  test("an injected fetch is used in its place", async () => {
    const asked: string[] = [];
    const { model } = await setUp(() => undefined, {
      baseUrl: "https://models.example/v1",
      fetch: (input) => {
        asked.push(String(input));
        return Promise.resolve(Response.json(answered));
      },
    });
    await model.generate(generation());
    expect(asked).toEqual(["https://models.example/v1/chat/completions"]);
  });
});
