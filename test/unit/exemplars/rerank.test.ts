import { describe, expect, test } from "vitest";
import { createPacer } from "../../../src/core/exemplars/pace";
import { rerank, type RerankRequest } from "../../../src/core/exemplars/rerank/rerank";
import { listReward } from "../../../src/core/exemplars/rerank/reward";
import { seededRandom } from "../../../src/core/search";

const pacer = () => createPacer(new AbortController().signal);

/** Exemplars with rates of five verifications and vectors of eight dimensions. */
function requestOf(count: number, seed: number, overrides: Partial<RerankRequest> = {}): RerankRequest {
  const random = seededRandom(seed);
  const rates = Array.from({ length: count }, () => Math.ceil(random() * 5) / 5);
  const vectors = rates.map(() => {
    const raw = Array.from({ length: 8 }, () => random() - 0.2);
    return raw.map((value) => value / Math.hypot(...raw));
  });
  const similarities = Float64Array.from(vectors.flatMap((a) => vectors.map((b) => Math.min(1, Math.max(0, a.reduce((sum, value, index) => sum + value * b[index]!, 0))))));
  const fixed = overrides.fixed ?? 0;
  return { pool: { rates, similarities }, fixed, scores: Array.from({ length: count - fixed }, (_, index) => 2 / (61 + index)), length: 3, rollouts: 500, exploration: 0.5, alpha: 0.6, beta: 0.4, seed, ...overrides };
}

/** All ordered lists with their rewards, best first. */
function exhaustive(request: RerankRequest): { list: number[]; total: number }[] {
  const lists: number[][] = [];
  const grow = (list: number[]): void => {
    if (list.length === request.length) lists.push(list);
    else for (let place = request.fixed; place < request.pool.rates.length; place += 1) if (!list.includes(place)) grow([...list, place]);
  };
  grow(Array.from({ length: request.fixed }, (_, index) => index));
  return lists.map((list) => ({ list, total: listReward(list, request.pool, request).total })).sort((a, b) => b.total - a.total);
}

describe("MCTS-HR against all lists", () => {
  test.each([
    [8, 500, 200, 0.95],
    // Far fewer rollouts than the 336 lists, and a quarter of the 1320: here only the search can find it.
    [8, 100, 200, 0.85],
    [12, 330, 100, 0.9],
  ])("N = %i, K = 3, %i rollouts: within 1 %% of the best", async (count, rollouts, cases, share) => {
    let near = 0;
    for (let seed = 0; seed < cases; seed += 1) {
      const request = requestOf(count, seed, { rollouts });
      const { list, reward } = await rerank(request, pacer());
      expect(new Set(list).size).toBe(3);
      expect(reward).toEqual(listReward(list, request.pool, request));
      if (reward.total >= 0.99 * exhaustive(request)[0]!.total) near += 1;
    }
    expect(near / cases).toBeGreaterThanOrEqual(share);
  });

  test("it finds more than as many lists drawn at random do", async () => {
    let ahead = 0;
    for (let seed = 0; seed < 60; seed += 1) {
      const request = requestOf(20, seed, { rollouts: 300 });
      const random = seededRandom(seed + 1);
      let best = 0;
      for (let draw = 0; draw < 300; draw += 1) {
        const left = request.scores.map((_, place) => place);
        best = Math.max(best, listReward([0, 1, 2].map(() => left.splice(Math.floor(random() * left.length), 1)[0]!), request.pool, request).total);
      }
      if ((await rerank(request, pacer())).reward.total >= best) ahead += 1;
    }
    expect(ahead).toBeGreaterThan(45);
  });
});

describe("one part of the reward alone", () => {
  test("alpha = 1: the highest pass rates", async () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const request = requestOf(8, seed, { alpha: 1, beta: 0 });
      const { list } = await rerank(request, pacer());
      const chosen = list.map((place) => request.pool.rates[place]!).sort((a, b) => b - a);
      expect(chosen).toEqual([...request.pool.rates].sort((a, b) => b - a).slice(0, 3));
    }
  });
  test("alpha = 1: among equal rates what retrieval prefers, in its order", async () => {
    const { list } = await rerank(requestOf(8, 1, { alpha: 1, beta: 0, pool: { rates: [0.5, 1, 1, 0.2, 1, 1, 1, 1], similarities: new Float64Array(64) } }), pacer());
    expect(list).toEqual([1, 2, 4]);
  });
  test("beta = 1: the most diverse list", async () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const request = requestOf(8, seed, { alpha: 0, beta: 1 });
      const { reward } = await rerank(request, pacer());
      expect(reward.mutual).toBeCloseTo(exhaustive(request)[0]!.total, 12);
    }
  });
});

describe("edges", () => {
  test("every list is played once where there are fewer than rollouts", async () => {
    expect((await rerank(requestOf(4, 1), pacer())).rollouts).toBe(24);
    expect((await rerank(requestOf(8, 1), pacer())).rollouts).toBe(336);
    expect((await rerank(requestOf(8, 1, { rollouts: 7 }), pacer())).rollouts).toBe(7);
  });
  test("a pool smaller than K gives all of it, an empty one nothing", async () => {
    const { list, rollouts } = await rerank(requestOf(2, 1), pacer());
    expect([[...list].sort(), rollouts]).toEqual([[0, 1], 2]);
    expect(await rerank(requestOf(0, 1), pacer())).toEqual({ list: [], reward: { total: 0, selfConsistency: 0, mutual: 0 }, rollouts: 0 });
  });
  test("one rollout gives a complete list already", async () => expect((await rerank(requestOf(20, 1, { rollouts: 1, length: 6 }), pacer())).list).toHaveLength(6));
  test("fixed ones come first, count towards K, and the others are chosen to go with them", async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const request = requestOf(9, seed, { fixed: 1 });
      const { list, reward, rollouts } = await rerank(request, pacer());
      expect([list[0], list.length, rollouts]).toEqual([0, 3, 56]);
      expect(reward.total).toBeCloseTo(exhaustive(request)[0]!.total, 12);
    }
    expect((await rerank(requestOf(5, 1, { fixed: 4 }), pacer())).list).toEqual([0, 1, 2, 3]);
  });
  test("the same seed gives the same list, and other seeds look at other lists", async () => {
    const few = { rollouts: 40 };
    const lists = await Promise.all(Array.from({ length: 12 }, async (_, seed) => (await rerank({ ...requestOf(20, 5, few), seed }, pacer())).list.join()));
    expect((await rerank({ ...requestOf(20, 5, few), seed: 3 }, pacer())).list.join()).toBe(lists[3]);
    expect(new Set(lists).size).toBeGreaterThan(1);
  });
  test("one rollout draws in proportion to the retrieval scores", async () => {
    const firsts = [0, 0, 0];
    for (let seed = 0; seed < 3000; seed += 1) firsts[(await rerank({ ...requestOf(3, 1), scores: [0.3, 0.2, 0.1], rollouts: 1, length: 1, seed }, pacer())).list[0]!]! += 1;
    // Weights 0.996, 0.499 and 0.001: shares 0.666, 0.333 and 0.0007.
    expect(firsts[0]! / 3000).toBeCloseTo(0.666, 1);
    expect(firsts[1]! / 3000).toBeCloseTo(0.333, 1);
    expect(firsts[2]!).toBeLessThan(20);
  });
  test("it pauses in between, and a pause is where it can be cancelled", async () => {
    const controller = new AbortController();
    let pauses = 0;
    const clock = { after: (_: number, action: () => void) => (setImmediate(action), (pauses += 1), pauses === 3 && controller.abort(), () => undefined) };
    await expect(rerank(requestOf(20, 1, { rollouts: 5000 }), createPacer(controller.signal, clock))).rejects.toMatchObject({ code: "cancelled" });
    expect(pauses).toBe(3);
  });
});
