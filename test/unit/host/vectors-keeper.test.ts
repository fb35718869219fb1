import { createHash } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { createEndpointEmbedder } from "../../../src/adapters/embedders";
import { fillVectors } from "../../../src/core/exemplars";
import { silentLogger } from "../../../src/core/ports";
import { Library, type LibraryParts } from "../../../src/host/library/library";
import { VectorsKeeper } from "../../../src/host/library/vectors-keeper";
import { readLibrarySettings } from "../../../src/host/settings/read-library";
import { createMemoryStore, fakeExemplar, fakePicture } from "../../fixtures/memory-library";
import { startScriptedServer, type ScriptedServer } from "../../fixtures/scripted-server";
import { emitter, Memory } from "./editor-parts";
import { settingDefaults } from "./setting-defaults";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server of the model `m`; its vectors follow from its weights and the text alone. */
async function serverWith(weights: string): Promise<ScriptedServer> {
  const vector = (text: string): number[] => [...createHash("sha256").update(`${weights} ${text}`).digest()].map((byte) => byte - 128);
  const server = await startScriptedServer(({ request, json }) => json(200, { object: "list", model: "m", data: (request.body["input"] as string[]).map((text, index) => ({ object: "embedding", index, embedding: vector(text) })) }));
  closing.push(() => server.close());
  return server;
}

/** A window over a library of three exemplars whose vectors the first server has made. */
async function windowAt(first: ScriptedServer) {
  const changes: Record<string, unknown> = { "library.embedder": "endpoint", "library.embeddingModel": "m", "library.embeddingBaseUrl": first.origin };
  const [settingsChange, changed, memory, store] = [emitter(), emitter(), new Memory() as unknown as LibraryParts["memory"], createMemoryStore()];
  for (const question of ["what is it", "how many are there", "where"]) await store.put(fakeExemplar({ question }), fakePicture(question));
  const settings = { library: () => readLibrarySettings((key) => ({ ...settingDefaults, ...changes })[key]), onDidChange: settingsChange.event };
  const library = new Library({
    settings, changed, memory, ownFolder: "/own", openStore: () => Promise.resolve({ ...store, close: () => Promise.resolve() }), restoreStore: () => Promise.resolve(store),
    openEmbedder: (place) => createEndpointEmbedder({ ...(place as { baseUrl: string; model: string }), logger: silentLogger, random: () => 0, now: () => 0 }, new AbortController().signal),
    allows: () => Promise.resolve(true), askForKey: () => Promise.resolve(true), tell: () => undefined, log: () => undefined,
  });
  closing.push(() => library.dispose());
  const offered: string[] = [];
  const keeper = new VectorsKeeper({ library, settings, memory, offerRebuild: (model) => void offered.push(model), whileFilling: async (work) => void (await work()) });
  let events = 0;
  library.onDidChange(() => ((events += 1), void keeper.look()));
  await library.open();
  const rebuild = async (): Promise<number> => fillVectors(store, (await library.embedder())!, new AbortController().signal);
  expect(await rebuild()).toBe(3);
  return {
    store, library, keeper, offered, rebuild, eventsSince: async (act: () => Promise<unknown>): Promise<number> => {
      const before = events;
      await act();
      await keeper.look();
      return events - before;
    },
    moveTo: async (server: ScriptedServer): Promise<void> => {
      changes["library.embeddingBaseUrl"] = server.origin;
      settingsChange.fire();
      await keeper.look();
    },
  };
}

it("the same weights at a new address keep their vectors: nothing is told, nothing is offered", async () => {
  const window = await windowAt(await serverWith("first"));
  const before = await window.store.vectors((await window.store.list()).exemplars.map(({ id }) => id));
  const moved = await serverWith("first");
  await window.moveTo(moved);
  // An address alone asks nobody.
  expect([window.offered, moved.requests.length]).toEqual([[], 0]);
  expect(await window.eventsSince(() => window.library.embedder())).toBe(0);
  expect(await window.eventsSince(() => window.library.embedder())).toBe(0);
  expect(window.offered).toEqual([]);
  expect(await window.store.vectors((await window.store.list()).exemplars.map(({ id }) => id))).toEqual(before);
  expect(await window.store.stats()).toMatchObject({ withoutVectors: 0, embedder: { id: "endpoint m", place: `${moved.origin}/v1` } });
  expect(await window.rebuild()).toBe(0);
});

it("other weights under the same name are one piece of news and one offer; rebuilt, they are the library's own", async () => {
  const window = await windowAt(await serverWith("first"));
  const other = await serverWith("second");
  await window.moveTo(other);
  expect(window.offered).toEqual([]);
  expect(await window.eventsSince(() => Promise.all([window.library.embedder(), window.library.embedder()]))).toBe(1);
  expect(window.offered).toEqual(["endpoint m"]);
  expect(await window.eventsSince(() => window.library.embedder())).toBe(0);
  await window.keeper.look();
  expect(window.offered).toEqual(["endpoint m"]);
  // Until then the old vectors stay.
  expect(await window.store.stats()).toMatchObject({ withoutVectors: 0, embedder: { id: "endpoint m" } });
  expect(await window.rebuild()).toBe(3);
  expect(await window.eventsSince(() => window.library.embedder())).toBe(0);
  expect(await window.store.stats()).toMatchObject({ withoutVectors: 0, embedder: { id: `endpoint m at ${other.origin}/v1` } });
  expect(window.offered).toEqual(["endpoint m"]);
});
