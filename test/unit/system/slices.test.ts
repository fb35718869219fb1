import { expect, onTestFinished, test, vi } from "vitest";
import { letOthersWork, slices } from "../../../src/adapters/system";

/** Names what happens, with `turn` for each turn of the event loop in between. */
async function turnsBetween(works: readonly (() => Promise<void>)[]): Promise<string[]> {
  const seen: string[] = [];
  let going = true;
  const tick = (): void => {
    seen.push("turn");
    if (going) setImmediate(tick);
  };
  setImmediate(tick);
  await Promise.all(works.map(async (work, index) => {
    await work();
    seen.push(`work ${index}`);
  }));
  going = false;
  return seen;
}

test("those who wait go on in turns of their own, in the order in which they came", async () => {
  const seen = await turnsBetween([letOthersWork, letOthersWork, letOthersWork]);
  expect(seen.filter((what) => what !== "turn")).toEqual(["work 0", "work 1", "work 2"]);
  for (const [index, what] of seen.entries()) if (what !== "turn") expect(seen[index - 1], `before ${what}`).toBe("turn");
});

test("one who comes while others wait has a turn too, and nobody waits for ever", async () => {
  const late: string[] = [];
  await letOthersWork();
  const first = letOthersWork().then(() => letOthersWork()).then(() => late.push("first"));
  const second = letOthersWork().then(() => late.push("second"));
  await Promise.all([first, second]);
  expect(late).toEqual(["second", "first"]);
});

test("a slice that is not used up costs no turn; one that is, does", async () => {
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => time);
  onTestFinished(() => clock.mockRestore());
  const pause = slices();
  expect(pause()).toBeUndefined();
  time += 3;
  await expect(pause()).resolves.toBeUndefined();
  expect(pause()).toBeUndefined();
});
