import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createNodeFetch } from "../../../src/adapters/openai";
import { findLocalServers, type LocalServer } from "../../../src/host/models/local/discover";
import { listEndpointModels } from "../../../src/host/models/local/listing";
import { pullModel, type PullProgress } from "../../../src/host/models/local/pull";
import { sightOf } from "../../../src/host/models/local/sight";
import { startFakeOllama, type FakeOllama } from "../../fixtures/fake-ollama";
import { startScriptedServer } from "../../fixtures/scripted-server";

const { fetch } = createNodeFetch();
const { signal } = new AbortController();

async function serversAt(...ports: number[]): Promise<LocalServer[]> {
  const found: LocalServer[] = [];
  await findLocalServers(ports, fetch, signal, (server) => found.push(server));
  return found;
}

describe("sight, as servers' lists tell it", () => {
  it.each([
    ["kinds of input", { architecture: { input_modalities: ["text", "image"] } }, "sees"],
    ["kinds of input without pictures", { architecture: { input_modalities: ["text"] } }, "blind"],
    ["capabilities", { capabilities: ["completion", "vision"] }, "sees"],
    ["capabilities of llama.cpp", { capabilities: ["completion", "multimodal"] }, "sees"],
    ["capabilities without", { capabilities: ["completion", "tools"] }, "blind"],
    ["switches", { capabilities: { vision: true, completion_chat: true } }, "sees"],
    ["switched off", { capabilities: { vision: false } }, "blind"],
    ["LM Studio's types", { type: "vlm" }, "sees"],
    ["LM Studio's text models", { type: "llm" }, "blind"],
    ["a network with eyes", { model_info: { "qwen25vl.vision.block_count": 32 } }, "sees"],
    ["nothing", { id: "some-model" }, "unknown"],
    ["no object", "some-model", "unknown"],
  ])("%s", (_, entry, sight) => {
    expect(sightOf(entry)).toBe(sight);
  });
});

describe("a server on a port of this machine", () => {
  let ollama: FakeOllama;
  beforeEach(async () => {
    // Patience does not end here, however slow this machine is.
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
    ollama = await startFakeOllama();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    return ollama.close();
  });

  it("is found beside closed ports and servers of other kinds; blind models are left out", async () => {
    const page = await startScriptedServer(({ text }) => text(200, "<!DOCTYPE html><title>Hello</title>", { "content-type": "text/html" }));
    try {
      const found = await serversAt(page.port, ollama.port, 9);
      expect(found).toEqual([{ origin: `http://localhost:${ollama.port}`, baseUrl: `http://localhost:${ollama.port}/v1`, title: "Ollama", pulls: true, models: [{ name: "viewer:7b", sight: "sees" }] }]);
    } finally {
      await page.close();
    }
  });

  it("lists models of which nothing is said after those that see", async () => {
    const server = await startScriptedServer(({ request: { url }, json }) => {
      if (url === "/v1/models") return json(200, { data: [{ id: "a" }, { id: "b" }, { id: "c" }] });
      if (url === "/api/v0/models") return json(200, { data: [{ id: "b", type: "vlm" }, { id: "c", type: "embeddings" }] });
      json(404, {});
    });
    try {
      expect((await serversAt(server.port))[0]).toMatchObject({ pulls: false, models: [{ name: "b", sight: "sees" }, { name: "a", sight: "unknown" }] });
    } finally {
      await server.close();
    }
  });

  it("fetches a model and tells how far it is", async () => {
    const seen: PullProgress[] = [];
    await pullModel(ollama.origin, "qwen2.5vl:3b", fetch, signal, (progress) => seen.push(progress));
    expect(seen).toEqual([{ status: "pulling manifest", completed: 0, total: 0 }, { status: "pulling 170370233dd5", completed: 1.6e9, total: 3.2e9 }, { status: "pulling 170370233dd5", completed: 3.2e9, total: 3.2e9 }]);
    expect((await serversAt(ollama.port))[0]!.models.map(({ name }) => name)).toEqual(["viewer:7b", "qwen2.5vl:3b"]);
  });

  it("says why a model cannot be fetched", async () => {
    ollama.pull = "refused";
    await expect(pullModel(ollama.origin, "gone", fetch, signal, () => undefined)).rejects.toMatchObject({ code: "endpoint.serverError", details: { message: "pull model manifest: file does not exist" } });
  });

  it("stops fetching when it is called off, down to the connection", async () => {
    ollama.pull = "stuck";
    const stop = new AbortController();
    await expect(pullModel(ollama.origin, "qwen2.5vl:3b", fetch, stop.signal, () => stop.abort())).rejects.toMatchObject({ code: "cancelled" });
    expect(await ollama.requests[0]!.closed).toBe(true);
  });

  it("is asked for its models with the key that is given, and only then", async () => {
    expect(await listEndpointModels(`${ollama.origin}/v1`, "sk-one", fetch)).toEqual([{ name: "plain:1b", sight: "unknown" }, { name: "viewer:7b", sight: "unknown" }]);
    await listEndpointModels(`${ollama.origin}/v1/`, "", fetch);
    expect(ollama.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([["/v1/models", "Bearer sk-one"], ["/v1/models", undefined]]);
  });
});
