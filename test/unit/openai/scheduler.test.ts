import { expect, test, vi } from "vitest";
import { createEndpointModel } from "../../../src/adapters/openai";
import type { ErrorRecord } from "../../../src/core/ports";
import { closeLater, completion, failureOf, generation, setUp } from "./harness";

test("all models of one endpoint share its places; other endpoints have their own", async () => {
  const held: (() => void)[] = [];
  const hold = ({ json }: { json: (status: number, body: unknown) => void }): void => void held.push(() => json(200, completion(["a"])));
  const one = await setUp(hold);
  const twin = createEndpointModel({ baseUrl: `${one.server.origin}/v1`, model: "viewer-7b", timeouts: { firstByteSeconds: 30, totalSeconds: 30 }, logger: { info: () => undefined, warn: () => undefined, error: () => undefined }, clock: { now: () => 0 }, random: () => 0 });
  closeLater(() => twin.dispose());
  const calls = [one.model, twin].flatMap((model) => [1, 2, 3].map((seed) => model.generate(generation({ seed }))));
  await one.server.arrived(4);
  const other = await setUp(({ json }) => json(200, completion(["b"])));
  await other.model.generate(generation());
  expect(one.server.requests).toHaveLength(4);
  while (held.length > 0 || one.server.requests.length < 6) {
    held.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await Promise.all(calls)).toHaveLength(6);
});

test("the limit that was found is kept for the next time", async () => {
  const seen = new Set<unknown>();
  const { model, memory } = await setUp(({ json, request }) => {
    const first = !seen.has(request.body["seed"]);
    seen.add(request.body["seed"]);
    return first ? json(429, { error: "slow down" }) : json(200, completion(["a"]));
  });
  await Promise.all([1, 2, 3, 4].map((seed) => model.generate(generation({ seed }))));
  await model.dispose();
  expect(memory.inFlight).toBe(2);
  const next = await setUp(({ json }) => json(200, completion(["a"])), { memory });
  await next.model.dispose();
  expect(memory.inFlight).toBe(2);
});

test("an endpoint that goes away in the middle is waited for, and told about", async () => {
  const told: (string | number)[] = [];
  let down = false;
  const pauses: number[] = [];
  const { server, model } = await setUp(({ json, reset }) => (down ? reset() : json(200, completion(["a"]))), {
    onPause: ({ code }: ErrorRecord, milliseconds) => void told.push(code, milliseconds),
    onResume: () => void told.push("resumed"),
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
      if (milliseconds === 15_000) down = false;
    },
  });
  await model.generate(generation());
  down = true;
  const before = server.requests.length;
  const replies = await Promise.all([2, 3, 4].map((seed) => model.generate(generation({ seed }))));
  expect(replies.map(({ choices }) => choices[0]?.text)).toEqual(["a", "a", "a"]);
  expect(told).toEqual(["endpoint.unreachable", 15_000, "resumed"]);
  // Six failures in a row of all requests together, and at most what was already on its way.
  expect(server.requests.length - before).toBeLessThanOrEqual(6 + 2 + 3);
  expect(pauses.filter((pause) => pause === 15_000)).toHaveLength(1);
});

test("an endpoint that stays away is an error after three pauses", async () => {
  const told: number[] = [];
  let down = false;
  const { model } = await setUp(({ json }) => (down ? json(503, { error: "gone" }) : json(200, completion(["a"]))), { onPause: (_reason, milliseconds) => void told.push(milliseconds) });
  await model.generate(generation());
  down = true;
  expect((await failureOf(model.generate(generation()))).code).toBe("endpoint.serverError");
  expect(told).toEqual([15_000, 30_000, 60_000]);
});

test("a pause ends with a cancelled request and with the model", async () => {
  let down = false;
  const onPause = vi.fn();
  const { model } = await setUp(({ json }) => (down ? json(503, { error: "gone" }) : json(200, completion(["a"]))), {
    onPause,
    sleep: (milliseconds, signal) => (milliseconds < 15_000 ? Promise.resolve() : new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }))),
  });
  await model.generate(generation());
  down = true;
  const controller = new AbortController();
  const cancelled = failureOf(model.generate(generation({ signal: controller.signal })));
  const disposed = failureOf(model.generate(generation({ seed: 2 })));
  await vi.waitFor(() => expect(onPause).toHaveBeenCalled(), { timeout: 60_000 });
  controller.abort();
  expect((await cancelled).code).toBe("cancelled");
  await model.dispose();
  expect((await disposed).code).toBe("cancelled");
});
