import { describe, expect, test } from "vitest";
import { buildContexts, contextDefaults, type ContextsEvent, type ContextsRequest } from "../../../src/core/exemplars";
import { FigtreeError, type ExemplarStore, type NewExemplar } from "../../../src/core/ports";
import { createMemoryStore, fakeExemplar, fakePicture, type MemoryStore } from "../../fixtures/memory-library";
import { manualClock } from "../../fixtures/run-solve";
import { createTeacher, type Teacher } from "../../fixtures/teacher";

const settings = { ...contextDefaults, contexts: 3, verifications: 4 };
const never = new AbortController().signal;

/** A solution in one step and the last one; `mark` tells it from others. */
const solution = (mark: string, answer: string): string => ` What is read ${mark}?\nAnswer 1: It is ${mark}.\nSub-question 2: Now we can answer the question: How much?\nAnswer 2: So it is ${answer}. The answer is ${answer}.`;
const stored = (mark: string, answer: string): string => `Sub-question 1: What is read ${mark}?\nAnswer 1: It is ${mark}.\nSub-question 2: Now we can answer the question: How much?\nAnswer 2: So it is ${answer}. The answer is ${answer}.`;

async function library(count: number, given: (index: number) => Partial<NewExemplar> = () => ({})): Promise<{ store: MemoryStore; ids: string[] }> {
  const store = createMemoryStore();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await store.put(fakeExemplar({ question: `How much is number ${index}?`, answer: `${10 + index}`, ...given(index) }), fakePicture(`${index}`)));
  return { store, ids };
}

async function build(request: Pick<ContextsRequest, "store" | "model"> & Partial<ContextsRequest>, onEvent: (event: ContextsEvent) => void = () => undefined): Promise<ContextsEvent[]> {
  const events: ContextsEvent[] = [];
  for await (const event of buildContexts({ settings, clock: manualClock(), signal: never, inFlight: 1, ...request })) {
    events.push(event);
    onEvent(event);
  }
  return events;
}

/** A context marked with a digit d is followed to the right answer d times out of four. */
const byMark = (answers: (text: string) => string) => ({ text, samples }: { text: string; samples: number }): string[] => {
  const passes = Number(/It is good(\d)/.exec(text)?.[1] ?? 0);
  return Array.from({ length: samples }, (_, index) => ` How much?\nAnswer 2: The answer is ${index < passes ? answers(text) : "999"}.`);
};
const answerOf = (text: string): string => `${10 + Number(/number (\d+)/.exec(text)![1])}`;
const marks = (...given: string[]): Teacher => createTeacher({ explain: ({ answer, samples }) => given.slice(0, samples).map((mark) => solution(mark, answer)), solve: byMark(answerOf) });

describe("one exemplar", () => {
  test("M contexts in one request, each verified V times, the best kept with all rates", async () => {
    const { store, ids } = await library(1);
    const model = marks("good1", "good3", "bad");
    const events = await build({ store, model });
    expect(model.calls.map(({ kind, samples }) => [kind, samples])).toEqual([["context", 3], ["verify", 4], ["verify", 4], ["verify", 4]]);
    const [exemplar] = await store.get(ids);
    // By hand: 1 of 4, 3 of 4, 0 of 4.
    expect(exemplar!.candidates).toEqual([{ text: stored("good1", "10"), passRate: 0.25 }, { text: stored("good3", "10"), passRate: 0.75 }, { text: stored("bad", "10"), passRate: 0 }]);
    expect(exemplar).toMatchObject({ context: stored("good3", "10"), passRate: 0.75 });
    expect(events.map(({ type }) => type)).toEqual(["started", "begun", "done", "progress", "finished"]);
    expect(events.at(-1)).toMatchObject({ reason: "completed", done: 1, failed: 0, usage: { requests: 4 } });
  });

  test("ties go to the shorter context", async () => {
    const { store, ids } = await library(1);
    await build({ store, model: marks("good2 and much more", "good2") });
    expect((await store.get(ids))[0]!.context).toBe(stored("good2", "10"));
  });

  test("a best rate of 0 is kept and flagged", async () => {
    const { store, ids } = await library(1);
    await build({ store, model: marks("bad", "worse") });
    expect((await store.get(ids))[0]).toMatchObject({ context: stored("bad", "10"), passRate: 0 });
    expect((await store.list({ state: "flagged" })).total).toBe(1);
  });

  test("a verification shows neither the last step's answer nor any sentence that states it", async () => {
    const { store } = await library(1);
    const model = createTeacher({ explain: ({ answer }) => [` What?\nAnswer 1: It is good4. The answer is ${answer}.\nSub-question 2: Then?\nAnswer 2: The answer is ${answer}.\nSub-question 3: Now we can answer the question: How much?\nAnswer 3: It is ${answer}. The answer is ${answer}.`], solve: byMark(answerOf) });
    await build({ store, model, settings: { ...settings, contexts: 1 } });
    const { text, system } = model.calls.find(({ kind }) => kind === "verify")!;
    expect(text).toBe("Question: How much is number 0?\nSub-question 1: What?\nAnswer 1: It is good4.\nSub-question 2: Now we can answer the question:");
    expect(system).not.toContain("correct answer is");
  });

  test("the answer is told in the system message alone; the user's turn keeps its shape", async () => {
    const { store } = await library(1, () => ({ choices: ["9", "10"] }));
    const model = createTeacher({ explain: () => [solution("good4", "B")], solve: () => [" x\nAnswer 2: The answer is B.", " x\nAnswer 2: The answer is 10.", " x\nAnswer 2: The answer is A.", " x\nAnswer 2: it may be anything"] });
    const { ids } = { ids: (await store.list()).exemplars.map(({ id }) => id) };
    await build({ store, model, settings: { ...settings, contexts: 1 } });
    expect(model.calls[0]!.text).toBe("Question: How much is number 0?\n(A) 9\n(B) 10\nSub-question 1:");
    expect(model.calls[0]!.system).toMatch(/The correct answer is: \(B\) 10$/);
    // The letter and the option's text are the same answer: two of four pass.
    expect((await store.get(ids))[0]).toMatchObject({ passRate: 0.5, context: stored("good4", "B") });
  });

  test("missing contexts are asked for again with another seed; equal ones are verified once", async () => {
    const { store, ids } = await library(1);
    const model = createTeacher({ explain: ({ round, answer }) => (round === 0 ? [solution("good1", answer), "I cannot help with that."] : [solution("good1", answer), solution("good2", answer)]), solve: byMark(answerOf) });
    await build({ store, model });
    const asked = model.calls.filter(({ kind }) => kind === "context");
    expect(asked.map(({ samples }) => samples)).toEqual([3, 2]);
    expect(new Set(asked.map(({ seed }) => seed)).size).toBe(2);
    expect((await store.get(ids))[0]!.candidates.map(({ passRate }) => passRate)).toEqual([0.25, 0.5]);
  });

  test("a model that writes one step at a time is asked to go on", async () => {
    const { store, ids } = await library(1);
    const model = createTeacher({
      explain: ({ text, answer }) => (text.endsWith("Sub-question 1:") ? [" What is read good2?\nAnswer 1: It is good2."] : [` Now we can answer the question: How much?\nAnswer 2: So it is ${answer}. The answer is ${answer}.`]),
      solve: byMark(answerOf),
    });
    await build({ store, model, settings: { ...settings, contexts: 1 } });
    expect(model.calls.map(({ kind }) => kind)).toEqual(["context", "continue", "verify"]);
    expect((await store.get(ids))[0]).toMatchObject({ context: stored("good2", "10"), passRate: 0.5 });
  });

  test("a context that ends in another answer is kept to be seen and never used", async () => {
    const { store, ids } = await library(1);
    const model = createTeacher({ explain: () => [solution("good4", "77")], solve: byMark(answerOf) });
    await build({ store, model });
    expect(model.calls.every(({ kind }) => kind === "context")).toBe(true);
    expect((await store.get(ids))[0]).toMatchObject({ candidates: [{ text: stored("good4", "77"), passRate: 0 }], context: null, passRate: 0 });
  });

  test("its own imported context is verified first and competes", async () => {
    const { store, ids } = await library(1, () => ({ context: stored("good4", "10"), candidates: [{ text: stored("good4", "10"), passRate: null }] }));
    const model = marks("good1", "good2", "bad");
    await build({ store, model });
    expect(model.calls[0]).toMatchObject({ kind: "verify" });
    expect((await store.get(ids))[0]).toMatchObject({ context: stored("good4", "10"), passRate: 1 });
    expect((await store.get(ids))[0]!.candidates).toHaveLength(4);
  });

  test("replies that never come are no passes", async () => {
    const { store, ids } = await library(1);
    const model = createTeacher({ explain: ({ answer }) => [solution("good4", answer)], solve: () => [" x\nAnswer 2: The answer is 10."] });
    await build({ store, model, settings: { ...settings, contexts: 1 } });
    expect(model.calls.filter(({ kind }) => kind === "verify").map(({ samples }) => samples)).toEqual([4, 3]);
    expect((await store.get(ids))[0]!.passRate).toBe(0.5);
  });
});

describe("many exemplars", () => {
  test("a killed run goes on where it ended, without asking again", async () => {
    const { store, ids } = await library(6);
    const controller = new AbortController();
    const first = marks("good2");
    const events = await build({ store, model: first, settings: { ...settings, contexts: 1 }, signal: controller.signal }, (event) => {
      if (event.type === "begun" && event.id === ids[3]) controller.abort();
    });
    expect(events.at(-1)).toMatchObject({ type: "finished", reason: "cancelled", done: 3 });
    const second = marks("good2");
    const again = await build({ store, model: second, settings: { ...settings, contexts: 1 } });
    expect(again[0]).toEqual({ type: "started", total: 3, finished: 3 });
    const asked = (model: Teacher, number: number): number => model.calls.filter(({ text }) => text.includes(`number ${number}?`)).length;
    // Two calls each: one context, one verification.
    expect(ids.map((_, number) => asked(second, number))).toEqual([0, 0, 0, 2, 2, 2]);
    const third = marks("good2");
    await build({ store, model: third });
    expect(third.calls).toHaveLength(0);
    await build({ store, model: third, settings: { ...settings, contexts: 1, force: true }, ids: [ids[0]!] });
    // The present context takes part as a candidate, and the same one was generated again.
    expect(third.calls.map(({ kind }) => kind)).toEqual(["verify", "context"]);
  });

  test("leaving the iteration stops the model and keeps what is done", async () => {
    const { store, ids } = await library(3);
    let seen: AbortSignal | undefined;
    const teacher = marks("good2");
    const model = { ...teacher, generate: (request: Parameters<Teacher["generate"]>[0]) => ((seen = request.signal), teacher.generate(request)) };
    for await (const event of buildContexts({ store, model, settings, clock: manualClock(), signal: never, inFlight: 1 })) if (event.type === "done") break;
    expect(seen!.aborted).toBe(true);
    expect((await store.get(ids)).map((each) => each!.passRate)).toEqual([0.5, null, null]);
  });

  test("one that fails is told and the others go on; it is asked about again next time", async () => {
    const { store, ids } = await library(3);
    const broken = (text: string): boolean => text.includes("number 1?");
    const say = (fail: boolean): Teacher => createTeacher({ explain: ({ text, answer }) => (fail && broken(text) ? Promise.reject(new FigtreeError("endpoint.contextOverflow", { place: "test" })) : [solution("good4", answer)]), solve: byMark(answerOf) });
    const events = await build({ store, model: say(true) });
    expect(events.filter(({ type }) => type === "failed")).toEqual([{ type: "failed", id: ids[1], error: { code: "endpoint.contextOverflow", details: { place: "test" } } }]);
    expect(events.at(-1)).toMatchObject({ reason: "completed", done: 2, failed: 1 });
    expect((await build({ store, model: say(false) }))[0]).toMatchObject({ total: 1, finished: 2 });
  });

  test("replies without any steps fail that exemplar", async () => {
    const { store } = await library(1);
    const events = await build({ store, model: createTeacher({ explain: () => ["Sorry."], solve: () => [] }) });
    expect(events.find(({ type }) => type === "failed")).toMatchObject({ error: { code: "reply.unreadable" } });
  });

  test.each(["endpoint.unreachable", "endpoint.unauthorized", "endpoint.modelNotFound", "endpoint.quota"] as const)("%s ends the run with what is done", async (code) => {
    const { store, ids } = await library(5);
    const model = createTeacher({ explain: ({ text, answer }) => (text.includes("number 2?") ? Promise.reject(new FigtreeError(code)) : [solution("good4", answer)]), solve: byMark(answerOf) });
    const events = await build({ store, model, settings: { ...settings, contexts: 1 } });
    expect(events.at(-1)).toMatchObject({ type: "finished", reason: "stopped", error: { code }, done: 2, failed: 0 });
    expect((await store.get(ids)).map((each) => each!.passRate)).toEqual([1, 1, null, null, null]);
    expect(model.calls.some(({ text }) => /number [34]/.test(text))).toBe(false);
  });

  test("no more calls at once than the limit, whatever the exemplars", async () => {
    const { store } = await library(8);
    let [now, most] = [0, 0];
    const slow = async (texts: readonly string[]): Promise<readonly string[]> => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return texts;
    };
    const model = createTeacher({ explain: ({ answer, samples }) => slow(["good1", "good2", "good3"].slice(0, samples).map((mark) => solution(mark, answer))), solve: (ask) => slow(byMark(answerOf)(ask)) });
    const events = await build({ store, model, inFlight: 3 });
    expect(most).toBe(3);
    expect(events.at(-1)).toMatchObject({ done: 8, usage: { requests: 8 * 4 } });
  });

  test("the same seed gives the same calls, events and contexts; another seed other calls", async () => {
    const run = async (seed: number): Promise<unknown> => {
      const { store } = await library(4);
      const model = marks("good1", "good2", "good3");
      const events = await build({ store, model, settings: { ...settings, seed } });
      return { events, calls: model.calls, kept: (await store.list()).exemplars };
    };
    expect(await run(5)).toEqual(await run(5));
    expect(await run(5)).not.toEqual(await run(6));
  });

  test("the remaining time follows the pace so far", async () => {
    const { store } = await library(4);
    const clock = manualClock();
    const model = createTeacher({ explain: ({ answer }) => (clock.advance(3000), [solution("good4", answer)]), solve: (ask) => (clock.advance(1000), byMark(answerOf)(ask)) });
    const events = await build({ store, model, clock, settings: { ...settings, contexts: 1 } });
    // Four seconds each.
    expect(events.flatMap((event) => (event.type === "progress" ? [[event.done, event.seconds, event.remainingSeconds]] : []))).toEqual([[1, 4, 12], [2, 8, 8], [3, 12, 4], [4, 16, 0]]);
  });

  test("what a person wrote in the meantime stays in use", async () => {
    const { store, ids } = await library(1);
    const model = createTeacher({ explain: async ({ answer }) => (await store.update(ids[0]!, { context: "mine", passRate: null }), [solution("good4", answer)]), solve: byMark(answerOf) });
    await build({ store, model });
    expect((await store.get(ids))[0]).toMatchObject({ context: "mine", passRate: null, candidates: [{ passRate: 1 }] });
  });

  test("one that is removed in the meantime fails alone, and a store that cannot be written ends the run", async () => {
    const { store, ids } = await library(2);
    const model = createTeacher({ explain: async ({ answer, text }) => (text.includes("number 0?") && (await store.remove([ids[0]!])), [solution("good4", answer)]), solve: byMark(answerOf) });
    expect((await build({ store, model })).at(-1)).toMatchObject({ reason: "completed", done: 1, failed: 1 });
    const full: ExemplarStore = { ...(await library(3)).store, update: () => Promise.reject(new FigtreeError("library.full", { place: "memory" })) };
    expect((await build({ store: full, model: marks("good4") })).at(-1)).toMatchObject({ reason: "stopped", error: { code: "library.full" }, done: 0 });
  });

  test("settings out of range are refused by name", async () => {
    const { store } = await library(1);
    await expect(build({ store, model: marks(), settings: { ...settings, verifications: 0 } })).rejects.toMatchObject({ code: "input.invalid", details: { field: "verifications" } });
  });
});
