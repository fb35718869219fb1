import { beforeEach, describe, expect, test } from "vitest";
import { chooseExemplars, retrievalSettingsOf, type ChooseRequest, type RetrievalSettings } from "../../../src/core/exemplars";
import { createGroundedModel } from "../../fixtures/grounded-model";
import { createFakeEmbedder, createMemoryStore, fakeExemplar, fakePicture, wordVector, type MemoryStore } from "../../fixtures/memory-library";

const problem = { question: "How large is the angle of the triangle in case 3?", choices: [], image: fakePicture("asked") };
const topics = ["triangle angle degrees", "bar chart tickets sold", "circle radius area"];
let store: MemoryStore;
let ids: string[];

beforeEach(async () => {
  store = createMemoryStore();
  ids = [];
  for (let index = 0; index < 24; index += 1) {
    const question = `What about the ${topics[index % 3]!} in case ${index}?`;
    ids.push(await store.put(fakeExemplar({ question, answer: String(index % 4), context: `context ${index}`, passRate: index % 5 === 4 ? null : ((index % 5) + 1) / 5 }), fakePicture(`figure ${index}`), { text: wordVector(question), image: wordVector(topics[index % 3]!) }));
  }
});

type Given = Partial<Omit<ChooseRequest, "settings">> & { readonly settings?: Partial<RetrievalSettings> };
const choose = ({ settings, ...given }: Given = {}) =>
  chooseExemplars({ store, embedder: createFakeEmbedder(), problem, settings: retrievalSettingsOf({ candidates: 10, ...settings }), pinned: [], banned: [], signal: new AbortController().signal, ...given });
const chosen = ({ exemplars }: Awaited<ReturnType<typeof choose>>): number[] => exemplars.map(({ id }) => ids.indexOf(id));

describe("modes", () => {
  test("none: nothing is asked and nothing chosen, pins or not", async () => {
    const { exemplars, selection } = await choose({ settings: { mode: "none" }, pinned: [ids[1]!] });
    expect(exemplars).toEqual([]);
    expect(selection).toMatchObject({ mode: "none", candidates: [], channels: [], reward: null, rollouts: 0 });
    expect(store.calls["fullText"] ?? 0).toBe(0);
  });

  test("rag: the order of retrieval", async () => {
    const { exemplars, selection } = await choose({ settings: { mode: "rag" } });
    expect(selection.candidates.slice(0, 3).map(({ id, rankBefore, rankAfter }) => [id, rankBefore, rankAfter])).toEqual(exemplars.map(({ id }, index) => [id, index + 1, index + 1]));
    expect(selection.candidates.map(({ rankBefore }) => rankBefore)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    expect(selection).toMatchObject({ mode: "rag", reward: null, rollouts: 0, embedder: "fake", channels: ["text", "bm25", "image"] });
  });

  test("rcts: the chosen ones first, with ranks before and after, and the reward of that list", async () => {
    const { exemplars, selection, answer } = await choose();
    expect(selection.candidates.map(({ rankAfter }) => rankAfter)).toEqual([1, 2, 3, ...Array<null>(7).fill(null)]);
    expect(selection.candidates.slice(0, 3).map(({ id }) => id)).toEqual(exemplars.map(({ id }) => id));
    expect([...selection.candidates.map(({ rankBefore }) => rankBefore!)].sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    const { total, selfConsistency, mutual } = selection.reward!;
    expect(total).toBeCloseTo(0.6 * selfConsistency + 0.4 * mutual, 12);
    expect(selection.rollouts).toBe(500);
    expect(answer).toBeNull();
    const rag = await choose({ settings: { mode: "rag" } });
    expect(chosen(rag)).not.toEqual(exemplars.map(({ id }) => ids.indexOf(id)));
  });

  test("random: any usable exemplar of the library, with no embedder asked, each as often", async () => {
    const embedder = createFakeEmbedder();
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 400; seed += 1) {
      const result = await choose({ embedder, settings: { mode: "random", seed }, banned: [ids[0]!] });
      expect(new Set(chosen(result)).size).toBe(3);
      for (const index of chosen(result)) counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    expect(embedder.calls.embedTexts).toBe(0);
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, index) => index + 1));
    // 1200 draws over 23: 52 each, standard deviation below 7.3.
    for (const count of counts.values()) expect(Math.abs(count - 1200 / 23)).toBeLessThan(30);
  });

  test("random: a large library with hardly anything usable is read in pages, and what is usable is found", async () => {
    store = createMemoryStore();
    for (let index = 0; index < 1_200; index += 1) await store.put(fakeExemplar({ question: `flagged ${index}`, context: "c", passRate: 0 }), fakePicture(String(index)));
    expect((await choose({ settings: { mode: "random" } })).exemplars).toEqual([]);
    expect(store.calls["list"]).toBeLessThan(60);
    const usable = [await store.put(fakeExemplar({ question: "usable", context: "c", passRate: 1 }), fakePicture("a")), await store.put(fakeExemplar({ question: "usable, too" }), fakePicture("b"))];
    expect((await choose({ settings: { mode: "random" } })).exemplars.map(({ id }) => id).sort()).toEqual(usable.sort());
  });

  test("random: a library that is smaller than K", async () => {
    expect((await choose({ settings: { mode: "random", exemplars: 16 }, allowed: ({ question }) => question.includes("circle") })).exemplars).toHaveLength(8);
  });

  test.each(["rcts", "rag", "random"] as const)("%s: the same seed gives the same choice", async (mode) => {
    const [first, again] = [await choose({ settings: { mode, seed: 7 } }), await choose({ settings: { mode, seed: 7 } })];
    expect(again).toEqual(first);
  });

  test("an empty library", async () => {
    for (const mode of ["rcts", "rag", "random"] as const) expect((await choose({ store: createMemoryStore(), settings: { mode } })).exemplars).toEqual([]);
  });
});

describe("pins and bans", () => {
  test.each(["rcts", "rag", "random"] as const)("%s: pinned ones come first in their order and count among the K", async (mode) => {
    const result = await choose({ settings: { mode }, pinned: [ids[20]!, ids[5]!] });
    expect(chosen(result)).toHaveLength(3);
    expect(chosen(result).slice(0, 2)).toEqual([20, 5]);
    expect(result.selection.candidates.slice(0, 3).map(({ pinned, rankAfter }) => [pinned, rankAfter])).toEqual([[true, 1], [true, 2], [false, 3]]);
  });
  test("a pinned one that retrieval did not find has no rank before", async () => {
    const { selection } = await choose({ settings: { candidates: 3 }, pinned: [ids[22]!] });
    expect(selection.candidates[0]).toMatchObject({ id: ids[22], rankBefore: null, fused: 0, channels: {}, pinned: true });
  });
  test("more pinned ones than K are all in", async () => {
    for (const mode of ["rcts", "rag", "random"] as const) expect(chosen(await choose({ settings: { mode, exemplars: 2 }, pinned: [9, 8, 7].map((index) => ids[index]!) }))).toEqual([9, 8, 7]);
  });
  test("a ban and the guard overrule a pin, a pin overrules the flag, and an unknown or doubled one is nothing", async () => {
    await store.update(ids[3]!, { passRate: 0 });
    const result = await choose({ pinned: ["gone", ids[3]!, ids[4]!, ids[6]!, ids[3]!], banned: [ids[4]!], allowed: ({ id }) => id !== ids[6] });
    expect(chosen(result).slice(0, 1)).toEqual([3]);
    expect(chosen(result)).toHaveLength(3);
    expect(chosen(result)).not.toEqual(expect.arrayContaining([4]));
    expect(chosen(result)).not.toEqual(expect.arrayContaining([6]));
    expect(result.selection.banned).toEqual([ids[4]]);
  });
  test("the problem itself is not even in when pinned", async () => {
    const own = await store.put(fakeExemplar({ question: problem.question.toUpperCase() }), problem.image);
    for (const mode of ["rcts", "rag", "random"] as const) {
      const { selection } = await choose({ settings: { mode, exemplars: 16, candidates: 200 }, pinned: [own] });
      expect(selection.candidates.map(({ id }) => id)).not.toContain(own);
    }
  });
});

describe("ablations", () => {
  test("no self-consistency: the most different ones; no mutuality: the best verified ones", async () => {
    const rates = (result: Awaited<ReturnType<typeof choose>>): number[] => result.exemplars.map(({ passRate }) => passRate ?? 0);
    const diverse = await choose({ settings: { alpha: 0, beta: 1, candidates: 24 } });
    const verified = await choose({ settings: { alpha: 1, beta: 0, candidates: 24 } });
    expect(rates(verified)).toEqual([0.8, 0.8, 0.8]);
    expect(new Set(chosen(diverse).map((index) => index % 3)).size).toBe(3);
    expect(diverse.selection.reward!.mutual).toBeGreaterThan(verified.selection.reward!.mutual);
  });
  test("no reasoning context: the same exemplars, shown without", async () => {
    const [with_, without] = [await choose(), await choose({ settings: { contexts: false } })];
    expect(chosen(without)).toEqual(chosen(with_));
    expect([with_.exemplars.every(({ context }) => context !== null), without.exemplars.every(({ context }) => context === null)]).toEqual([true, true]);
    expect(without.selection.candidates[0]!.context).not.toBeNull();
  });
});

describe("answer-grounded", () => {
  const grounded = { reward: "answerGrounded" } as const;

  test("71 calls; the answer of the final list comes along", async () => {
    const model = createGroundedModel(problem.question, { spread: 50 });
    const result = await choose({ settings: grounded, answer: model });
    expect(model.calls).toHaveLength(71);
    const last = result.exemplars.map(({ context }) => context).join();
    const final = model.calls.find(({ kind, request }) => kind === "solve" && request.messages.filter(({ role }) => role === "assistant").map(({ parts }) => (parts[0]!.type === "text" ? parts[0]!.text : "")).join() === last);
    expect(final).toBeDefined();
    expect(result.answer).toMatch(/^\d+$/);
    expect(result.selection).toMatchObject({ rollouts: 8 });
    const { total, selfConsistency, mutual } = result.selection.reward!;
    expect(total).toBeCloseTo(0.2 * selfConsistency + 0.8 * mutual, 12);
  });
  test("contexts off: lists are shown without them", async () => {
    const model = createGroundedModel(problem.question);
    await choose({ settings: { ...grounded, contexts: false }, answer: model });
    expect(JSON.stringify(model.calls.map(({ request }) => request.messages))).not.toContain("context");
  });
  test("pinned ones precede every list; nothing is asked where they fill it", async () => {
    const model = createGroundedModel(problem.question);
    await choose({ settings: grounded, answer: model, pinned: [ids[9]!] });
    for (const { request } of model.calls.filter(({ kind }) => kind === "solve")) expect(JSON.stringify(request.messages[2])).toContain("context 9");
    const idle = createGroundedModel(problem.question);
    expect(chosen(await choose({ settings: { ...grounded, exemplars: 1 }, answer: idle, pinned: [ids[9]!] }))).toEqual([9]);
    expect(idle.calls).toEqual([]);
  });
  test("without a model it is refused", async () => {
    await expect(choose({ settings: grounded })).rejects.toMatchObject({ code: "input.invalid", details: { field: "reward" } });
    expect((await choose({ settings: { ...grounded, mode: "rag" } })).exemplars).toHaveLength(3);
  });
});

test("a failing embedder leaves full text, and says so", async () => {
  const { selection, failures, exemplars } = await choose({ embedder: createFakeEmbedder({}, { fail: "text" }), problem: { ...problem, image: fakePicture("x") } });
  expect(selection.channels).toEqual(["bm25", "image"]);
  expect([...failures.keys()]).toEqual(["text"]);
  expect(exemplars).toHaveLength(3);
});

test("cancelled in every mode", async () => {
  for (const mode of ["rcts", "rag", "random", "none"] as const) await expect(choose({ settings: { mode }, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "cancelled" });
});
