import { describe, expect, test } from "vitest";
import { settingsOf, type SolveSettings } from "../../../src/core/solve";
import type { TraceSnapshot } from "../../../src/core/trace";
import { createFakeModel, createWorld } from "../../fixtures/fake-world";
import { plainAnswer, plainVrest, R, type PlainResult } from "../../fixtures/plain-vrest";
import { runSolve } from "../../fixtures/run-solve";

const shapes = [
  { K: 10, w: 5, D: 8 },
  { K: 6, w: 4, D: 6 },
  { K: 3, w: 3, D: 5 },
  { K: 12, w: 2, D: 4 },
  { K: 5, w: 1, D: 3 },
];

function settingsFor(shape: (typeof shapes)[number], extra: Partial<SolveSettings> = {}): SolveSettings {
  return settingsOf("paper", { iterations: shape.K, width: shape.w, depth: shape.D, forceFinal: false, ...extra });
}

function expectSameTree(snapshot: TraceSnapshot, plain: PlainResult): void {
  expect(snapshot.nodes.length).toBe(plain.created.length + 1);
  expect(snapshot.iterations).toBe(plain.iterations);
  expect(snapshot.nodes[0]!.visits).toBe(plain.root.count);
  plain.created.forEach((node, index) => {
    const ours = snapshot.nodes[index + 1]!;
    expect({ q: ours.subQuestion, a: ours.answer, parent: ours.parent, terminal: ours.terminal, multiplicity: ours.multiplicity, visits: ours.visits }).toEqual({
      q: node.question, a: node.answer, parent: node.parent === plain.root ? 0 : plain.created.indexOf(node.parent!) + 1, terminal: node.terminal, multiplicity: node.multiplicity, visits: node.count,
    });
    expect([ours.usefulness, ours.correctness]).toEqual([node.r1, node.r2]);
    expect(ours.reward).toBeCloseTo(node.r, 12);
    expect(ours.value).toBeCloseTo(R(node), 12);
    expect(ours.returns.length).toBe(node.returns.length);
    node.returns.forEach((value, at) => expect(ours.returns[at]).toBeCloseTo(value, 12));
  });
  expect(snapshot.traces.map((trace) => trace.nodes)).toEqual(plain.traces.map((trace) => trace.nodes.map((node) => plain.created.indexOf(node) + 1)));
  expect(snapshot.traces.map((trace) => trace.answer)).toEqual(plain.traces.map((trace) => trace.answer));
}

describe("the product's tree equals a plain re-statement of Algorithm 1", () => {
  for (const shape of shapes) {
    for (const variant of [{ skipExhausted: false, unvisited: "infinity" }, { skipExhausted: true, unvisited: "infinity" }, { skipExhausted: false, unvisited: "floor1" }] as const) {
      test(`K=${shape.K} w=${shape.w} D=${shape.D} ${JSON.stringify(variant)}, 40 seeds`, async () => {
        for (let seed = 0; seed < 40; seed += 1) {
          const world = createWorld(seed);
          const plain = plainVrest(world, { ...shape, c: 1, skipExhausted: variant.skipExhausted, floor1: variant.unvisited === "floor1" });
          for (const select of ["vote", "best", "greedy", "weighted"] as const) {
            const { snapshot } = await runSolve({ model: createFakeModel(world), settings: settingsFor(shape, { ...variant, select }) });
            if (select === "vote") expectSameTree(snapshot, plain);
            expect(snapshot.best?.answer ?? null, `${select}, seed ${seed}`).toBe(plainAnswer(plain, select, shape.K, 4));
          }
        }
      });
    }
  }

  test("any order of arrival gives the same tree", async () => {
    for (let seed = 0; seed < 25; seed += 1) {
      const world = createWorld(seed);
      let turn = 0;
      const uneven = async (): Promise<void> => {
        turn += 1;
        for (let wait = (turn * 7919) % 11; wait > 0; wait -= 1) await Promise.resolve();
      };
      const settings = settingsFor(shapes[0]!);
      const [calm, ragged] = [await runSolve({ model: createFakeModel(world), settings }), await runSolve({ model: createFakeModel(world, uneven), settings })];
      expect(ragged.snapshot.nodes).toEqual(calm.snapshot.nodes);
      expect(ragged.snapshot.best).toEqual(calm.snapshot.best);
    }
  });
});

describe("expansions on paths of constant length", () => {
  for (const length of [3, 5, 8]) {
    test(`K=10 w=5 T=${length}: 10T - 14`, async () => {
      const model = createFakeModel(createWorld(length, length));
      await runSolve({ model, settings: settingsFor({ K: 10, w: 5, D: 8 }) });
      expect(model.generations).toBe(10 * length - 14);
      expect(model.rewards).toBe(2 * 5 * (10 * length - 14));
    });
  }
});
