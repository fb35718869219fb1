import { expect, test } from "vitest";
import { FigtreeError, type VisionModel } from "../../../src/core/ports";
import { settingsOf } from "../../../src/core/solve";
import { createFakeModel, createWorld } from "../../fixtures/fake-world";
import { runSolve } from "../../fixtures/run-solve";

const settings = settingsOf("paper", { iterations: 6, width: 3, depth: 4 });

/** A model that needs `each` requests for a call, tells of each, and names them in its usage too. */
function telling(each: number): { readonly model: VisionModel; sent(): number } {
  const fake = createFakeModel(createWorld(3, 4));
  let sent = 0;
  const send = (onRequest: (() => void) | undefined): void => {
    for (let request = 0; request < each; request++) {
      onRequest?.();
      sent++;
    }
  };
  const counted = <Reply extends { readonly usage: object }>(reply: Reply): Reply => ({ ...reply, usage: { ...reply.usage, requests: each } });
  const model: VisionModel = {
    ...fake,
    generate: async (request) => (send(request.onRequest), counted(await fake.generate(request))),
    probabilityOfYes: async (request) => (send(request.onRequest), counted(await fake.probabilityOfYes(request))),
  };
  return { model, sent: () => sent };
}

test("requests that are told of count once, and the limit is theirs", async () => {
  const free = telling(3);
  const { snapshot } = await runSolve({ model: free.model, settings });
  expect(snapshot.usage.requests).toBe(free.sent());
  const capped = telling(3);
  const stopped = await runSolve({ model: capped.model, settings: { ...settings, maxCalls: 40 } });
  expect(capped.sent()).toBe(40);
  expect(stopped.snapshot.usage.requests).toBe(40);
  expect(stopped.snapshot.outcome?.error).toEqual({ code: "budget.calls", details: { limit: 40 } });
});

test("a failed call's requests stay in the usage", async () => {
  const model: VisionModel = { ...createFakeModel(createWorld(3, 4)), generate: ({ onRequest }) => (onRequest?.(), onRequest?.(), Promise.reject(new FigtreeError("endpoint.serverError"))) };
  const { snapshot } = await runSolve({ model, settings });
  expect(snapshot.usage.requests).toBe(2);
});

test("a model that tells of nothing is counted by its replies", async () => {
  const fake = createFakeModel(createWorld(3, 4));
  const { snapshot } = await runSolve({ model: fake, settings });
  expect(snapshot.usage.requests).toBe(fake.generations + fake.rewards);
});
