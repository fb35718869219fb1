import { describe, expect, test } from "vitest";
import { settingsOf, type SolveSettings } from "../../../src/core/solve";
import { runSolve } from "../../fixtures/run-solve";
import type { Exchange } from "../../fixtures/scripted-server";
import { completion, setUp } from "./harness";

const settings = (changes: Partial<SolveSettings>): SolveSettings => settingsOf("paper", { iterations: 4, width: 3, depth: 3, ...changes });

/** One reply per request whatever `n` says, and never a log-probability. */
function oneByOne({ request, json, index }: Exchange): void {
  const asked = JSON.stringify(request.body["messages"]);
  json(200, completion([/Answer Yes or No/.test(asked) ? "Yes" : ` What is part ${index}?\nAnswer 1: It is ${index}.`]));
}

describe("a solve's requests are counted as they go out", () => {
  test.each([1, 2, 3, 10, 23])("a server without n and log-probabilities gets no more than %i", async (maxCalls) => {
    const { server, model } = await setUp(oneByOne);
    const { snapshot } = await runSolve({ model, settings: settings({ maxCalls }) });
    // One that is cut when the limit is met may not have arrived.
    expect(server.requests.length).toBeLessThanOrEqual(maxCalls);
    expect(snapshot.outcome?.error).toEqual({ code: "budget.calls", details: { limit: maxCalls } });
    expect(snapshot.usage.requests).toBe(maxCalls);
  });

  test("what is under way at the limit is kept: one reply, then one of the two that are missing", async () => {
    const { server, model } = await setUp(oneByOne);
    const { snapshot } = await runSolve({ model, settings: settings({ maxCalls: 2 }) });
    expect(server.requests).toHaveLength(2);
    expect(snapshot.usage).toMatchObject({ requests: 2, samples: 2 });
  });

  test("without a limit the usage is what arrived", async () => {
    const { server, model } = await setUp(oneByOne);
    const { snapshot } = await runSolve({ model, settings: settings({ iterations: 2 }) });
    expect(snapshot.usage.requests).toBe(server.requests.length);
    expect(snapshot.usage.requests).toBeGreaterThan(23);
  });

  test("a call that failed after its retries is in the usage", async () => {
    const { server, model } = await setUp(({ json }) => json(500, { error: { message: "out of order" } }), { retries: 3 });
    const { snapshot } = await runSolve({ model, settings: settings({}), method: "qa" });
    expect(snapshot.outcome).toMatchObject({ reason: "failed", error: { code: "endpoint.serverError" } });
    expect(server.requests).toHaveLength(4);
    expect(snapshot.usage).toMatchObject({ requests: 4, samples: 0 });
  });

  test("retries stop at the limit", async () => {
    const { server, model } = await setUp(({ json }) => json(500, { error: { message: "out of order" } }));
    const { snapshot } = await runSolve({ model, settings: settings({ maxCalls: 2 }), method: "qa" });
    expect(snapshot.outcome?.error?.code).toBe("budget.calls");
    expect(server.requests).toHaveLength(2);
    expect(snapshot.usage.requests).toBe(2);
  });
});
