import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Library, type LibraryParts } from "../../../src/host/library/library";
import { readLibrarySettings } from "../../../src/host/settings/read-library";
import { FigtreeError, type LibraryNotice } from "../../../src/core/ports";
import { createFakeEmbedder, createMemoryStore, fakeExemplar, fakePicture, type MemoryStore } from "../../fixtures/memory-library";
import { emitter, Memory } from "./editor-parts";
import { settingDefaults } from "./setting-defaults";

interface Given {
  readonly notices?: readonly LibraryNotice[];
  readonly memory?: Memory;
  readonly changes?: Record<string, unknown>;
  readonly allowed?: boolean;
  readonly fail?: boolean;
}

/** A library over stores in memory, and what it has done. */
function libraryOf({ notices = [], memory = new Memory(), changes = {}, allowed = true, fail = false }: Given = {}) {
  const settings = emitter();
  const did: string[] = [];
  const stores = new Map<string, MemoryStore>();
  const own = mkdtempSync(path.join(os.tmpdir(), "figtree-library-"));
  const behaviour = { fail };
  const open = (verb: string, place: string): Promise<MemoryStore> => {
    did.push(`${verb} ${place === own ? "own" : place}`);
    if (behaviour.fail) return Promise.reject(new FigtreeError("library.damaged", { place }));
    const store = stores.get(place) ?? createMemoryStore();
    stores.set(place, store);
    return Promise.resolve({ ...store, notices, close: () => (did.push(`close ${place === own ? "own" : place}`), Promise.resolve()) });
  };
  const parts = {
    settings: { library: () => readLibrarySettings((key) => ({ ...settingDefaults, ...changes })[key]), onDidChange: settings.event },
    changed: emitter(), memory: memory as unknown as LibraryParts["memory"], ownFolder: own,
    openStore: ({ place }) => open("open", place),
    restoreStore: ({ place }) => ((behaviour.fail = false), open("restore", place)),
    openEmbedder: ({ kind }) => (did.push(`embedder ${kind}`), Promise.resolve({ ...createFakeEmbedder(), dispose: () => (did.push(`end ${kind}`), Promise.resolve()) })),
    allows: (origin) => (did.push(`allow ${origin}`), Promise.resolve(allowed)),
    askForKey: (origin) => (did.push(`key ${origin}`), Promise.resolve(true)),
    tell: ({ code }) => void did.push(`tell ${code}`),
    log: (message) => void did.push(`log ${message.slice(0, 40)}`),
  } satisfies LibraryParts;
  const library = new Library(parts);
  return { library, stores, did, changes, change: (values: Record<string, unknown>) => (Object.assign(changes, values), settings.fire()), settle: () => new Promise((resolve) => setTimeout(resolve, 5)) };
}

describe("opening the library", () => {
  it("happens once, at the first use, and ends with the place", async () => {
    const { library, did, change, settle } = libraryOf();
    expect(did).toEqual([]);
    await Promise.all([library.open(), library.open()]);
    expect(did).toEqual(["open own"]);
    change({ "search.width": 3 });
    await library.open();
    expect(did).toEqual(["open own"]);
    change({ "library.place": "/other" });
    await settle();
    await library.open();
    expect(did).toEqual(["open own", "close own", "open /other"]);
    library.dispose();
    await settle();
    expect(did.at(-1)).toBe("close /other");
  });

  it("is tried again after a failure, and after a restore the library is there", async () => {
    const { library, did } = libraryOf({ fail: true });
    await expect(library.open()).rejects.toMatchObject({ code: "library.damaged" });
    await expect(library.open()).rejects.toMatchObject({ code: "library.damaged" });
    await library.restore();
    expect(await library.open()).toBeDefined();
    expect(did).toEqual(["open own", "open own", "restore own"]);
  });

  it("asks before exemplars leave the machine, and for the key where one is needed", async () => {
    const remote = libraryOf({ changes: { "library.place": "db://mine" } });
    expect([remote.library.quiet, remote.library.exists]).toEqual([false, true]);
    remote.library.peek();
    expect(remote.did).toEqual([]);
    await remote.library.open();
    expect(remote.did).toEqual(["allow db://mine", "key db://mine", "open db://mine"]);
    expect(remote.library.quiet).toBe(true);
    const refused = libraryOf({ changes: { "library.place": "s3://bucket/folder" }, allowed: false });
    expect(await refused.library.open()).toBeUndefined();
    expect(refused.did).toEqual(["allow s3://bucket"]);
  });

  it("opens the place that is set once the person has answered", async () => {
    const { library, did, change } = libraryOf({ changes: { "library.place": "s3://bucket/folder" } });
    const opening = library.open();
    change({ "library.place": "/other" });
    await opening;
    expect(did).toEqual(["allow s3://bucket", "open /other"]);
  });

  it("is not there for the store of another place, even before the news of the change", async () => {
    const { library, changes } = libraryOf({ changes: { "library.place": "/x" } });
    await library.open();
    expect([library.exists, library.opened === undefined]).toEqual([true, false]);
    Object.assign(changes, { "library.place": "/nowhere" });
    expect([library.exists, library.opened === undefined]).toEqual([false, true]);
  });

  it("tells of the fallback once for good, and of what is new every time", async () => {
    const memory = new Memory();
    for (const expected of [["open /x", "tell fallback", "tell restored"], ["open /x", "tell restored"]]) {
      const { library, did } = libraryOf({ memory, changes: { "library.place": "/x" }, notices: [{ code: "fallback", detail: "" }, { code: "restored", detail: "" }] });
      await library.open();
      expect(did).toEqual(expected);
    }
  });
});

describe("what is known of the library", () => {
  it("is counted, remembered over windows, and belongs to its place", async () => {
    const memory = new Memory();
    const { library, changes } = libraryOf({ memory, changes: { "library.place": "/x" } });
    expect(library.counts).toBeNull();
    const store = (await library.open()) as MemoryStore;
    await store.put(fakeExemplar({ question: "a", context: "c", passRate: 0.5 }), fakePicture("a"));
    await store.put(fakeExemplar({ question: "b" }), fakePicture("b"));
    let heard = 0;
    library.onDidChange(() => (heard += 1));
    await library.refresh();
    expect([library.counts, heard]).toEqual([{ exemplars: 2, verified: 1 }, 1]);
    expect(libraryOf({ memory, changes: { "library.place": "/x" } }).library.counts).toEqual({ exemplars: 2, verified: 1 });
    Object.assign(changes, { "library.place": "/y" });
    expect(library.counts).toBeNull();
  });

  it("is kept under the place that was counted, wherever the setting points by then", async () => {
    const { library, change } = libraryOf({ changes: { "library.place": "/x" } });
    const counting = library.refresh();
    change({ "library.place": "/y" });
    await counting;
    expect(library.counts).toBeNull();
    change({ "library.place": "/x" });
    expect(library.counts).toEqual({ exemplars: 0, verified: 0 });
  });

  it("is that of the newest count, though an older one ends later", async () => {
    const { library, stores } = libraryOf({ changes: { "library.place": "/x" } });
    const store = createMemoryStore();
    let letGo = (): void => undefined;
    const slow = new Promise<void>((resolve) => (letGo = resolve));
    let asked = 0;
    stores.set("/x", { ...store, list: async (query) => {
      const found = await store.list(query);
      if ((asked += 1) <= 2) await slow;
      return found;
    } });
    const older = library.refresh();
    await library.open();
    await store.put(fakeExemplar({ question: "a" }), fakePicture("a"));
    await library.refresh();
    letGo();
    await older;
    expect(library.counts).toEqual({ exemplars: 1, verified: 0 });
  });

  it("includes the space of the embedder, which is opened once for each choice and, at an endpoint, with consent", async () => {
    const { library, did, change, settle } = libraryOf();
    expect(library.knownSpace).toBeUndefined();
    await library.embedder();
    await library.embedder();
    expect([did, library.knownSpace]).toEqual([["embedder offline"], "fake"]);
    change({ "library.embedder": "endpoint", "library.embeddingModel": "m", "library.embeddingBaseUrl": "https://models.example" });
    expect(library.knownSpace).toBeUndefined();
    await library.embedder();
    await settle();
    expect(did).toEqual(["embedder offline", "allow https://models.example", "key https://models.example", "embedder endpoint", "end offline"]);
  });

  it("is nothing while a setting is not usable, which is said when it is used", async () => {
    const { library } = libraryOf({ changes: { "library.place": 7 } });
    expect([library.counts, library.exists, library.quiet]).toEqual([null, false, false]);
    await expect(library.open()).rejects.toMatchObject({ code: "input.invalid" });
  });
});
