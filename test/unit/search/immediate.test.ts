import { expect, test } from "vitest";
import fc from "../../fixtures/properties";
import { createImmediateSearch, createSearch, hashText, suffixMeans, walk, type Candidate, type SearchNode } from "../../../src/core/search";

/** A world of paths over four letters: rewards, ends and dead ends come from the path's hash. */
function expand(seed: number, path: readonly string[]): Candidate<string>[] {
  const drawn = hashText(`${seed}:${path.join("")}`);
  return Array.from({ length: drawn % 5 }, (_, index) => ({ step: "abcd"[index]!, reward: (hashText(`${drawn}:${index}`) % 100) / 100, terminal: path.length > 1 && drawn % 3 === 0, key: String(index) }));
}

const shape = (root: SearchNode<string>): unknown[] => [...walk(root)].map(({ id, step, visits, returns, dead, exhausted, seed, parent }) => [id, step, visits, [...returns], dead, exhausted, seed, parent?.id]);

test("the same search, waited for or at hand, grows the same tree and tells the same events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1e6 }), fc.boolean(), fc.constantFrom("infinity" as const, "floor1" as const), async (seed, skipExhausted, unvisited) => {
      const settings = { iterations: 25, depth: 4, exploration: 0.7, unvisited, skipExhausted };
      const waiting = createSearch<string>({ expand: ({ path }) => Promise.resolve(expand(seed, path)), returns: suffixMeans }, settings, seed);
      const atHand = createImmediateSearch<string>({ expand: ({ path }) => expand(seed, path), returns: suffixMeans }, settings, seed);
      const told: [string[], string[]] = [[], []];
      for await (const event of waiting.run()) told[0].push(event.type);
      for (const event of atHand.run()) told[1].push(event.type);
      expect(shape(atHand.root)).toEqual(shape(waiting.root));
      expect(told[1]).toEqual(told[0]);
    }),
    { numRuns: 40 },
  );
});

test("returns may depend on the steps of a path", () => {
  const search = createImmediateSearch<string>(
    { expand: ({ path }) => (path.length === 0 ? ["a", "b"] : ["x"]).map((step) => ({ step, reward: 0, terminal: path.length > 0, key: step })), returns: (_, steps) => steps.map(() => (steps.join("") === "bx" ? 1 : 0)) },
    { iterations: 2, depth: 2, exploration: 1, unvisited: "infinity", skipExhausted: false },
    1,
  );
  for (const event of search.run()) void event;
  expect(search.root.children!.map(({ returns }) => returns)).toEqual([[0], [1]]);
});
