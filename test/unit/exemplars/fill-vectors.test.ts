import { describe, expect, it } from "vitest";
import { fillVectors } from "../../../src/core/exemplars";
import { createFakeEmbedder, createMemoryStore, fakeExemplar, fakePicture, fakeSpace } from "../../fixtures/memory-library";

const signal = (): AbortSignal => new AbortController().signal;

async function library(count: number): Promise<ReturnType<typeof createMemoryStore>> {
  const store = createMemoryStore();
  for (let index = 0; index < count; index += 1) await store.put(fakeExemplar({ question: `question ${index}` }), fakePicture(String(index)));
  return store;
}

describe("filling vectors", () => {
  it("embeds what has none, and nothing twice", async () => {
    const store = await library(20);
    const embedder = createFakeEmbedder();
    const told: string[] = [];
    expect(await fillVectors(store, embedder, signal(), (done, total) => told.push(`${done}/${total}`))).toBe(20);
    expect(told).toEqual(["16/20", "20/20"]);
    expect(embedder.calls).toEqual({ embedTexts: 20, embedImages: 20, embedJoint: 20 });
    expect((await store.stats()).withoutVectors).toBe(0);
    expect(await fillVectors(store, embedder, signal())).toBe(0);
    await store.put(fakeExemplar({ question: "one more" }), fakePicture("more"));
    expect(await fillVectors(store, embedder, signal())).toBe(1);
    expect(embedder.calls.embedTexts).toBe(21);
  });

  it("embeds everything anew in another space, and asks for no vectors that the embedder does not have", async () => {
    const store = await library(3);
    await fillVectors(store, createFakeEmbedder(), signal());
    const words = createFakeEmbedder({}, { space: { id: "words", dimensions: { text: 8, image: null, joint: null } } });
    expect(await fillVectors(store, words, signal())).toBe(3);
    expect(words.calls).toEqual({ embedTexts: 3, embedImages: 0, embedJoint: 0 });
    const { exemplars } = await store.list();
    expect((await store.vectors(exemplars.map(({ id }) => id))).map((vectors) => [vectors?.text?.length, vectors?.image])).toEqual([[8, null], [8, null], [8, null]]);
    expect((await store.stats()).embedder?.id).not.toBe(fakeSpace.id);
  });

  it("reads nothing once it is called off", async () => {
    const store = await library(3);
    const before = { ...store.calls };
    await expect(fillVectors(store, createFakeEmbedder(), AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
    expect(store.calls).toEqual(before);
  });

  it("keeps what was stored when it is cancelled, and goes on from there", async () => {
    const store = await library(40);
    const stop = new AbortController();
    await expect(fillVectors(store, createFakeEmbedder(), stop.signal, () => stop.abort())).rejects.toMatchObject({ code: "cancelled" });
    expect((await store.stats()).withoutVectors).toBe(24);
    expect(await fillVectors(store, createFakeEmbedder(), signal())).toBe(24);
  });
});
