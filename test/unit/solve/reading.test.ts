import { describe, expect, test } from "vitest";
import { answerOf, readEvent, searchKey, selections, settingsOf, type Reading, type SolveSettings } from "../../../src/core/solve";
import { reduceTrace, type TraceSnapshot } from "../../../src/core/trace";
import { runSolve } from "../../fixtures/run-solve";
import { createSimulatedModel } from "../../fixtures/simulated-model";

const model = (problem: number) => createSimulatedModel({ problem, steps: 4, stepSuccess: 0.6, rewardSignal: 0.25, rewardNoise: 0.3, wrongAnswers: 3 });

/** What readings come to, from the events of one search. */
async function read(problem: number, settings: SolveSettings, readings: readonly Reading[]): Promise<{ readonly calls: number; readonly snapshots: readonly TraceSnapshot[] }> {
  const asked = model(problem);
  let own: TraceSnapshot | undefined;
  let snapshots: readonly (TraceSnapshot | undefined)[] = readings.map(() => undefined);
  await runSolve({ model: asked, settings, onEvent: (event) => {
    const now = (own = reduceTrace(own, event));
    snapshots = readings.map((reading, index) => reduceTrace(snapshots[index], readEvent(event, now, reading)));
  } });
  return { calls: asked.calls(), snapshots: snapshots.map((snapshot) => snapshot!) };
}

describe("readings of one search", () => {
  test("answer as a search of their own would, at the calls of one", async () => {
    let differing = 0;
    for (let problem = 0; problem < 12; problem += 1) {
      const base = settingsOf("balanced", { seed: problem, earlyStop: false });
      const readings = selections.map((select) => ({ id: `solve-${select}`, settings: { ...base, select } }));
      const { calls, snapshots } = await read(problem, base, readings);
      const alone = model(problem);
      await runSolve({ model: alone, settings: base });
      expect(calls).toBe(alone.calls());
      for (const [index, { id, settings }] of readings.entries()) {
        const { snapshot } = await runSolve({ model: model(problem), settings });
        const { best, nodes, usage, outcome } = snapshots[index]!;
        expect({ best, nodes, usage, outcome }).toEqual({ best: snapshot.best, nodes: snapshot.nodes, usage: snapshot.usage, outcome: snapshot.outcome });
        expect(snapshots[index]).toMatchObject({ id, settings: { select: settings.select } });
        expect(answerOf(snapshots[index]!, settings)).toEqual(best);
      }
      differing += new Set(snapshots.map(({ best }) => best!.answer)).size > 1 ? 1 : 0;
    }
    expect(differing).toBeGreaterThan(2);
  });

  test("keep the answer of a gate that was enough", async () => {
    const base = settingsOf("quick", { seed: 1, gate: true, gateReward: 0 });
    const sure = createSimulatedModel({ problem: 1, steps: 2, stepSuccess: 1, rewardSignal: 0.5, rewardNoise: 0, wrongAnswers: 1 });
    let own: TraceSnapshot | undefined;
    let greedy: TraceSnapshot | undefined;
    await runSolve({ model: sure, settings: base, onEvent: (event) => {
      own = reduceTrace(own, event);
      greedy = reduceTrace(greedy, readEvent(event, own, { id: "greedy", settings: { ...base, select: "greedy" } }));
    } });
    expect(own!.iterations).toBe(0);
    expect(own!.best).not.toBeNull();
    expect(greedy!.best).toEqual(own!.best);
  });
});

test("searches are the same where only the final selection differs", () => {
  const base = settingsOf("quick");
  expect(searchKey("vrest", { ...base, select: "best", votes: 2, gamma: 1 })).toBe(searchKey("vrest", base));
  for (const change of [{ seed: 1 }, { noR1: true }, { iterations: 4 }, { gate: true }, { earlyStop: false }]) expect(searchKey("vrest", { ...base, ...change })).not.toBe(searchKey("vrest", base));
  expect(searchKey("tot", base)).not.toBe(searchKey("vrest", base));
});
