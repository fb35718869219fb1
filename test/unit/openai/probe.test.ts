import { describe, expect, test } from "vitest";
import { createEndpointModel, judgeVision, newMemory, openProfiledEndpoint, parseProfile, probeEndpoint, type ProbeOptions } from "../../../src/adapters/openai";
import { silentLogger, type EndpointProfile, type ProfileStore } from "../../../src/core/ports";
import { describeProfile } from "../../../src/protocol";
import { startScriptedServer, type Exchange, type ScriptedServer } from "../../fixtures/scripted-server";
import { refusal, rewrites, server as goodServer, type Animal } from "../../fixtures/zoo/animal";
import { readFigure } from "../../fixtures/zoo/picture";
import { animals } from "../../fixtures/zoo/run";
import { partsOf } from "../../fixtures/zoo/viewer";
import { closeLater, failureOf, generation, reward, textOnly } from "./harness";

const now = Date.parse("2026-01-01T00:00:00Z");
const never = new AbortController().signal;

async function start(handle: (exchange: Exchange) => void | Promise<void>): Promise<{ server: ScriptedServer; options: Omit<ProbeOptions, "signal"> }> {
  const server = await startScriptedServer(handle);
  closeLater(() => server.close());
  return { server, options: { baseUrl: server.origin, model: "viewer-7b", timeouts: { firstByteSeconds: 30, totalSeconds: 30 }, logger: silentLogger, clock: { now: () => now }, random: () => 0.4, sleep: () => Promise.resolve() } };
}

async function probe(handle: (exchange: Exchange) => void | Promise<void>, changes: Partial<ProbeOptions> = {}): Promise<{ profile: EndpointProfile; server: ScriptedServer }> {
  const { server, options } = await start(handle);
  return { profile: await probeEndpoint({ ...options, signal: never, ...changes }), server };
}

const animal = (name: string): Animal => animals.find((each) => each.name === name)!;
const probeAnimal = async (name: string): Promise<EndpointProfile> => (await probe(animal(name).handle)).profile;

describe("a good endpoint", () => {
  test("is known after a few small requests", async () => {
    const { profile, server } = await probe(goodServer(({ request, json }) => (request.url === "/v1/models" ? (json(200, { data: [{ id: "other" }, { id: "viewer-7b", max_model_len: 8192 }] }), true) : false)));
    expect(profile).toMatchObject({
      version: 1, model: "viewer-7b", baseUrl: `${server.origin}/v1`, probedAt: now, failure: null,
      findings: { modelFound: "listed", tokensGrow: true, canaryRead: true, twoImages: "both", choicesOfTwo: 2, logprobs: 3, yesToken: "Yes", thought: "none", tokenLimit: "max_tokens", contextTokens: 8192, cachedTokens: null },
      memory: { ...newMemory(), vision: "sees", rewardsRead: true },
    });
    expect(server.requests).toHaveLength(5);
    expect(profile.requests).toBe(5);
    for (const body of server.bodies.filter((each) => "model" in each)) expect(Number(body["max_tokens"])).toBeLessThanOrEqual(48);
  });

  test("is shown a number that is drawn afresh, and really drawn", async () => {
    const numbers = async (random: () => number): Promise<(string | null)[]> => {
      const { server } = await probe(goodServer(), { random });
      const urls = server.bodies.flatMap((body) => partsOf(body)).flatMap(({ image_url }) => (image_url?.url === undefined ? [] : [image_url.url]));
      return Promise.all(urls.map((url) => readFigure(Buffer.from(url.slice(url.indexOf(",") + 1), "base64"))));
    };
    const [first, other] = [await numbers(() => 0.4), await numbers(() => 0.77)];
    expect(first).toHaveLength(3);
    expect(first[0]).toBe("4600");
    expect(first[1]).toBe(first[0]);
    expect(first[2]).toMatch(/^\d{4}$/);
    expect(first[2]).not.toBe(first[0]);
    expect(other[0]).not.toBe(first[0]);
  });

  test("may tell its context elsewhere, and a prefix cache", async () => {
    const { profile } = await probe(async (exchange) => {
      if (exchange.request.url === "/props") return exchange.json(200, { default_generation_settings: { n_ctx: 4096 } });
      return rewrites((reply) => ({ ...reply, usage: { ...reply.usage, prompt_tokens_details: { cached_tokens: 64 } } }))(exchange);
    });
    expect(profile.findings).toMatchObject({ contextTokens: 4096, cachedTokens: 64 });
  });
});

describe("what is missing is found", () => {
  test.each<[string, object]>([
    ["n ignored", { findings: { choicesOfTwo: 1 }, memory: { choicesPerRequest: 1 } }],
    ["n refused", { findings: { choicesOfTwo: 1 }, memory: { choicesPerRequest: 1 } }],
    ["logprobs refused", { findings: { logprobs: 0, yesToken: null }, memory: { topLogprobs: 0 } }],
    ["logprobs null", { findings: { logprobs: 0, yesToken: null }, memory: { topLogprobs: 0 } }],
    ["five logprobs", { findings: { logprobs: 3 }, memory: { topLogprobs: 5 } }],
    ["temperature refused", { memory: { refused: ["temperature", "top_p"] } }],
    ["max_completion_tokens only", { findings: { tokenLimit: "max_completion_tokens" } }],
    ["least token limit", { memory: { leastTokens: 16 } }],
    ["raw token pieces", { findings: { yesToken: "ĠYes" } }],
    ["think tags", { findings: { thought: "inText", logprobs: null }, memory: { thinks: true, thinkingOff: null, vision: "sees" } }],
    ["thought without its begin", { memory: { thinks: true, thinkingOff: null, vision: "sees" } }],
    ["reasoning field", { findings: { thought: "separate" }, memory: { thinks: false, thinkingOff: "template", vision: "sees" } }],
    ["reasoning effort", { findings: { thought: "hidden" }, memory: { thinks: false, thinkingOff: "effort", vision: "sees" } }],
    ["usage missing", { findings: { tokensGrow: null, canaryRead: true }, memory: { vision: "sees" } }],
    ["one picture", { findings: { twoImages: "refused" }, memory: { imagesPerRequest: 1 } }],
    ["picture dropped", { findings: { tokensGrow: false, canaryRead: false }, memory: { vision: "blind" } }],
    ["no projector", { memory: { vision: "blind" } }],
    ["picture refused in other words", { memory: { vision: "blind" } }],
    ["number misread", { findings: { tokensGrow: true, canaryRead: false }, memory: { vision: "unsure" } }],
    ["list without the model", { findings: { modelFound: "answered" } }],
  ])("%s", async (name, expected) => {
    const profile = await probeAnimal(name);
    expect(profile).toMatchObject({ failure: null, ...expected });
    expect(profile.requests).toBeLessThanOrEqual(14);
    expect(describeProfile(profile).every(({ capability, finding, action }) => capability !== "" && finding !== "" && action !== "")).toBe(true);
    expect(parseProfile(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
  });

  test("a second picture that is dropped without a word", async () => {
    const { profile } = await probe(async (exchange) => {
      const messages = exchange.request.body["messages"] as { content: unknown }[] | undefined;
      for (const message of messages ?? []) if (Array.isArray(message.content)) message.content = message.content.filter((part: { type: string }, index) => part.type !== "image_url" || index === 0);
      return goodServer()(exchange);
    });
    expect(profile).toMatchObject({ findings: { twoImages: "one" }, memory: { imagesPerRequest: 1, vision: "sees" } });
  });

  test("an endpoint that cannot be used says why", async () => {
    for (const [name, code] of [["key missing", "endpoint.unauthorized"], ["quota", "endpoint.quota"], ["unknown model", "endpoint.modelNotFound"], ["sign-in page", "endpoint.badResponse"], ["dead", "endpoint.unreachable"]] as const) {
      const { failure } = await probeAnimal(name);
      expect(failure?.code).toBe(code);
    }
    expect((await probeAnimal("unknown model")).failure?.details["available"]).toBe("other-vl, third-vl");
  });

  test("a step that fails leaves the others alone", async () => {
    const { profile } = await probe(goodServer(({ request, json }) => ("logprobs" in request.body ? (json(503, refusal("busy")), true) : false)));
    expect(profile).toMatchObject({ failure: null, findings: { logprobs: null, twoImages: "both" }, memory: { topLogprobs: 20, vision: "sees" } });
  });
});

test("both signs decide, a mixture is unsure", () => {
  const table = [[true, true, "sees"], [null, true, "sees"], [false, true, "unsure"], [true, false, "unsure"], [null, false, "unsure"], [true, null, "unsure"], [null, null, "unsure"], [false, null, "unsure"], [false, false, "blind"]] as const;
  for (const [tokens, canary, verdict] of table) expect(judgeVision(tokens, canary)).toBe(verdict);
});

describe("a probe ends", () => {
  test("when it is cancelled, down to the socket", async () => {
    const { server, options } = await start(() => undefined);
    const controller = new AbortController();
    const running = failureOf(probeEndpoint({ ...options, signal: controller.signal }));
    await server.arrived(1);
    controller.abort();
    expect((await running).code).toBe("cancelled");
    expect(await server.requests[0]?.closed).toBe(true);
  });

  test("when its time is over, with that as the reason", async () => {
    const { profile } = await probe(goodServer(({ request }) => request.method === "POST"), { totalSeconds: 0.3 });
    expect(profile.failure).toMatchObject({ code: "endpoint.timeout", details: { seconds: 0.3 } });
  });

  test("not before an unsure step of it has ended: what was found until then counts", async () => {
    const { profile } = await probe(goodServer(({ request }) => "logprobs" in request.body), { totalSeconds: 6 });
    expect(profile).toMatchObject({ failure: null, findings: { canaryRead: true, tokensGrow: true, logprobs: null }, memory: { vision: "sees" } });
  });
});

describe("a profile", () => {
  const files = (): ProfileStore & { readonly kept: Map<string, EndpointProfile> } => {
    const kept = new Map<string, EndpointProfile>();
    return { kept, read: (key) => Promise.resolve(JSON.parse(JSON.stringify(kept.get(key) ?? null))), write: (key, profile) => Promise.resolve(void kept.set(key, profile)) };
  };

  test("is made once for all spellings of an address, and what is learned at work is kept with it", async () => {
    const { server, options } = await start(goodServer(({ request, json }) => (Number(request.body["n"] ?? 1) > 2 ? (json(400, refusal("n must be at most 2", { param: "n" })), true) : false)));
    const store = files();
    const model = await openProfiledEndpoint(options, store, never);
    expect(model.info).toEqual({ name: "viewer-7b", place: server.origin, sample: false, vision: "sees" });
    const probed = server.requests.length;
    await model.generate(generation({ samples: 3, messages: textOnly }));
    await model.dispose();
    expect([...store.kept.values()][0]?.memory).toMatchObject({ choicesPerRequest: 1, inFlight: 4 });
    const sent = server.requests.length;
    expect(sent - probed).toBe(4);
    const again = await openProfiledEndpoint({ ...options, baseUrl: `${server.origin}/v1/chat/completions/` }, store, never);
    expect(server.requests).toHaveLength(sent);
    await again.generate(generation({ samples: 3, messages: textOnly }));
    await again.dispose();
    expect(server.bodies.slice(sent).map(({ n }) => n)).toEqual([undefined, undefined, undefined]);
    expect(store.kept.size).toBe(1);
  });

  test.each<[string, (profile: EndpointProfile) => unknown]>([
    ["older than 30 days", (profile) => ({ ...profile, probedAt: now - 31 * 24 * 3600 * 1000 })],
    ["damaged", (profile) => ({ ...profile, memory: { ...profile.memory, leastTokens: "many" } })],
    ["of another version", (profile) => ({ ...profile, version: 2 })],
    ["of another endpoint", (profile) => ({ ...profile, baseUrl: "http://elsewhere.example/v1" })],
    ["of a blind model", (profile) => ({ ...profile, memory: { ...profile.memory, vision: "blind" } })],
  ])("%s is made anew", async (_, spoil) => {
    const { server, options } = await start(goodServer());
    const store = files();
    await (await openProfiledEndpoint(options, store, never)).dispose();
    const [key, profile] = [...store.kept][0]!;
    const before = server.requests.length;
    await (await openProfiledEndpoint(options, store, never)).dispose();
    expect(server.requests).toHaveLength(before);
    store.kept.set(key, spoil(profile) as EndpointProfile);
    await (await openProfiledEndpoint(options, store, never)).dispose();
    expect(server.requests.length).toBeGreaterThan(before);
    expect(store.kept.get(key)?.memory.vision).toBe("sees");
  });

  test("that nobody waited for is not kept, and the model's sight is told to be unknown", async () => {
    const { options } = await start(goodServer(({ request }) => request.method === "POST"));
    const store = files();
    const model = await openProfiledEndpoint({ ...options, timeouts: { firstByteSeconds: 0.3, totalSeconds: 0.3 } }, store, never);
    expect(model.info.vision).toBe("untold");
    await model.dispose();
    expect(store.kept.size).toBe(0);
  });

  test("that cannot be kept stops nothing; a failure is thrown and not kept", async () => {
    const { options } = await start(goodServer());
    const broken: ProfileStore = { read: () => Promise.reject(new Error("no disk")), write: () => Promise.reject(new Error("no disk")) };
    await (await openProfiledEndpoint(options, broken, never)).dispose();
    const store = files();
    const { options: locked } = await start(animal("key missing").handle);
    expect((await failureOf(openProfiledEndpoint(locked, store, never))).code).toBe("endpoint.unauthorized");
    expect(store.kept.size).toBe(0);
  });

  test("of a blind model sends no picture, and text all the same", async () => {
    const { server, options } = await start(goodServer());
    const model = createEndpointModel({ ...options, memory: { ...newMemory(), vision: "blind" } });
    closeLater(() => model.dispose());
    expect(await failureOf(model.generate(generation()))).toEqual({ code: "endpoint.noVision", details: { place: server.origin, model: "viewer-7b" } });
    expect((await failureOf(model.probabilityOfYes(reward()))).code).toBe("endpoint.noVision");
    expect(server.requests).toHaveLength(0);
    expect((await model.generate(generation({ messages: textOnly }))).choices).toHaveLength(1);
  });

  test("nothing but a profile is read as one", () => {
    for (const value of [undefined, null, 1, "x", [], {}, { version: 1 }]) expect(parseProfile(value)).toBeUndefined();
  });
});
