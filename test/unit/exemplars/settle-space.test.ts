import { describe, expect, it } from "vitest";
import { fillVectors, isSpaceOf, settleSpace } from "../../../src/core/exemplars";
import type { Embedder, EmbeddingSpace } from "../../../src/core/ports";
import { createFakeEmbedder, createMemoryStore, fakeExemplar, fakePicture, wordVector, type FakeEmbedder, type MemoryStore } from "../../fixtures/memory-library";

const signal = new AbortController().signal;
const spaceAt = (place: string): EmbeddingSpace => ({ id: "endpoint m", place, dimensions: { text: 64, image: null, joint: null } });
const at = (place: string): FakeEmbedder => createFakeEmbedder({}, { space: spaceAt(place) });
/** Other weights under the same name. */
const other = (place: string): Embedder => ({ ...at(place), embedTexts: (texts) => Promise.resolve(texts.map((text) => wordVector(`${text} shifted`.split("").reverse().join("")))) });

async function library(embedder: Embedder, questions = ["", "what is it", "how many are there", "where", "who"]): Promise<MemoryStore> {
  const store = createMemoryStore();
  for (const question of questions) await store.put(fakeExemplar({ question }), fakePicture(question));
  await fillVectors(store, embedder, signal);
  return store;
}
const embedderOf = async (store: MemoryStore): Promise<EmbeddingSpace | null> => (await store.stats()).embedder;

describe("an embedder that has moved", () => {
  it("is the same where it gives the stored vectors again, which is asked once and remembered", async () => {
    const store = await library(at("http://one/v1"));
    const moved = at("http://two/v1");
    const settled = await settleSpace(store, moved, signal);
    expect(settled.space).toEqual(spaceAt("http://two/v1"));
    expect(moved.calls.embedTexts).toBe(3);
    expect(await embedderOf(store)).toEqual(spaceAt("http://two/v1"));
    expect(await store.withoutVectors(settled.space)).toEqual([]);
    await settleSpace(store, moved, signal);
    expect(moved.calls.embedTexts).toBe(3);
  });

  it("is another one where its vectors differ; once rebuilt, it is known under its own name", async () => {
    const store = await library(at("http://one/v1"));
    const before = await embedderOf(store);
    const settled = await settleSpace(store, other("http://two/v1"), signal);
    expect(settled.space.id).not.toBe(before!.id);
    expect(isSpaceOf(settled.space.id, "endpoint m")).toBe(true);
    expect(await embedderOf(store)).toEqual(before);
    expect(await fillVectors(store, settled, signal)).toBe(5);
    expect(await embedderOf(store)).toEqual(settled.space);
    // Later windows open it under the model's name again.
    expect((await settleSpace(store, other("http://two/v1"), signal)).space).toEqual(settled.space);
    expect((await settleSpace(store, other("http://three/v1"), signal)).space.id).toBe(settled.space.id);
    const first = await settleSpace(store, at("http://two/v1"), signal);
    expect(first.space.id).not.toBe(settled.space.id);
  });

  it("is not asked where nothing could be compared in any case", async () => {
    const store = await library(at("http://one/v1"));
    for (const space of [{ ...spaceAt("http://two/v1"), id: "endpoint n" }, { ...spaceAt("http://two/v1"), dimensions: { text: 8, image: null, joint: null } }, { id: "local", dimensions: spaceAt("").dimensions }]) {
      const embedder = createFakeEmbedder({}, { space });
      expect(await settleSpace(store, embedder, signal)).toBe(embedder);
      expect(embedder.calls.embedTexts).toBe(0);
    }
    const embedder = at("http://one/v1");
    expect(await settleSpace(createMemoryStore(), embedder, signal)).toBe(embedder);
  });

  it("is not trusted where no stored vector can tell, and nothing is lost where none is there", async () => {
    const unknown = await library(at("http://one/v1"), [""]);
    expect((await settleSpace(unknown, at("http://two/v1"), signal)).space.id).toBe("endpoint m at http://two/v1");
    const emptied = await library(at("http://one/v1"), ["a"]);
    await emptied.remove((await emptied.list()).exemplars.map(({ id }) => id));
    expect((await settleSpace(emptied, at("http://two/v1"), signal)).space).toEqual(spaceAt("http://two/v1"));
  });

  it("that cannot be asked now says so, and the library keeps what it has", async () => {
    const store = await library(at("http://one/v1"));
    const failing = createFakeEmbedder({}, { space: spaceAt("http://two/v1"), fail: "text" });
    await expect(settleSpace(store, failing, signal)).rejects.toMatchObject({ code: "embedder.failed" });
    expect(await embedderOf(store)).toEqual(spaceAt("http://one/v1"));
  });
});
