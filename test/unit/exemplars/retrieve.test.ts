import { describe, expect, test } from "vitest";
import fc from "../../fixtures/properties";
import { retrieve, type RetrieveRequest } from "../../../src/core/exemplars";
import type { Embedder } from "../../../src/core/ports";
import { fuse } from "../../../src/core/exemplars/retrieve/fuse";
import { createFakeEmbedder, createMemoryStore, fakeExemplar, fakePicture, fakeSpace, wordVector } from "../../fixtures/memory-library";

const { signal } = new AbortController();
const hit = (id: string, score = 1) => ({ id, score });

describe("reciprocal rank fusion", () => {
  test("by hand, k = 60", () => {
    const fused = fuse({ text: [hit("a", 0.9), hit("b", 0.8)], bm25: [hit("b", 7), hit("c", 3)], image: [hit("b", 0.5)] });
    // b: 1/62 + 1/61 + 1/61; a: 1/61; c: 1/62.
    expect(fused.map(({ id }) => id)).toEqual(["b", "a", "c"]);
    expect(fused.map((each) => each.fused)).toEqual([1 / 62 + 1 / 61 + 1 / 61, 1 / 61, 1 / 62]);
    expect(fused[0]!.channels).toEqual({ text: { rank: 2, score: 0.8 }, bm25: { rank: 1, score: 7 }, image: { rank: 1, score: 0.5 } });
  });

  test("ranks count without what is left out; ties go to the earlier list, then to the id", () => {
    expect(fuse({ text: [hit("x"), hit("a")], matching: [hit("b")] }, new Set(["x"])).map(({ id, channels }) => [id, channels.text?.rank])).toEqual([["a", 1], ["b", undefined]]);
    expect(fuse({ image: [hit("d")], text: [hit("e")] }).map(({ id }) => id)).toEqual(["e", "d"]);
  });

  test("an exemplar that is ahead in every list is ahead", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 12 }), fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (ids, keys) => {
        const [leader, ...rest] = ids as [string, ...string[]];
        const shuffled = (by: number): string[] => [...rest].sort((a, b) => keys[(rest.indexOf(a) + by) % 12]! - keys[(rest.indexOf(b) + by) % 12]!);
        const [first] = fuse({ text: [leader, ...shuffled(0)].map((id) => hit(id)), bm25: [leader, ...shuffled(3)].map((id) => hit(id)), image: [leader, ...shuffled(5)].map((id) => hit(id)) });
        return first!.id === leader;
      }),
    );
  });
});

const topics = ["triangle angle degrees", "bar chart tickets sold", "circle radius area", "rectangle width height", "clock hands time", "map distance scale"];
const captions: Record<string, string> = {};

/** Thirty exemplars of six topics with pictures that look like their topic, all embedded. */
async function library() {
  const store = createMemoryStore();
  const ids: string[] = [];
  for (let index = 0; index < 30; index += 1) {
    const picture = fakePicture(`figure ${index}`);
    const topic = topics[index % 6]!;
    captions[picture.sha256] = topic;
    const question = `What about the ${topic} in case ${index}?`;
    ids.push(await store.put(fakeExemplar({ question, context: "c", passRate: 0.6 }), picture, { text: wordVector(question), image: wordVector(topic), joint: wordVector(question) }));
  }
  return { store, ids };
}

const problem = (question: string, caption: string) => {
  const image = fakePicture(`asked about ${caption}`);
  captions[image.sha256] = caption;
  return { question, choices: [], image };
};

describe("hybrid retrieval", () => {
  async function run(overrides: Partial<RetrieveRequest> = {}) {
    const { store, ids } = await library();
    const embedder = createFakeEmbedder(captions);
    return { store, ids, embedder, found: await retrieve({ store, embedder, problem: problem("How large is the angle of the triangle?", topics[0]!), limit: 5, signal, ...overrides }) };
  }

  test("all four lists are asked, and like finds like", async () => {
    const { found, ids, embedder } = await run();
    expect(found.channels).toEqual(["text", "bm25", "image", "matching"]);
    expect(found.embedder).toBe("fake");
    expect(new Set(found.candidates.map(({ exemplar }) => ids.indexOf(exemplar.id) % 6))).toEqual(new Set([0]));
    expect(found.candidates.map(({ fused }) => fused)).toEqual([...found.candidates.map(({ fused }) => fused)].sort((a, b) => b - a));
    expect(embedder.calls).toEqual({ embedTexts: 1, embedImages: 1, embedJoint: 0 });
  });

  test("matching compares the asked picture with the exemplars' questions", async () => {
    const { found, store } = await run({ problem: problem("Hm?", "clock hands time") });
    const best = found.candidates.filter(({ channels }) => channels.matching?.rank === 1);
    expect(best[0]!.exemplar.question).toContain("clock hands time");
    expect((await store.nearest("joint", wordVector("clock hands time"), 1))[0]!.score).toBe(best[0]!.channels.matching!.score);
  });

  test.each([
    ["no embedder", (): Embedder | null => null, ["bm25"], []],
    ["an embedder without pictures", () => createFakeEmbedder(captions, { space: { id: "fake", dimensions: { text: 64, image: null, joint: null } } }), ["text", "bm25"], []],
    ["another space than the library's", () => createFakeEmbedder(captions, { space: { ...fakeSpace, id: "other" } }), ["bm25"], []],
    ["text embedding fails", () => createFakeEmbedder(captions, { fail: "text" }), ["bm25", "image", "matching"], ["text"]],
    ["picture embedding fails", () => createFakeEmbedder(captions, { fail: "image" }), ["text", "bm25"], ["image", "matching"]],
  ] as const)("%s", async (_, embedder, channels, failed) => {
    const { found } = await run({ embedder: embedder() });
    expect(found.channels).toEqual(channels);
    expect([...found.failures.keys()]).toEqual(failed);
    expect(found.candidates.length).toBe(5);
    for (const error of found.failures.values()) expect(error.code).toBe("embedder.failed");
  });

  test("a blank question leaves the pictures", async () => {
    const { found } = await run({ problem: problem("  ", "circle radius area") });
    expect(found.channels).toEqual(["image", "matching"]);
    expect(found.candidates[0]!.exemplar.question).toContain("circle");
  });

  test("never the problem itself, whatever its case and spaces; other questions about the picture stay", async () => {
    const { store } = await library();
    const image = fakePicture("asked");
    await store.put(fakeExemplar({ question: "how  LARGE is the\nangle of the triangle? " }), image, { text: wordVector("how large is the angle of the triangle") });
    const other = await store.put(fakeExemplar({ question: "How large is the other angle of the triangle?" }), image, { text: wordVector("how large is the other angle of the triangle") });
    const same = await store.put(fakeExemplar({ question: "How large is the angle of the triangle?" }), fakePicture("another"), { text: wordVector("how large is the angle of the triangle") });
    const words = createFakeEmbedder({}, { space: { id: "fake", dimensions: { text: 64, image: null, joint: null } } });
    const { candidates } = await retrieve({ store, embedder: words, problem: { question: "How large is the angle of the triangle?", choices: [], image }, limit: 40, signal });
    const found = candidates.map(({ exemplar }) => exemplar.id);
    expect(found).toHaveLength(32);
    expect(found).toContain(other);
    expect(found[0]).toBe(same);
    expect(candidates[0]!.channels.text!.rank).toBe(1);
  });

  test("flagged, banned and refused ones are left out, and N remain all the same", async () => {
    const { store, ids } = await library();
    await store.update(ids[0]!, { passRate: 0 });
    const refused = new Set([12, 18, ...Array.from({ length: 19 }, (_, index) => index + 1)].map((index) => ids[index]!));
    const { candidates } = await retrieve({ store, embedder: createFakeEmbedder(captions), problem: problem("How large is the angle of the triangle?", topics[0]!), limit: 5, banned: [ids[24]!], allowed: ({ id }) => !refused.has(id), signal });
    const found = candidates.map(({ exemplar }) => ids.indexOf(exemplar.id)).sort((a, b) => a - b);
    expect(found).toHaveLength(5);
    for (const index of found) expect(index > 19 && index !== 24, String(index)).toBe(true);
  });

  test("one list alone, whose first fifty are refused: it is fetched deeper until N remain", async () => {
    const store = createMemoryStore();
    for (let index = 0; index < 60; index += 1) await store.put(fakeExemplar({ question: `angle ${"long ".repeat(index)}`, answer: String(index) }), fakePicture(`figure ${index}`));
    const { candidates } = await retrieve({ store, embedder: null, problem: problem("Which angle?", ""), limit: 5, allowed: ({ answer }) => Number(answer) >= 50, signal });
    expect(candidates.map(({ exemplar, channels }) => [exemplar.answer, channels.bm25!.rank])).toEqual([["50", 1], ["51", 2], ["52", 3], ["53", 4], ["54", 5]]);
  });

  test("a library that runs out gives what it has", async () => {
    const { found } = await run({ limit: 50, allowed: ({ question }) => question.includes("clock") });
    expect(found.candidates).toHaveLength(5);
    expect((await run({ allowed: () => false })).found.candidates).toEqual([]);
    expect((await retrieve({ store: createMemoryStore(), embedder: createFakeEmbedder(), problem: problem("What?", ""), limit: 5, signal })).candidates).toEqual([]);
  });

  test("cancelled before and in between", async () => {
    const controller = new AbortController();
    const { store } = await library();
    const asked = { store, problem: problem("What?", ""), limit: 5, signal: controller.signal };
    const embedder = { ...createFakeEmbedder(captions), embedTexts: () => (controller.abort(), Promise.reject(new Error("gone"))) };
    await expect(retrieve({ ...asked, embedder })).rejects.toMatchObject({ code: "cancelled" });
    await expect(retrieve({ ...asked, embedder: null })).rejects.toMatchObject({ code: "cancelled" });
  });
});

test("vectors of another length under the same name are not compared: full text is left", async () => {
  const store = createMemoryStore();
  await store.put(fakeExemplar({ question: "a circle" }), fakePicture("p"), { text: wordVector("a circle") });
  const embedder = createFakeEmbedder({}, { space: { id: fakeSpace.id, dimensions: { text: 32, image: null, joint: null } } });
  const { candidates, channels, failures } = await retrieve({ store, embedder, problem: { question: "which circle?", choices: [], image: fakePicture("q") }, limit: 3, signal });
  expect({ found: candidates.length, channels, failed: [...failures.keys()] }).toEqual({ found: 1, channels: ["bm25"], failed: ["text"] });
});

test("a problem whose question stands in the figure is not its own exemplar, however that was written down", async () => {
  const store = createMemoryStore();
  const image = fakePicture("figure");
  for (const question of ["", "Read the question in the figure and answer it."]) await store.put(fakeExemplar({ question }), image, { image: wordVector("same") });
  const other = await store.put(fakeExemplar({ question: "How many?" }), image, { image: wordVector("same") });
  for (const question of ["", " ", "read the question in the figure and answer it."]) {
    const { candidates } = await retrieve({ store, embedder: createFakeEmbedder(), problem: { question, choices: [], image }, limit: 3, signal });
    expect(candidates.map(({ exemplar }) => exemplar.id), JSON.stringify(question)).toEqual([other]);
  }
});
