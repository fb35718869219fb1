import { describe, expect, test } from "vitest";
import { createAdaptiveLimit, createBreaker } from "../../../src/adapters/openai";

describe("requests at once", () => {
  const setUp = (start: number, most: number) => {
    let now = 0;
    const changes: number[] = [];
    const limit = createAdaptiveLimit({ start, most, now: () => now, onChange: (value) => void changes.push(value) });
    /** As many attempts at once as the limit allows, each of the same length. */
    const round = (milliseconds: number, kind = 0, end: "succeeded" | "throttled" | "failed" = "succeeded", atOnce = limit.value): void => {
      const ends = Array.from({ length: atOnce }, () => limit.begin(kind));
      now += milliseconds;
      ends.forEach((finish) => finish(end));
    };
    return { limit, changes, round };
  };

  test("grow by one after a window of quick replies with all places in use, up to the most", () => {
    const { limit, changes, round } = setUp(4, 6);
    for (let rounds = 0; rounds < 40; rounds += 1) round(100);
    expect(changes).toEqual([5, 6]);
    expect(limit.value).toBe(6);
  });

  test("do not grow while places are free", () => {
    const { changes, round } = setUp(4, 16);
    for (let rounds = 0; rounds < 40; rounds += 1) round(100, 0, "succeeded", 3);
    expect(changes).toEqual([]);
  });

  test("do not grow when replies take more than 1.5 times as long; at 1.5 they do", () => {
    const slow = setUp(4, 16);
    slow.round(100);
    slow.round(100);
    expect(slow.limit.value).toBe(5);
    for (let rounds = 0; rounds < 20; rounds += 1) slow.round(151);
    expect(slow.limit.value).toBe(5);
    for (let rounds = 0; rounds < 3; rounds += 1) slow.round(150);
    expect(slow.limit.value).toBe(6);
  });

  test("a slow kind of request is compared with its own kind", () => {
    const { limit, round } = setUp(4, 16);
    round(10, 3);
    round(10, 3);
    for (let rounds = 0; rounds < 2; rounds += 1) round(5000, 2);
    expect(limit.value).toBe(6);
  });

  test("halve once for a burst of refusals, again for a later one, and never reach zero", () => {
    const { changes, round } = setUp(8, 16);
    round(10, 0, "throttled");
    expect(changes).toEqual([4]);
    for (let rounds = 0; rounds < 4; rounds += 1) round(10, 0, "throttled");
    expect(changes).toEqual([4, 2, 1]);
  });

  test("other failures change nothing", () => {
    const { changes, round } = setUp(4, 16);
    for (let rounds = 0; rounds < 10; rounds += 1) round(10, 0, "failed");
    expect(changes).toEqual([]);
  });
});

describe("an endpoint that goes away", () => {
  const setUp = () => {
    const told: (number | "resumed")[] = [];
    const sleeps: (() => void)[] = [];
    const breaker = createBreaker({ sleep: () => new Promise((resolve) => void sleeps.push(resolve)), signal: new AbortController().signal, onPause: (_failure, milliseconds) => void told.push(milliseconds), onResume: () => void told.push("resumed") });
    let up = true;
    let calls = 0;
    const work = async (): Promise<string> => {
      calls += 1;
      await Promise.resolve();
      if (up) return breaker.answered(true), "answer";
      for (let failures = 0; failures < 6; failures += 1) breaker.failed();
      throw new Error("away");
    };
    const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    return { breaker, told, work, settle, calls: () => calls, set: (value: boolean) => (up = value), wake: () => sleeps.shift()!() };
  };
  const signal = new AbortController().signal;

  test("that never answered is an error at once", async () => {
    const { breaker, told, work, set } = setUp();
    set(false);
    await expect(breaker.pass(work, signal)).rejects.toThrow("away");
    expect(told).toEqual([]);
  });

  test("is left alone, tried by one request, and used by all when it is back", async () => {
    const { breaker, told, work, settle, calls, set, wake } = setUp();
    await breaker.pass(work, signal);
    set(false);
    const waiting = [1, 2, 3].map(() => breaker.pass(work, signal));
    await settle();
    expect(told).toEqual([15_000]);
    expect(calls()).toBe(4);
    wake();
    await settle();
    // Only one tried, and failed.
    expect(calls()).toBe(5);
    expect(told).toEqual([15_000, 30_000]);
    set(true);
    wake();
    expect(await Promise.all(waiting)).toEqual(["answer", "answer", "answer"]);
    expect(told).toEqual([15_000, 30_000, "resumed"]);
    expect(await breaker.pass(work, signal)).toBe("answer");
  });

  test("for good is an error after the last pause", async () => {
    const { breaker, told, work, settle, set, wake } = setUp();
    await breaker.pass(work, signal);
    set(false);
    const waiting = breaker.pass(work, signal);
    const ended = expect(waiting).rejects.toThrow("away");
    for (let pauses = 0; pauses < 3; pauses += 1) {
      await settle();
      wake();
    }
    await ended;
    expect(told).toEqual([15_000, 30_000, 60_000]);
  });

  test("does not hold back what is cancelled", async () => {
    const { breaker, work, settle, set } = setUp();
    await breaker.pass(work, signal);
    set(false);
    const controller = new AbortController();
    void breaker.pass(work, signal).catch(() => undefined);
    await settle();
    const cancelled = breaker.pass(work, controller.signal);
    controller.abort(new Error("stopped"));
    await expect(cancelled).rejects.toThrow("stopped");
  });
});
