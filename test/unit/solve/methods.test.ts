import { describe, expect, test } from "vitest";
import { FigtreeError, type VisionModel } from "../../../src/core/ports";
import { estimateCost, methodInfo, methodNames, presets, settingsOf } from "../../../src/core/solve";
import { describeConfidence, describeMethod, methodTitle } from "../../../src/protocol";
import { createFakeModel, createWorld, lastText } from "../../fixtures/fake-world";
import { handWorld, last, part } from "../../fixtures/hand-world";
import { runSolve } from "../../fixtures/run-solve";

/*
 * Four chains: two begin with A and end in 7 and 8, one goes by B and C to 7.0, one answers 7 at once.
 *   root -> 1: A (x2), 2: B, 3: "7";  A -> 4: "7", 5: "8";  B -> 6: C;  C -> 7: "7.0"
 */
const four = { "": [part("A?"), part("A?"), part("B?"), last("7")], "A?": [last("7"), last("8")], "B?": [part("C?")], "B?/C?": [last("7.0")] };
const settings = settingsOf("paper", { samples: 4, width: 3, depth: 4 });
const counts = (model: { generations: number; rewards: number }): number[] => [model.generations, model.rewards];

describe("CoT-Vote", () => {
  test("chains that begin alike share a request; the answer of most chains wins, by meaning", async () => {
    const model = createFakeModel(handWorld(four));
    const { snapshot } = await runSolve({ model, settings, method: "cotVote" });
    expect(counts(model)).toEqual([4, 0]);
    expect(snapshot.usage.samples).toBe(4 + 2 + 1 + 1);
    expect(snapshot.nodes.slice(1).map(({ parent, multiplicity, terminal, reward }) => [parent, multiplicity, terminal, reward])).toEqual([
      [0, 2, false, null], [0, 1, false, null], [0, 1, true, null], [1, 1, true, null], [1, 1, true, null], [2, 1, false, null], [6, 1, true, null],
    ]);
    expect(snapshot.traces.map(({ nodes, answer, reward }) => [nodes, answer, reward])).toEqual([[[3], "7", null], [[1, 4], "7", null], [[1, 5], "8", null], [[2, 6, 7], "7.0", null]]);
    expect(snapshot.best).toEqual({ answer: "7", trace: 0, confidence: { value: 0.75, source: "none", traces: 3, voters: 4, bestReward: null } });
    expect(describeConfidence(snapshot.best!.confidence)).toBe("3 of 4 sampled chains end in this answer; the method has no rewards to weigh them.");
    expect(snapshot.outcome).toEqual({ reason: "completed", partial: false, error: null });
  });
  test("equal chains count each, not once", async () => {
    const { snapshot } = await runSolve({ model: createFakeModel(handWorld({ "": [part("A?"), part("B?"), part("C?"), part("A?")], "A?": [last("8")], "B?": [last("7")], "C?": [last("9")] })), settings, method: "cotVote" });
    expect(snapshot.best).toMatchObject({ answer: "8", confidence: { value: 0.5, traces: 2, voters: 4 } });
    expect(snapshot.traces).toHaveLength(3);
  });
  test("a single chain is CoT, and claims nothing", async () => {
    const [one, cot] = [await runSolve({ model: createFakeModel(createWorld(3, 4)), settings: { ...settings, samples: 1 }, method: "cotVote" }), await runSolve({ model: createFakeModel(createWorld(3, 4)), settings, method: "cot" })];
    expect(one.snapshot.nodes).toEqual(cot.snapshot.nodes);
    expect([one.snapshot.best!.answer, one.snapshot.best!.confidence.value]).toEqual([cot.snapshot.best!.answer, null]);
  });
  test("cancelled or out of budget on the way: the best of the chains that have ended", async () => {
    const controller = new AbortController();
    const cancelled = await runSolve({ model: createFakeModel(handWorld(four)), settings, method: "cotVote", signal: controller.signal, onEvent: (event) => event.type === "answer" && controller.abort() });
    expect(cancelled.snapshot.outcome).toEqual({ reason: "cancelled", partial: true, error: null });
    expect(cancelled.snapshot.best).toMatchObject({ answer: "7" });
    // Two calls: the second level's first one still brings its two chains.
    const model = createFakeModel(handWorld(four));
    const capped = await runSolve({ model, settings: { ...settings, maxCalls: 2 }, method: "cotVote" });
    expect(counts(model)).toEqual([2, 0]);
    expect(capped.snapshot.outcome?.error?.code).toBe("budget.calls");
    expect(capped.snapshot.best).toMatchObject({ answer: "7", confidence: { traces: 2, voters: 3 } });
  });
  test("a call that fails leaves what others at the same time bring, in their order", async () => {
    const fake = createFakeModel(handWorld(four));
    const model: VisionModel = { ...fake, generate: (request) => (lastText(request.messages).includes("A?") ? Promise.reject(new FigtreeError("endpoint.unreachable", { place: "test" })) : fake.generate(request)) };
    const { snapshot } = await runSolve({ model, settings, method: "cotVote" });
    expect(snapshot.outcome).toMatchObject({ reason: "failed", partial: true });
    expect(snapshot.best?.answer).toBe("7");
  });
  test("any order of arrival gives the same tree", async () => {
    for (let seed = 0; seed < 25; seed += 1) {
      let turn = 0;
      const uneven = async (): Promise<void> => {
        turn += 1;
        for (let wait = (turn * 7919) % 11; wait > 0; wait -= 1) await Promise.resolve();
      };
      const [calm, ragged] = [await runSolve({ model: createFakeModel(createWorld(seed)), settings, method: "bestOfN" }), await runSolve({ model: createFakeModel(createWorld(seed), uneven), settings, method: "bestOfN" })];
      expect(ragged.snapshot.nodes).toEqual(calm.snapshot.nodes);
      expect(ragged.snapshot.best).toEqual(calm.snapshot.best);
    }
  });
});

describe("Best-of-N", () => {
  const judged = { "The answer is 8.": 0.81 };
  test("the chain whose last step has the largest reward, and no other step is judged", async () => {
    const model = createFakeModel(handWorld(four, judged));
    const { snapshot } = await runSolve({ model, settings, method: "bestOfN" });
    expect(counts(model)).toEqual([4, 2 * 4]);
    expect(snapshot.traces[0]).toEqual({ nodes: [1, 5], answer: "8", reward: 0.9 });
    expect(snapshot.best).toMatchObject({ answer: "8", trace: 0, confidence: { source: "logprobs", traces: 1, voters: 4, bestReward: 0.9 } });
    // 0.9 beside three times sqrt(0.25).
    expect(snapshot.best!.confidence.value).toBeCloseTo(0.9 / 2.4, 12);
    expect(snapshot.nodes.map(({ reward }) => reward)).toEqual([null, null, null, 0.5, 0.5, 0.9, null, 0.5]);
  });
  test("without R1 half as many judgements; ties go to the chain that was sampled more often", async () => {
    const model = createFakeModel(handWorld({ "": [last("7"), last("8"), last("8"), last("9")] }));
    const { snapshot } = await runSolve({ model, settings: { ...settings, noR1: true }, method: "bestOfN" });
    expect(counts(model)).toEqual([1, 3]);
    expect(snapshot.best).toMatchObject({ answer: "8", confidence: { value: 0.5, traces: 2, voters: 4 } });
  });
  test("out of budget before the second level is judged: the best of what is judged", async () => {
    const model = createFakeModel(handWorld(four, judged));
    const { snapshot } = await runSolve({ model, settings: { ...settings, maxCalls: 5 }, method: "bestOfN" });
    expect(snapshot.outcome).toMatchObject({ reason: "budget", partial: true });
    expect(snapshot.best).toMatchObject({ answer: "7", confidence: { voters: 1, bestReward: 0.5 } });
  });
});

describe("ToT", () => {
  /* A is judged best and leads to poor ends only; B, second, would lead to a good one. */
  const world = handWorld({ "": [part("A?", "a."), part("B?", "b."), part("C?", "c.")], "A?": [last("7"), part("D?", "d."), last("9")], "B?": [last("8")] }, { "a.": 0.81, "b.": 0.64, "The answer is 7.": 0.04, "The answer is 9.": 0.09, "d.": 0.01 });
  test("goes on with the best child and never back", async () => {
    const model = createFakeModel(world);
    const { snapshot } = await runSolve({ model, settings, method: "tot" });
    expect(counts(model)).toEqual([2, 2 * 6]);
    expect(snapshot.nodes.slice(1).map(({ parent, reward }) => [parent, Math.round(reward! * 100)])).toEqual([[0, 90], [0, 80], [0, 50], [1, 20], [1, 10], [1, 30]]);
    expect(snapshot.traces).toEqual([{ nodes: [1, 6], answer: "9", reward: (0.9 + 0.3) / 2 }]);
    expect(snapshot.best).toMatchObject({ answer: "9", confidence: { value: 1, traces: 1, voters: 1, source: "logprobs" } });
    expect(snapshot.iterations).toBe(1);
  });
  test("cancelled in the middle: the steps so far, and no answer", async () => {
    const controller = new AbortController();
    const { snapshot } = await runSolve({ model: createFakeModel(world, () => new Promise((resolve) => setImmediate(resolve))), settings, method: "tot", signal: controller.signal, onEvent: (event) => event.type === "expanded" && controller.abort() });
    expect(snapshot.outcome?.reason).toBe("cancelled");
    expect([snapshot.nodes.length, snapshot.best]).toEqual([4, null]);
  });
  test("the preset `paper` is that of appendix C; a width that is set counts for every method", () => {
    expect(settingsOf("paper", {}, "tot")).toMatchObject({ width: 10, depth: 8 });
    expect(settingsOf("paper")).toMatchObject({ width: 5, samples: 10, gate: false, checkArithmetic: false, rewardKind: "yes" });
    expect(settingsOf("balanced", { width: 3 }, "tot").width).toBe(3);
    expect(settingsOf("paper", { width: undefined }, "tot").width).toBe(10);
  });
});

describe("Cantor", () => {
  const decision = "1. **Text expert**: Which numbers are written in the triangle?\n2. Shape expert: Which angle has no number?";
  /** Replies by the kind of call; notes what was asked, and how many experts were asked at the same time. */
  function cantorModel(replies: { decision?: string; expert?: (text: string) => string; synthesis?: string } = {}): { model: VisionModel; texts: string[]; atOnce: () => number } {
    const texts: string[] = [];
    let running = 0;
    let most = 0;
    const model: VisionModel = {
      ...createFakeModel(createWorld(1)),
      generate: async ({ messages, signal }) => {
        const text = lastText(messages);
        texts.push(text);
        const expert = text.endsWith("\nAnswer 1:");
        running += expert ? 1 : 0;
        most = Math.max(most, running);
        for (let wait = 0; wait < 5; wait += 1) await Promise.resolve();
        running -= expert ? 1 : 0;
        signal.throwIfAborted();
        const reply = expert ? (replies.expert ?? (() => " 65 and 95."))(text) : text.endsWith("Now we can answer the question:") ? replies.synthesis ?? " what is it?\nAnswer 3: 180 - 160 = 20. The answer is 20." : replies.decision ?? decision;
        return { choices: [{ text: reply, finish: "stop" as const }], usage: { requests: 1, samples: 1, promptTokens: 1, completionTokens: 1 } };
      },
    };
    return { model, texts, atOnce: () => most };
  }
  test("a decision, the experts at the same time, a synthesis over what they found", async () => {
    const { model, texts, atOnce } = cantorModel();
    const { snapshot } = await runSolve({ model, settings, method: "cantor" });
    expect(texts).toHaveLength(4);
    expect(atOnce()).toBe(2);
    expect(texts[1]).toBe("Question: What is it?\nSub-question 1: Text expert: Which numbers are written in the triangle?\nAnswer 1:");
    expect(texts[3]).toBe("Question: What is it?\nSub-question 1: Text expert: Which numbers are written in the triangle?\nAnswer 1: 65 and 95.\nSub-question 2: Shape expert: Which angle has no number?\nAnswer 2: 65 and 95.\nSub-question 3: Now we can answer the question:");
    expect(snapshot.nodes.map(({ parent, terminal }) => [parent, terminal])).toEqual([[null, false], [0, false], [1, false], [2, true]]);
    expect(snapshot.best).toMatchObject({ answer: "20", confidence: { value: null, source: "none" } });
    expect(snapshot.traces).toEqual([{ nodes: [1, 2, 3], answer: "20", reward: null }]);
  });
  test("a decision that cannot be read sends all experts; an expert without words is left out", async () => {
    const { model, texts } = cantorModel({ decision: "I would rather not.", expert: (text) => (text.includes("Chart") ? "  " : "Seen.") });
    const { snapshot } = await runSolve({ model, settings, method: "cantor" });
    expect(texts).toHaveLength(1 + 4 + 1);
    expect(snapshot.nodes).toHaveLength(1 + 3 + 1);
    expect(snapshot.warnings).toContainEqual({ code: "unreadableReplies", count: 2, detail: "" });
    expect(snapshot.best?.answer).toBe("20");
  });
  test("cancelled or out of budget on the way: the findings so far", async () => {
    const controller = new AbortController();
    const cancelled = await runSolve({ model: cantorModel().model, settings, method: "cantor", signal: controller.signal, onEvent: (event) => event.type === "expanded" && controller.abort() });
    expect(cancelled.snapshot.outcome?.reason).toBe("cancelled");
    expect(cancelled.snapshot.nodes.length).toBeGreaterThan(1);
    const { model, texts } = cantorModel();
    const capped = await runSolve({ model, settings: { ...settings, maxCalls: 2 }, method: "cantor" });
    expect([texts.length, capped.snapshot.nodes.length, capped.snapshot.best]).toEqual([2, 2, null]);
    expect(capped.snapshot.outcome?.error?.code).toBe("budget.calls");
  });
});

describe("the gate", () => {
  const gated = { ...settings, gate: true, iterations: 3 };
  test("three chains that agree and are trusted are the answer", async () => {
    const model = createFakeModel(handWorld({ "": [last("7"), last("7.0"), last("7")] }, { "The answer is 7.": 0.81, "The answer is 7.0.": 0.64 }));
    const { snapshot } = await runSolve({ model, settings: gated, method: "vrest" });
    expect(counts(model)).toEqual([1, 2 * 2]);
    expect(snapshot.best).toMatchObject({ answer: "7", confidence: { value: 1, traces: 3, voters: 3, bestReward: 0.9 } });
    expect(snapshot.outcome).toEqual({ reason: "completed", partial: false, error: null });
    // The mean is (0.9 + 0.9 + 0.8) / 3 = 0.867.
    const strict = createFakeModel(handWorld({ "": [last("7"), last("7.0"), last("7")] }, { "The answer is 7.": 0.81, "The answer is 7.0.": 0.64 }));
    await runSolve({ model: strict, settings: { ...gated, gateReward: 0.87 }, method: "vrest" });
    expect(strict.generations).toBe(2);
  });
  test("otherwise the search runs as without it, after the chains", async () => {
    let searched = 0;
    for (let seed = 0; seed < 20; seed += 1) {
      for (const method of ["vrest", "tot"] as const) {
        const plain = (await runSolve({ model: createFakeModel(createWorld(seed)), settings: { ...gated, gate: false }, method })).snapshot;
        const { snapshot } = await runSolve({ model: createFakeModel(createWorld(seed)), settings: gated, method });
        const before = snapshot.nodes.length - plain.nodes.length;
        if (snapshot.iterations === 0) continue;
        searched += 1;
        const moved = (id: number | null): number | null => (id === null || id === 0 ? id : id + before);
        expect(snapshot.nodes.slice(before + 1)).toEqual(plain.nodes.slice(1).map((node) => ({ ...node, id: moved(node.id), parent: moved(node.parent) })));
        expect(snapshot.best).toEqual(plain.best);
        expect(snapshot.traces).toEqual(plain.traces.map((trace) => ({ ...trace, nodes: trace.nodes.map(moved) })));
      }
    }
    expect(searched).toBeGreaterThan(20);
  });
  test("cancelled before the search has an answer: the chains' answer stays", async () => {
    const controller = new AbortController();
    let answered = false;
    const { snapshot } = await runSolve({ model: createFakeModel(createWorld(3, 4)), settings: gated, method: "vrest", signal: controller.signal, onEvent: (event) => {
      if (event.type === "expanded" && answered && event.parent === 0) controller.abort();
      answered ||= event.type === "answer";
    } });
    expect([snapshot.outcome?.reason, snapshot.iterations]).toEqual(["cancelled", 0]);
    expect(snapshot.best).toMatchObject({ confidence: { voters: 3 } });
  });
});

describe("rewards", () => {
  test("a wrong calculation caps R2, if it is to be checked", async () => {
    const world = handWorld({ "": [part("A?", "3 + 4 = 8."), part("B?", "3 + 4 = 7."), part("C?", "seven.")], "A?": [last("8")], "B?": [last("7")], "C?": [last("7")] }, { "3 + 4 = 8.": 0.9, "3 + 4 = 7.": 0.8, "seven.": 0.7 });
    const first = async (checkArithmetic: boolean) => (await runSolve({ model: createFakeModel(world), settings: { ...settings, iterations: 1, checkArithmetic }, method: "vrest" })).snapshot;
    const [off, on] = [await first(false), await first(true)];
    expect(off.nodes.slice(1, 4).map(({ correctness }) => correctness)).toEqual([0.9, 0.8, 0.7]);
    expect(on.nodes.slice(1, 4).map(({ correctness }) => correctness)).toEqual([0.05, 0.8, 0.7]);
    expect([off.best?.answer, on.best?.answer]).toEqual(["8", "7"]);
    expect([off.warnings, on.warnings]).toEqual([[], [{ code: "wrongArithmetic", count: 1, detail: "" }]]);
  });
  test("P(Yes) by itself, or its share of Yes and No", async () => {
    const fake = createFakeModel(handWorld({ "": [last("7")] }));
    const model: VisionModel = { ...fake, probabilityOfYes: () => Promise.resolve({ yes: 0.3, no: 0.1, source: "logprobs", usage: { requests: 1, samples: 1, promptTokens: 1, completionTokens: 1 } }) };
    const rewardOf = async (rewardKind: "yes" | "ratio") => (await runSolve({ model, settings: { ...settings, rewardKind }, method: "tot" })).snapshot.nodes[1]!.reward;
    expect(await rewardOf("yes")).toBeCloseTo(0.3, 12);
    expect(await rewardOf("ratio")).toBeCloseTo(0.75, 12);
    const mute: VisionModel = { ...model, probabilityOfYes: () => Promise.resolve({ yes: 0, no: 0, source: "logprobs", usage: { requests: 1, samples: 1, promptTokens: 1, completionTokens: 1 } }) };
    expect((await runSolve({ model: mute, settings: { ...settings, rewardKind: "ratio" }, method: "tot" })).snapshot.nodes[1]!.reward).toBe(0);
  });
});

describe("what is told of a method", () => {
  test("every method has a name, a sentence, and settings that exist", () => {
    expect(Object.keys(methodInfo)).toEqual(methodNames);
    for (const name of methodNames) {
      expect(methodInfo[name].label).toBe(methodTitle(name));
      expect(describeMethod(name)).toMatch(/^[A-Z].*\.$/);
      for (const setting of methodInfo[name].settings) expect(Object.keys(presets.paper)).toContain(setting);
      expect(new Set(methodInfo[name].settings).size).toBe(methodInfo[name].settings.length);
    }
  });
  test("rewards are asked for exactly where it says so, and the cost stays within the estimate", async () => {
    for (let seed = 0; seed < 12; seed += 1) {
      for (const method of methodNames) {
        for (const gate of [false, true]) {
          const model = createFakeModel(createWorld(seed, seed % 3 === 0 ? 4 : null));
          const given = settingsOf("quick", { gate, iterations: 4, samples: 5, depth: 4 }, method);
          const { snapshot } = await runSolve({ model, settings: given, method });
          expect(model.rewards > 0, method).toBe(methodInfo[method].usesReward);
          const { requests, samples } = estimateCost(method, given);
          expect(snapshot.usage.requests, `${method} ${seed}`).toBeLessThanOrEqual(requests);
          expect(snapshot.usage.samples, `${method} ${seed}`).toBeLessThanOrEqual(samples);
        }
      }
    }
  });
});
