import { describe, expect, test } from "vitest";
import { FigtreeError, type VisionModel } from "../../../src/core/ports";
import { settingsOf } from "../../../src/core/solve";
import { createFakeModel, createWorld, lastText, type World } from "../../fixtures/fake-world";
import { manualClock, runSolve, testImage } from "../../fixtures/run-solve";

const settings = settingsOf("paper", { iterations: 6, width: 3, depth: 4 });
const wide = createWorld(3, 4);

describe("anytime: nothing found is lost", () => {
  test("cancelled in mid-search: the best so far, marked partial", async () => {
    const controller = new AbortController();
    const { snapshot } = await runSolve({ model: createFakeModel(wide), settings, signal: controller.signal, onEvent: (event) => event.type === "backedUp" && controller.abort() });
    expect(snapshot.outcome).toEqual({ reason: "cancelled", partial: true, error: null });
    expect(snapshot.best).not.toBeNull();
    expect(snapshot.iterations).toBeLessThan(6);
  });

  test("cancelled before anything came: no answer, no throw", async () => {
    const { snapshot } = await runSolve({ model: createFakeModel(wide), settings, signal: AbortSignal.abort() });
    expect(snapshot.outcome?.reason).toBe("cancelled");
    expect(snapshot.best).toBeNull();
  });

  test("the caps on calls and tokens are never passed, and name themselves", async () => {
    const model = createFakeModel(wide);
    const { snapshot } = await runSolve({ model, settings: { ...settings, maxCalls: 40 } });
    expect(model.generations + model.rewards).toBeLessThanOrEqual(40);
    expect(snapshot.outcome).toEqual({ reason: "budget", partial: true, error: { code: "budget.calls", details: { limit: 40 } } });
    expect(snapshot.best).not.toBeNull();
    const tokens = await runSolve({ model: createFakeModel(wide), settings: { ...settings, maxTokens: 700 } });
    expect(tokens.snapshot.outcome?.error?.code).toBe("budget.tokens");
  });

  test("the cap on seconds aborts what is in flight", async () => {
    const clock = manualClock();
    let aborted = false;
    const stuck: VisionModel = {
      ...createFakeModel(wide),
      generate: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => ((aborted = true), reject(new FigtreeError("cancelled"))))),
    };
    const running = runSolve({ model: stuck, settings: { ...settings, maxSeconds: 5 }, clock, onEvent: (event) => event.type === "activity" && clock.advance(5000) });
    expect((await running).snapshot.outcome?.error).toEqual({ code: "budget.seconds", details: { limit: 5 } });
    expect(aborted).toBe(true);
  });

  test("a dead endpoint after some iterations keeps the answer and says what failed", async () => {
    const fake = createFakeModel(wide);
    const model: VisionModel = { ...fake, generate: (request) => (fake.generations >= 6 ? Promise.reject(new FigtreeError("endpoint.unreachable", { place: "test" })) : fake.generate(request)) };
    const { snapshot } = await runSolve({ model, settings });
    expect(snapshot.outcome).toMatchObject({ reason: "failed", partial: true, error: { code: "endpoint.unreachable" } });
    expect(snapshot.best).not.toBeNull();
  });

  test("leaving the stream early cancels the model's work", async () => {
    const { solve } = await import("../../../src/core/solve");
    let signal: AbortSignal | undefined;
    const fake = createFakeModel(wide);
    const model: VisionModel = { ...fake, probabilityOfYes: (request) => ((signal = request.signal), fake.probabilityOfYes(request)) };
    for await (const event of solve({ id: "x", problem: { question: "Q", choices: [], image: testImage }, method: "vrest", settings, model, clock: manualClock(), signal: new AbortController().signal })) if (event.type === "expanded") break;
    expect(signal?.aborted).toBe(true);
  });
});

describe("replies that cannot be read", () => {
  const mumbling = (readable: (text: string) => boolean): VisionModel => {
    const fake = createFakeModel(wide);
    return { ...fake, generate: async (request) => (readable(lastText(request.messages)) ? fake.generate(request) : { choices: [{ text: "I cannot say.", finish: "stop" }], usage: { requests: 1, samples: 1, promptTokens: 1, completionTokens: 1 } }) };
  };
  test("none readable at all: failed with its reason after one more try", async () => {
    const { snapshot } = await runSolve({ model: mumbling(() => false), settings });
    expect(snapshot.outcome).toMatchObject({ reason: "failed", error: { code: "reply.unreadable" } });
    expect(snapshot.usage.requests).toBe(2);
    expect(snapshot.warnings).toContainEqual({ code: "unreadableReplies", count: 2, detail: "" });
  });
  test("one branch mute: the search goes on elsewhere", async () => {
    const muted = wide.steps([], 3)[0]!.question;
    const { snapshot } = await runSolve({ model: mumbling((text) => !text.includes(muted)), settings });
    expect(snapshot.best).not.toBeNull();
    expect(snapshot.outcome?.partial).toBe(false);
  });
});

describe("the end of a path", () => {
  const endless: World = { ...createWorld(1), steps: (path, width) => Array.from({ length: width }, (_, index) => ({ question: `More ${path.length}.${index}?`, answer: "Yes." })) };
  test("forceFinal begins the last sub-question at depth D", async () => {
    const texts: string[] = [];
    const fake = createFakeModel(endless);
    const model: VisionModel = { ...fake, generate: (request) => (texts.push(lastText(request.messages)), fake.generate(request)) };
    const { snapshot } = await runSolve({ model, settings: { ...settings, iterations: 1 } });
    expect(texts.at(-1)).toMatch(/\nSub-question 4: Now we can answer the question:$/);
    expect(snapshot.nodes.at(-1)).toMatchObject({ depth: 4, terminal: true });
    expect(snapshot.best?.answer).toBe("Yes");
  });
  test("without it the path is backed up and there is no answer, as in the paper", async () => {
    const { snapshot } = await runSolve({ model: createFakeModel(endless), settings: { ...settings, iterations: 2, forceFinal: false } });
    expect(snapshot.iterations).toBe(2);
    expect(snapshot.nodes[0]!.visits).toBe(2);
    expect(snapshot.best).toBeNull();
    expect(snapshot.outcome?.error?.code).toBe("search.noAnswer");
  });
});

describe("ablations", () => {
  test("noR1 asks correctness alone, noR2 usefulness alone", async () => {
    for (const [switches, left] of [[{ noR1: true }, "correctness"], [{ noR2: true }, "usefulness"]] as const) {
      const { snapshot } = await runSolve({ model: createFakeModel(wide), settings: { ...settings, ...switches } });
      for (const node of snapshot.nodes.slice(1)) expect(node.reward).toBe(node[left]);
    }
    expect(() => settingsOf("paper", { noR1: true, noR2: true })).toThrow(FigtreeError);
  });
  test("noPRM: 0.5 for every step but the last, which is judged", async () => {
    const { snapshot } = await runSolve({ model: createFakeModel(wide), settings: { ...settings, noPRM: true } });
    for (const node of snapshot.nodes.slice(1)) {
      if (node.terminal) expect(node.reward).toBeCloseTo(Math.sqrt(node.usefulness! * node.correctness!), 12);
      else expect([node.reward, node.usefulness, node.correctness]).toEqual([0.5, null, null]);
    }
  });
  test("text-only switches leave the picture out of their own calls alone", async () => {
    const seen: Record<string, Set<boolean>> = { generation: new Set(), usefulness: new Set(), correctness: new Set() };
    const fake = createFakeModel(wide);
    const withImage = (messages: Parameters<VisionModel["generate"]>[0]["messages"]): boolean => messages.some((message) => message.parts.some((part) => part.type === "image"));
    const model: VisionModel = {
      ...fake,
      generate: (request) => (seen["generation"]!.add(withImage(request.messages)), fake.generate(request)),
      probabilityOfYes: (request) => (seen[lastText(request.messages).includes("useful for") ? "usefulness" : "correctness"]!.add(withImage(request.messages)), fake.probabilityOfYes(request)),
    };
    await runSolve({ model, settings: { ...settings, textOnlyUsefulness: true } });
    expect(seen).toEqual({ generation: new Set([true]), usefulness: new Set([false]), correctness: new Set([true]) });
  });
});

test("early stop gives the answer that the full search gives", async () => {
  let saved = 0;
  for (let seed = 0; seed < 60; seed += 1) {
    const world = createWorld(seed);
    const full = await runSolve({ model: createFakeModel(world), settings });
    const early = await runSolve({ model: createFakeModel(world), settings: { ...settings, earlyStop: true } });
    expect(early.snapshot.best?.answer).toBe(full.snapshot.best?.answer);
    if (early.snapshot.outcome?.reason === "decided") saved += 1;
  }
  expect(saved).toBeGreaterThan(3);
});

describe("baselines on the same prompts", () => {
  test("QA asks once and directly", async () => {
    const model: VisionModel = { ...createFakeModel(wide), generate: ({ messages }) => Promise.resolve({ choices: [{ text: `${lastText(messages).endsWith("\nAnswer the question directly.") ? "The answer is 12." : "no"}`, finish: "stop" }], usage: { requests: 1, samples: 1, promptTokens: 3, completionTokens: 4 } }) };
    const { snapshot } = await runSolve({ model, settings, method: "qa" });
    expect(snapshot.best).toMatchObject({ answer: "12", confidence: { value: null, source: "none" } });
    expect(snapshot.usage).toEqual({ requests: 1, samples: 1, promptTokens: 3, completionTokens: 4 });
  });
  test("CoT follows one chain without rewards", async () => {
    const model = createFakeModel(wide);
    const { snapshot } = await runSolve({ model, settings, method: "cot" });
    expect([model.generations, model.rewards]).toEqual([4, 0]);
    expect(snapshot.nodes.map((node) => node.parent)).toEqual([null, 0, 1, 2, 3]);
    expect(snapshot.traces).toHaveLength(1);
  });
});

test("values out of range are refused with their name", () => {
  for (const wrong of [{ iterations: 0 }, { width: 2.5 }, { topP: 0 }, { temperature: -1 }, { votes: 0 }, { seed: -1 }, { depth: Number.NaN }]) expect(() => settingsOf("quick", wrong), JSON.stringify(wrong)).toThrow(Object.keys(wrong)[0]!);
});
