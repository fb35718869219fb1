import { describe, expect, test } from "vitest";
import fc from "../../fixtures/properties";
import { createSearch, hashText, mixSeeds, seededRandom, suffixMeans, uct, valueOf, type Candidate } from "../../../src/core/search";

describe("UCT (eq. 1)", () => {
  test("R + c * sqrt(ln N(parent) / N)", () => {
    // ln 8 = 2.0794415..., / 2 = 1.0397207..., square root 1.0196670...
    expect(uct(0.5, 8, 2, 1)).toBeCloseTo(1.519667, 6);
    expect(uct(0.5, 8, 2, 0.5)).toBeCloseTo(1.0098335, 6);
  });
  test("with one visit of the parent only the value counts", () => expect(uct(0.3, 1, 1, 1)).toBe(0.3));
});

test("returns are means of the rewards from each step on (eq. 7)", () => {
  expect(suffixMeans([0.2, 0.4, 0.9])).toEqual([0.5, 0.65, 0.9]);
  expect(suffixMeans([])).toEqual([]);
});

describe("a tree worked out by hand", () => {
  // Root: a (0.6), b (0.5). Each of them: one terminal child, a1 (0.2) and b1 (0.9).
  const children: Record<string, Candidate<string>[]> = {
    "": [{ step: "a", reward: 0.6, terminal: false, key: "a" }, { step: "b", reward: 0.5, terminal: false, key: "b" }],
    a: [{ step: "a1", reward: 0.2, terminal: true, key: "a1" }],
    b: [{ step: "b1", reward: 0.9, terminal: true, key: "b1" }],
  };
  const settings = { iterations: 3, depth: 4, exploration: 1, unvisited: "infinity", skipExhausted: false } as const;
  const problem = { expand: ({ path }: { path: readonly string[] }) => Promise.resolve(children[path.at(-1) ?? ""]!), returns: suffixMeans };

  async function run(overrides: Partial<Record<keyof typeof settings, unknown>> = {}) {
    const search = createSearch<string>(problem, { ...settings, ...overrides } as typeof settings, 1);
    const log: string[] = [];
    const running = search.run();
    for (;;) {
      const { value, done } = await running.next();
      if (done === true) return { log, end: value, root: search.root };
      log.push(value.type === "backedUp" ? value.path.map((node) => node.step).join(">") : `${value.type} ${value.node.step ?? "root"}`);
    }
  }

  test("first the better child, then the unvisited one, then the larger UCT", async () => {
    const { log, end, root } = await run();
    expect(log).toEqual(["expanded root", "expanded a", "a>a1", "expanded b", "b>b1", "b>b1"]);
    expect(end).toBe("completed");
    const [a, b] = root.children!;
    expect(valueOf(a!)).toBeCloseTo(0.4, 12);
    expect(valueOf(b!)).toBeCloseTo(0.7, 12);
    expect([root.visits, a!.visits, b!.visits]).toEqual([3, 1, 2]);
  });

  test("finished sub-trees left out: the search ends when nothing is left", async () => {
    const { log, end } = await run({ skipExhausted: true });
    expect(log).toEqual(["expanded root", "expanded a", "a>a1", "expanded b", "b>b1"]);
    expect(end).toBe("exhausted");
  });

  test("N = 0 counted as 1 walks the known trace again while it leads", async () => {
    const low = createSearch<string>({ ...problem, expand: ({ path }) => Promise.resolve(path.length === 0 ? [{ step: "a", reward: 0.9, terminal: true, key: "a" }, { step: "b", reward: 0.1, terminal: true, key: "b" }] : []) }, { ...settings, unvisited: "floor1" }, 1);
    for await (const event of low.run()) void event;
    expect(low.root.children!.map((node) => node.visits)).toEqual([3, 0]);
  });

  test("a path that cannot go on is left for good", async () => {
    const search = createSearch<string>({ ...problem, expand: ({ path }) => Promise.resolve(path.at(-1) === "a" ? [] : children[path.at(-1) ?? ""]!) }, settings, 1);
    const seen: string[] = [];
    for await (const event of search.run()) seen.push(event.type === "backedUp" ? event.path.map((node) => node.step).join(">") : event.type);
    expect(seen).toEqual(["expanded", "deadEnd", "expanded", "b>b1", "b>b1"]);
    expect(search.root.children![0]!.visits).toBe(0);
  });

  test("no child at all: the search ends with nothing", async () => {
    const search = createSearch<string>({ ...problem, expand: () => Promise.resolve([]) }, settings, 1);
    const running = search.run();
    expect((await running.next()).value).toMatchObject({ type: "deadEnd" });
    expect(await running.next()).toEqual({ done: true, value: "exhausted" });
  });

  test("an expansion's seed comes from its path alone", async () => {
    const seeds = async (iterations: number): Promise<Map<string, number>> => {
      const found = new Map<string, number>();
      const search = createSearch<string>({ ...problem, expand: ({ path, seed }) => (found.set(path.join(">"), seed), Promise.resolve(children[path.at(-1) ?? ""]!)) }, { ...settings, iterations }, 1);
      for await (const event of search.run()) void event;
      return found;
    };
    const [short, long] = [await seeds(1), await seeds(3)];
    for (const [path, seed] of short) expect(long.get(path)).toBe(seed);
    expect(new Set(long.values()).size).toBe(long.size);
  });
});

describe("seeded random", () => {
  test("uniform enough, in [0, 1), and repeatable", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (seed) => {
        const [first, second] = [seededRandom(seed), seededRandom(seed)];
        const numbers = Array.from({ length: 200 }, first);
        expect(numbers).toEqual(Array.from({ length: 200 }, second));
        const mean = numbers.reduce((sum, x) => sum + x, 0) / 200;
        return numbers.every((x) => x >= 0 && x < 1) && Math.abs(mean - 0.5) < 0.15;
      }),
    );
  });
  test("hashes and mixes are unsigned 32-bit and sensitive to order", () => {
    fc.assert(fc.property(fc.string(), (text) => Number.isInteger(hashText(text)) && hashText(text) >= 0 && hashText(text) <= 0xffffffff));
    expect(mixSeeds(1, 2)).not.toBe(mixSeeds(2, 1));
  });
});
