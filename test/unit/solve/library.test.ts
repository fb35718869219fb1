import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { contextDefaults, buildContexts, retrievalDefaults } from "../../../src/core/exemplars";
import { FigtreeError, type Exemplar, type ExemplarStore, type GenerateRequest, type Message, type TurnDelivery, type VisionModel } from "../../../src/core/ports";
import { estimateCost, estimateWithExemplars, exemplarLoad, settingsOf, type SolveLibrary } from "../../../src/core/solve";
import type { TraceEvent } from "../../../src/core/trace";
import { createSolveStorage, formatTrace, parseTrace } from "../../../src/adapters/storage";
import { lastText } from "../../fixtures/fake-world";
import { createFakeEmbedder, createMemoryStore, fakeExemplar, fakePicture, wordVector, type MemoryStore } from "../../fixtures/memory-library";
import { manualClock, runSolve, testImage } from "../../fixtures/run-solve";
import { bundledFigures, type SampleFigure } from "../../fixtures/sample-model";
import { createTeacher } from "../../fixtures/teacher";

const settings = settingsOf("quick", { iterations: 2, width: 2, depth: 3 });
const embedder = createFakeEmbedder();
const text = ({ parts }: Message): string => parts.map((part) => (part.type === "text" ? part.text : "")).join("");
const usage = { requests: 1, samples: 1, promptTokens: 10, completionTokens: 5 };

/** Contexts of two methods for the same kind of question; the problem needs the one that subtracts. */
const context = (method: string): string => `Sub-question 1: Which method?\nAnswer 1: By ${method}.\nSub-question 2: Now we can answer the question: What is it?\nAnswer 2: The answer is 1.`;

async function library(given: Partial<SolveLibrary["settings"]> = {}, rest: Partial<SolveLibrary> = {}): Promise<SolveLibrary & { store: ExemplarStore & MemoryStore }> {
  const store = createMemoryStore();
  for (const [index, method] of ["subtraction", "addition", "guessing"].entries()) {
    const question = `What is it, example ${index}?`;
    await store.put(fakeExemplar({ question, context: context(method), passRate: method === "guessing" ? 0 : 0.8 }), fakePicture(method), { text: wordVector(question) });
  }
  return { embedder, pinned: [], banned: [], ...rest, settings: { ...retrievalDefaults, exemplars: 2, ...given }, store };
}

/** Knows how to solve the problem only from an example that does it: then it says 12, else 7. */
function learner(earlierTurns?: TurnDelivery): VisionModel & { readonly seen: (readonly Message[])[]; rewards: number } {
  const model = {
    info: { name: "learner", place: "test", sample: false },
    seen: [] as (readonly Message[])[],
    rewards: 0,
    generate({ messages, samples, signal }: GenerateRequest) {
      signal.throwIfAborted();
      model.seen.push(messages);
      const taught = messages.some((message) => message.role === "assistant" && text(message).includes("By subtraction"));
      const step = /Answer 1:/.test(lastText(messages)) ? ` Now we can answer the question: What is it?\nAnswer 2: The answer is ${taught ? 12 : 7}.` : " How?\nAnswer 1: Somehow.";
      return Promise.resolve({ choices: Array.from({ length: samples }, () => ({ text: step, finish: "stop" as const })), usage, ...(earlierTurns === undefined ? {} : { earlierTurns }) });
    },
    probabilityOfYes({ messages }: { readonly messages: readonly Message[] }) {
      model.seen.push(messages);
      model.rewards += 1;
      return Promise.resolve({ yes: 0.8, no: 0.2, source: "logprobs" as const, usage });
    },
    dispose: () => Promise.resolve(),
  };
  return model;
}

const selections = (events: readonly TraceEvent[]) => events.flatMap((event) => (event.type === "exemplars" ? [event.selection] : []));

describe("exemplars in a solve", () => {
  test.each(["vrest", "cot", "qa"] as const)("%s: chosen before any expansion, the same turns before every call", async (method) => {
    const model = learner();
    const { events, snapshot } = await runSolve({ model, settings, method, library: await library() });
    const chosen = events.findIndex(({ type }) => type === "exemplars");
    expect(chosen).toBeGreaterThan(0);
    expect(chosen).toBeLessThan(events.findIndex(({ type }) => type === "expanded"));
    expect(snapshot.exemplars).toMatchObject({ mode: "rcts", delivery: "pictures" });
    const prefixes = new Set(model.seen.map((messages) => JSON.stringify(messages.slice(0, -1))));
    expect(prefixes.size).toBe(1);
    expect(model.seen[0]).toHaveLength(6);
    expect(model.seen[0]![1]!.parts[0]).toMatchObject({ type: "image", image: { bytes: expect.any(Uint8Array) as Uint8Array } });
  });

  test("a model that learns from examples is right with them and wrong without; the flagged one is never shown", async () => {
    const without = await runSolve({ model: learner(), settings });
    const withThem = await runSolve({ model: learner(), settings, library: await library() });
    const banned = await library();
    const [first] = (await banned.store.list({ text: "0" })).exemplars;
    const withoutThat = await runSolve({ model: learner(), settings, library: { ...banned, banned: [first!.id] } });
    expect([without, withThem, withoutThat].map(({ snapshot }) => snapshot.best?.answer)).toEqual(["7", "12", "7"]);
    expect(without.snapshot.exemplars).toBeNull();
    expect(withThem.snapshot.exemplars!.candidates.some(({ context: held }) => held?.includes("guessing") === true)).toBe(false);
  });

  test("contexts off: question and direct answer alone", async () => {
    const model = learner();
    await runSolve({ model, settings, library: await library({ contexts: false }) });
    expect(text(model.seen[0]![2]!)).toBe("The answer is 1.");
    expect(text(model.seen[0]![1]!)).toMatch(/Answer the question directly\.$/);
  });

  test("mode none asks the library nothing", async () => {
    const off = await library({ mode: "none" });
    const { snapshot } = await runSolve({ model: learner(), settings, library: off });
    expect(snapshot.exemplars).toBeNull();
    expect(snapshot.warnings).toEqual([]);
    expect(off.store.calls["fullText"]).toBeUndefined();
  });

  test("the same seed gives the same events", async () => {
    const run = async (seed: number): Promise<TraceEvent[]> => (await runSolve({ model: learner(), settings, library: await library({ seed, mode: "random" }) })).events;
    expect(await run(3)).toEqual(await run(3));
  });

  test("a trace file and the log of events keep the selection", async () => {
    const [{ image }] = bundledFigures() as [SampleFigure];
    const { events, snapshot } = await runSolve({ model: learner("text"), settings, library: await library(), image });
    expect(snapshot.exemplars!.delivery).toBe("text");
    expect(parseTrace(formatTrace(snapshot, null, "")).snapshot.exemplars).toEqual(snapshot.exemplars);
    const folder = await mkdtemp(path.join(tmpdir(), "figtree-exemplars-"));
    const log = await createSolveStorage(folder).begin("one", image, "");
    for (const event of events) await log.append(event);
    await log.close();
    expect((await createSolveStorage(folder).read("one")).snapshot).toEqual(snapshot);
    await rm(folder, { recursive: true });
  });

  test("contexts that were just built teach the next solve", async () => {
    const store = createMemoryStore();
    await store.put(fakeExemplar({ question: "What is it, then?", answer: "5" }), fakePicture("new"), { text: wordVector("What is it, then?") });
    const teacher = createTeacher({ explain: ({ answer }) => [` Which method?\nAnswer 1: By subtraction.\nSub-question 2: Now we can answer the question: What is it?\nAnswer 2: The answer is ${answer}.`], solve: ({ samples }) => Array.from({ length: samples }, () => " it?\nAnswer 2: The answer is 5.") });
    for await (const event of buildContexts({ store, model: teacher, settings: contextDefaults, clock: manualClock(), signal: new AbortController().signal })) void event;
    const { snapshot } = await runSolve({ model: learner(), settings, library: { ...(await library()), store } });
    expect(snapshot.best?.answer).toBe("12");
    expect(snapshot.exemplars!.candidates[0]).toMatchObject({ passRate: 1, rankAfter: 1 });
  });
});

describe("what goes wrong with a library", () => {
  test.each([
    ["the store cannot be read", { fullText: () => Promise.reject(new FigtreeError("library.busy", { message: "Another window is writing." })) }, /could not be read \(Another window is writing\)\.$/],
    ["pictures cannot be read", { readImage: () => Promise.reject(new FigtreeError("library.unreachable", { message: "The disk is away." })) }, /could not be read \(The disk is away\)\.$/],
    ["the store throws anything", { fullText: () => Promise.reject(new TypeError("no such table")) }, /\(no such table\)\.$/],
  ] as const)("%s: one warning in words, and the solve goes on without", async (_, broken, words) => {
    const given = await library();
    const { snapshot } = await runSolve({ model: learner(), settings, library: { ...given, store: { ...given.store, ...broken } } });
    expect(snapshot.outcome).toMatchObject({ partial: false, error: null });
    expect(snapshot.best?.answer).toBe("7");
    expect(snapshot.warnings).toEqual([{ code: "exemplarsUnavailable", count: 1, detail: expect.stringMatching(words) as string }]);
  });

  test("an embedder that fails leaves the other lists, and a warning in words", async () => {
    const { snapshot } = await runSolve({ model: learner(), settings, library: await library({}, { embedder: createFakeEmbedder({}, { fail: "text" }) }) });
    expect(snapshot.best?.answer).toBe("12");
    expect(snapshot.exemplars!.channels).not.toContain("text");
    expect(snapshot.warnings).toEqual([{ code: "retrievalReduced", count: 1, detail: "the question and the figure could not be compared with them (broken on purpose)." }]);
  });

  /** A store that has lost the pictures of some exemplars. */
  const without = (given: Awaited<ReturnType<typeof library>>, isLost: (sha256: string) => boolean, code: "file.notFound" | "library.damaged" = "file.notFound"): SolveLibrary =>
    ({ ...given, store: { ...given.store, readImage: (sha256) => (isLost(sha256) ? Promise.reject(new FigtreeError(code, { file: sha256 })) : given.store.readImage(sha256)) } });

  test.each([["rcts", "file.notFound"], ["rag", "library.damaged"], ["random", "file.notFound"]] as const)("%s: a lost picture (%s) costs its exemplar alone; the next best is taken, and a warning names it", async (mode, code) => {
    const given = await library({ mode, exemplars: 1 });
    const whole = await runSolve({ model: learner(), settings, library: given });
    const [best] = whole.snapshot.exemplars!.candidates.filter(({ rankAfter }) => rankAfter === 1);
    const { snapshot } = await runSolve({ model: learner(), settings, library: without(given, (sha256) => sha256 === best!.image.sha256, code) });
    expect(snapshot.warnings).toEqual([{ code: "exemplarPictureLost", count: 1, detail: `"${best!.question}"` }]);
    const chosen = snapshot.exemplars!.candidates.filter(({ rankAfter }) => rankAfter !== null);
    expect(chosen).toHaveLength(1);
    expect(chosen[0]!.id).not.toBe(best!.id);
    expect(snapshot.exemplars!.candidates.map(({ id }) => id)).not.toContain(best!.id);
    expect(parseTrace(formatTrace(snapshot, null, "")).snapshot.warnings).toEqual(snapshot.warnings);
  });

  test("a pinned one with a lost picture is left out as well; fewer are shown where no other is there", async () => {
    const given = await library();
    const { exemplars: [pinned, other] } = await given.store.list({ state: "verified" });
    const model = learner();
    const { snapshot } = await runSolve({ model, settings, library: { ...without(given, (sha256) => sha256 === pinned!.image.sha256), pinned: [pinned!.id] } });
    expect(snapshot.exemplars!.candidates.map(({ id, rankAfter }) => [id, rankAfter])).toEqual([[other!.id, 1]]);
    expect(snapshot.warnings).toMatchObject([{ code: "exemplarPictureLost", count: 1 }]);
    expect(model.seen[0]).toHaveLength(4);
  });

  test("the answer-grounded reward asks nothing about an exemplar whose picture is lost", async () => {
    const given = await library({ reward: "answerGrounded", exemplars: 1 });
    const { exemplars: [first, other] } = await given.store.list({ state: "verified" });
    const whole = await runSolve({ model: learner(), settings, method: "qa", library: given });
    const model = learner();
    const { snapshot } = await runSolve({ model, settings, method: "qa", library: without(given, (sha256) => sha256 === first!.image.sha256) });
    expect(snapshot.exemplars!.candidates.map(({ id }) => id)).toEqual([other!.id]);
    expect(snapshot.warnings).toMatchObject([{ code: "exemplarPictureLost", count: 1 }]);
    expect(snapshot.usage.requests).toBeLessThanOrEqual(whole.snapshot.usage.requests);
    expect(JSON.stringify(model.seen)).not.toContain(first!.question);
  });

  test("a library that has lost all its pictures gives no exemplars, and says both", async () => {
    const embedded = createFakeEmbedder();
    const { snapshot } = await runSolve({ model: learner(), settings, library: { ...without(await library(), () => true), embedder: embedded } });
    expect(snapshot.best?.answer).toBe("7");
    expect(snapshot.warnings).toMatchObject([{ code: "exemplarPictureLost", count: 2 }, { code: "exemplarsUnavailable", count: 1 }]);
    expect(embedded.calls.embedTexts).toBe(1);
  });

  test("an empty library is said to be empty", async () => {
    const { snapshot } = await runSolve({ model: learner(), settings, library: { ...(await library()), store: createMemoryStore() } });
    expect(snapshot.warnings).toMatchObject([{ code: "exemplarsUnavailable", detail: "the library holds none that may be used." }]);
    expect(snapshot.exemplars).toMatchObject({ candidates: [] });
  });

  test("cancelling while exemplars are looked for ends the solve at once, though the store hears nothing", async () => {
    const given = await library();
    const controller = new AbortController();
    const store = { ...given.store, fullText: () => (setImmediate(() => controller.abort()), new Promise<never>(() => undefined)) };
    const { events, snapshot } = await runSolve({ model: learner(), settings, library: { ...given, store }, signal: controller.signal });
    expect(snapshot.outcome).toEqual({ reason: "cancelled", partial: true, error: null });
    expect(events.map(({ type }) => type)).toEqual(["started", "finished"]);
  });

  test("the cap on seconds holds for the choice too", async () => {
    const given = await library();
    const clock = manualClock();
    const store = { ...given.store, fullText: () => (setImmediate(() => clock.advance(5000)), new Promise<never>(() => undefined)) };
    const { snapshot } = await runSolve({ model: learner(), settings: { ...settings, maxSeconds: 5 }, library: { ...given, store }, clock });
    expect(snapshot.outcome?.error).toEqual({ code: "budget.seconds", details: { limit: 5 } });
  });

  test("calls of the answer-grounded reward are within the same budget", async () => {
    const free = await runSolve({ model: learner(), settings, method: "qa", library: await library({ reward: "answerGrounded", exemplars: 1 }) });
    expect(free.snapshot.usage.requests).toBeGreaterThan(1);
    expect(free.snapshot.exemplars).toMatchObject({ settings: { reward: "answerGrounded" } });
    const capped = await runSolve({ model: learner(), settings: { ...settings, maxCalls: 2 }, method: "qa", library: await library({ reward: "answerGrounded", exemplars: 1 }) });
    expect(capped.snapshot.outcome).toMatchObject({ reason: "budget", error: { code: "budget.calls" } });
    expect(capped.snapshot.usage.requests).toBe(2);
  });
});

describe("how exemplars reached the model", () => {
  test.each([
    ["pictures", []],
    ["contactSheet", [{ code: "exemplarsCombined", count: 1, detail: "" }]],
    ["text", [{ code: "exemplarsCombined", count: 1, detail: "the exemplars were shown as text, without theirs" }]],
    ["dropped", [{ code: "exemplarsIgnored", count: 1, detail: "" }]],
  ] as const)("%s is told once", async (delivery, warnings) => {
    const { events, snapshot } = await runSolve({ model: learner(delivery), settings, library: await library() });
    expect(snapshot.exemplars!.delivery).toBe(delivery);
    expect(snapshot.warnings).toEqual(warnings);
    expect(selections(events).map((selection) => selection.delivery)).toEqual(delivery === "pictures" ? ["pictures"] : ["pictures", delivery]);
  });

  test("exemplars that do not fit into the context are counted in the warning", async () => {
    const narrow = learner();
    const model: VisionModel = { ...narrow, generate: (request) => (request.messages.length > 4 ? Promise.reject(new FigtreeError("endpoint.contextOverflow")) : narrow.generate(request)) };
    const { snapshot } = await runSolve({ model, settings, method: "qa", library: await library() });
    expect(snapshot.warnings).toEqual([{ code: "contextShortened", count: 1, detail: "1 of 2 exemplars left out" }]);
  });
});

test("the estimate counts the exemplars' pictures and texts in every request", () => {
  const { bytes, ...image } = testImage;
  const exemplar: Exemplar = { ...fakeExemplar({ question: "1234567", context: "12345678", answer: "1" }), id: "a", image: { ...image, width: 56, height: 29, byteLength: bytes.byteLength }, createdAt: 1, updatedAt: 1 };
  // Text: 7 + 1 + 8 characters are 4 tokens; picture: 2 x 2.
  expect(exemplarLoad([exemplar], { mode: "rcts", exemplars: 3, contexts: true })).toEqual({ pictures: 1, tokens: 8 });
  expect(exemplarLoad([exemplar, exemplar, exemplar, exemplar], { mode: "rcts", exemplars: 3, contexts: true })).toEqual({ pictures: 3, tokens: 24 });
  // 7 + 1 + 1 characters are 3 tokens.
  expect(exemplarLoad([exemplar], { mode: "rag", exemplars: 1, contexts: false })).toEqual({ pictures: 1, tokens: 7 });
  expect(exemplarLoad([exemplar], { mode: "none", exemplars: 1, contexts: true })).toEqual({ pictures: 0, tokens: 0 });
  const load = { pictures: 3, tokens: 24 };
  expect(estimateWithExemplars(estimateCost("cot", settings), load, { mode: "rcts", reward: "heuristic" })).toEqual({ requests: 3, samples: 3, exemplars: { pictures: 9, tokens: 72 } });
  // 1 zero-shot; 10 lists with a solution, a self-reward of 5 samples and 5 exemplars of 5 samples: 71 requests, 311 samples.
  expect(estimateWithExemplars(estimateCost("cot", settings), load, { mode: "rcts", reward: "answerGrounded" })).toEqual({ requests: 74, samples: 314, exemplars: { pictures: 222, tokens: 1776 } });
});
