import { describe, expect, test } from "vitest";
import { groundedCalls } from "../../../src/core/exemplars/grounded/model";
import { rerankGrounded, type GroundedRequest } from "../../../src/core/exemplars/grounded/rerank";
import { backUpReward, bestLeaf, newNode, placesOf } from "../../../src/core/exemplars/grounded/tree";
import { FigtreeError, type Exemplar } from "../../../src/core/ports";
import { seededRandom } from "../../../src/core/search";
import { createGroundedModel, type FakeGroundedModel } from "../../fixtures/grounded-model";
import { createMemoryStore, fakeExemplar, fakePicture } from "../../fixtures/memory-library";
import { plainRcts } from "../../fixtures/plain-rcts";

const problem = { question: "How many are there?", choices: [], image: fakePicture("asked") };
const scores = (count: number): number[] => Array.from({ length: count }, (_, index) => 4 / (61 + index * index));

async function library(count: number) {
  const store = createMemoryStore();
  for (let index = 0; index < count; index += 1) await store.put(fakeExemplar({ question: `Exemplar ${index}?`, answer: String(index % 3), context: `Sub-question 1: Seen?\nAnswer 1: ${index}. The answer is ${index % 3}.` }), fakePicture(`figure ${index}`));
  return { store, pool: (await store.list()).exemplars };
}

async function run(model: FakeGroundedModel, count: number, overrides: Partial<GroundedRequest> = {}, signal = new AbortController().signal) {
  const { store, pool } = await library(count);
  const calls = groundedCalls(model, store, problem, signal);
  return { calls, pool, outcome: await rerankGrounded({ pool, scores: scores(count), fixed: [], asked: pool.slice(0, 5), length: 3, exploration: 0.5, seed: 1, calls, ...overrides }) };
}

describe("calls by kind, by hand", () => {
  test("zero-shot 1, lists 2 + 8, self 10, mutual 10 x 5: 71", async () => {
    const model = createGroundedModel(problem.question);
    const { outcome } = await run(model, 20);
    expect([model.count("zeroShot"), model.count("solve"), model.count("self"), model.count("mutual"), model.calls.length]).toEqual([1, 10, 10, 50, 71]);
    expect(outcome.rollouts).toBe(8);
    for (const { kind, request } of model.calls) {
      const reward = kind === "self" || kind === "mutual";
      expect([request.samples, request.temperature, request.topP, request.maxTokens]).toEqual(reward ? [5, 0.8, 0.9, 512] : [1, 0.1, 0.001, 512]);
    }
  });
  test("what can be under way together is: 2 + 2 x 8 rounds of calls instead of 71", async () => {
    let rounds = 0;
    let round: Promise<void> | undefined;
    const together = (): Promise<void> => (round ??= new Promise((resolve) => void setTimeout(() => ((round = undefined), (rounds += 1), resolve()), 5)));
    const model = createGroundedModel(problem.question, { delay: together });
    await run(model, 20);
    expect([rounds, model.mostAtOnce(), model.calls.length]).toEqual([18, 12, 71]);
  });
  test("zero-shot, greedy and sampled list agree: three calls and the greedy list", async () => {
    const model = createGroundedModel(problem.question, { spread: 1 });
    const { outcome } = await run(model, 20);
    expect(model.calls.map(({ kind }) => kind).sort()).toEqual(["solve", "solve", "zeroShot"]);
    expect(outcome).toMatchObject({ list: [0, 1, 2], reward: null, rollouts: 0 });
  });
  test("solutions without reasoning get no self-reward and cost no call for it: 61", async () => {
    const model = createGroundedModel(problem.question, { steps: false });
    const { outcome } = await run(model, 20);
    expect([model.count("self"), model.count("mutual"), model.calls.length]).toEqual([0, 50, 61]);
    expect(outcome.reward).toMatchObject({ selfConsistency: 0 });
  });
  test("a small library: fewer are asked, lists are shorter", async () => {
    const model = createGroundedModel(problem.question);
    const { outcome } = await run(model, 2);
    expect([model.count("solve"), model.count("mutual")]).toEqual([10, 20]);
    expect([...outcome.list].sort()).toEqual([0, 1]);
  });
});

describe("what each call holds", () => {
  test("zero-shot alone; a list in its order, fixed ones first; the reasoning without its end; the problem before an exemplar", async () => {
    const model = createGroundedModel(problem.question);
    const { store, pool } = await library(4);
    const [first, ...rest] = pool as [Exemplar, ...Exemplar[]];
    await rerankGrounded({ pool: rest, scores: scores(3), fixed: [first], asked: pool, length: 3, exploration: 0.5, seed: 1, calls: groundedCalls(model, store, problem, new AbortController().signal) });
    const of = (kind: string) => model.calls.filter((call) => call.kind === kind).map(({ request }) => request.messages);
    const shown = (messages: ReturnType<typeof of>[number]): string[] => messages.slice(1).map(({ role, parts }) => `${role}: ${parts.map((part) => (part.type === "text" ? part.text : `[${part.image.sha256.slice(0, 4)}]`)).join("")}`);
    const mark = (sha256: string): string => `[${sha256.slice(0, 4)}]`;
    const asked = mark(problem.image.sha256);
    expect(shown(of("zeroShot")[0]!)).toEqual([`user: ${asked}Question: How many are there?\nAnswer the question directly.`]);
    expect(shown(of("solve")[0]!)).toEqual([
      ...[0, 1, 2].flatMap((index) => [`user: Question: Exemplar ${index}?\nSub-question 1:`, `assistant: ${pool[index]!.context!}`]),
      `user: ${asked}Question: How many are there?\nSub-question 1:`,
    ]);
    expect(shown(of("self")[0]!)[0]).toMatch(/\?\nSub-question 1: What is seen\?\nAnswer 1: It is \d\.\nSub-question 2: Now we can answer the question:$/);
    const [question, solution, after] = shown(of("mutual")[3]!);
    expect([question, after]).toEqual([`user: ${asked}Question: How many are there?\nSub-question 1:`, `user: ${mark(pool[3]!.image.sha256)}Question: Exemplar 3?\nSub-question 1:`]);
    expect(solution).toMatch(/^assistant: What is seen\?[^]*The answer is \d\.$/);
  });
});

describe("against a plain re-statement of the procedure", () => {
  test.each([[20, 3, 3], [6, 3, 3], [4, 2, 1], [3, 3, 1]])("N = %i, K = %i: same calls, same list, same answer for 15 seeds", async (count, length, different) => {
    const ends = new Set<string>();
    for (let seed = 0; seed < 15; seed += 1) {
      const own = createGroundedModel(problem.question, { spread: 2 + (seed % 3) });
      const { outcome } = await run(own, count, { length, seed });

      const model = createGroundedModel(problem.question, { spread: 2 + (seed % 3) });
      const { store, pool } = await library(count);
      const calls = groundedCalls(model, store, problem, new AbortController().signal);
      const plain = await plainRcts(scores(count), length, 0.5, 8, {
        zeroShot: () => calls.zeroShot(0),
        solve: (list) => calls.solve(list.map((place) => pool[place]!), 0),
        self: (solution) => calls.selfReward(solution, 0),
        mutual: (solution, place) => calls.mutualReward(solution, [pool[place]!], 0),
        same: (a, b) => a.slice(-3) === b.slice(-3),
      }, seededRandom(seed));
      expect({ list: outcome.list, solution: outcome.solution, stopped: outcome.reward === null }).toEqual({ list: plain.list, solution: plain.solution, stopped: plain.stopped });
      const texts = (from: FakeGroundedModel): string[] => from.calls.map(({ kind, request }) => `${kind} ${JSON.stringify(request.messages.slice(1).map(({ parts }) => parts))}`).sort();
      expect(texts(own)).toEqual(texts(model));
      ends.add(outcome.list.join());
    }
    expect(ends.size).toBeGreaterThanOrEqual(different);
  });
});

test("the order of arrival changes nothing", async () => {
  const random = seededRandom(9);
  const late = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, Math.floor(random() * 3)));
  for (let seed = 0; seed < 6; seed += 1) {
    const quick = await run(createGroundedModel(problem.question), 8, { seed });
    const slow = await run(createGroundedModel(problem.question, { delay: late }), 8, { seed });
    expect(slow.outcome).toEqual(quick.outcome);
  }
});

test("equal calls of different lists have seeds of their own", async () => {
  const model = createGroundedModel(problem.question);
  await run(model, 3);
  expect(new Set(model.calls.map(({ request }) => request.seed)).size).toBe(model.calls.length);
});

test("a failing or cancelled model ends it", async () => {
  const controller = new AbortController();
  const model = createGroundedModel(problem.question, { delay: () => (controller.abort(new FigtreeError("cancelled")), Promise.resolve()) });
  await expect(run(model, 8, {}, controller.signal)).rejects.toMatchObject({ code: "cancelled" });
});

describe("values, by hand", () => {
  test("a list above gets the mean of its running mean and of its best child", () => {
    const root = newNode(null, -1);
    const a = newNode(root, 0);
    const b = newNode(root, 1);
    root.children.push(a, b);
    backUpReward(a, 0.4);
    // ((0 * 0 + 0.4) / 1 + 0.4) / 2.
    expect([root.value, root.visits]).toEqual([0.4, 1]);
    backUpReward(b, 0.8);
    // ((0.4 * 1 + 0.8) / 2 + 0.8) / 2.
    expect(root.value).toBeCloseTo(0.7, 12);
    backUpReward(newNodeUnder(root), 0.1);
    // ((0.7 * 2 + 0.1) / 3 + 0.8) / 2.
    expect(root.value).toBeCloseTo(0.65, 12);
    expect([root.visits, a.visits]).toEqual([3, 0]);
  });
  test("the path of the largest sum, not the best end alone", () => {
    const root = newNode(null, -1);
    for (const [place, value, ends] of [[4, 0.1, [0.9, 0.2]], [5, 0.6, [0.5, 0.5]]] as const) {
      const middle = { ...newNode(root, place), value };
      root.children.push(middle);
      ends.forEach((end, index) => middle.children.push({ ...newNode(middle, index), value: end }));
    }
    expect(placesOf(bestLeaf(root))).toEqual([5, 0]);
  });
  function newNodeUnder(root: ReturnType<typeof newNode>) {
    const node = newNode(root, 2);
    root.children.push(node);
    return node;
  }
});
