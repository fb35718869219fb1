import { expect, test } from "vitest";
import { WorkQueue } from "../../../src/adapters/embedded/child/workQueue";

test("one job at a time, in order; a failing one stops nobody", async () => {
  const queue = new WorkQueue();
  const log: string[] = [];
  const job = (name: string) => async (checkpoint: () => Promise<void>) => {
    log.push(`${name} begins`);
    await checkpoint();
    log.push(`${name} ends`);
    if (name === "b") throw new Error("b is broken");
    return name;
  };
  const results = await Promise.allSettled(["a", "b", "c"].map((name, id) => queue.add(id, job(name))));
  expect(results.map((one) => (one.status === "fulfilled" ? one.value : "failed"))).toEqual(["a", "failed", "c"]);
  expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test("a cancelled job ends at its next checkpoint, a waiting one never begins, and the next ones run", async () => {
  const queue = new WorkQueue();
  const endless = queue.add(1, async (checkpoint) => {
    for (;;) await checkpoint();
  });
  const waiting = queue.add(2, () => Promise.reject(new Error("it began")));
  const next = queue.add(3, async () => "done");
  queue.cancel(1);
  queue.cancel(2);
  await expect(endless).rejects.toMatchObject({ code: "cancelled" });
  await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  expect(await next).toBe("done");
});
