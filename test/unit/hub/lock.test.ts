import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withLock } from "../../../src/adapters/hub/lock";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), "figtree-hub-lock-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Eight come at once, and whoever is let in stays until all others are let in or refused. */
async function comeAtOnce(): Promise<{ readonly inside: number; readonly refused: number }> {
  let [inside, refused] = [0, 0];
  let everybodyAnswered = (): void => undefined;
  const stay = new Promise<void>((resolve) => (everybodyAnswered = resolve));
  const answer = (): void => void (inside + refused === 8 && everybodyAnswered());
  const enter = (): Promise<void> => withLock(folder, "a/b", () => ((inside += 1), answer(), stay)).catch(() => ((refused += 1), answer()));
  await Promise.all(Array.from({ length: 8 }, enter));
  return { inside, refused };
}

test("of many that come at once one is let in, and nothing stays behind", async () => {
  for (let round = 0; round < 100; round += 1) expect(await comeAtOnce()).toEqual({ inside: 1, refused: 7 });
  expect(await readdir(folder)).toEqual([]);
});

test("the lock of a process that died is taken over, by one of many", async () => {
  for (let round = 0; round < 100; round += 1) {
    await writeFile(path.join(folder, "lock"), String(2 ** 22 + 1));
    expect(await comeAtOnce()).toEqual({ inside: 1, refused: 7 });
  }
  expect(await readdir(folder)).toEqual([]);
});
