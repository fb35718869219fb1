import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { said, workplace, writeSet, type Workplace } from "./library-harness";

let place: Workplace;
beforeAll(async () => void (place = await workplace()));
afterAll(() => place.clean());

describe("imports that are cut off or meet", () => {
  test("killed, then interrupted, then run again: each goes on where the last one stopped, and nothing is there twice", async () => {
    const set = await writeSet(path.join(place.folder, "long"), 160);
    const library = path.join(place.folder, "long-library");
    const args = ["library", "import", set, "--library", library, "--yes", "--no-vectors"];
    const first = place.startUntil(/^32 of 160 records/m, ...args);
    const killed = once(first, "exit");
    await said(first, "stderr", /^32 of 160 records/m);
    first.kill("SIGKILL");
    await killed;

    const second = place.startUntil(/^\d+ of 160 records/m, ...args);
    let words = "";
    second.stderr!.on("data", (chunk: Buffer) => (words += chunk.toString()));
    const ended = once(second, "close");
    const begun = await said(second, "stderr", /^\d+ of 160 records/m);
    expect(Number(/^(\d+) of 160/m.exec(begun)![1])).toBeGreaterThan(32);
    second.kill("SIGINT");
    second.kill("SIGCONT");
    expect(await ended).toEqual([4, null]);
    expect(words).toMatch(/^Stopped\. What was done by then is kept: the same command goes on from there\.$/m);

    const last = (await place.printed(args)) as { added: number; merged: number };
    expect(last.added + last.merged).toBe(160);
    expect(await place.printed(["library", "stats", "--library", library])).toMatchObject({ exemplars: 160 });
  });

  test("two at once into a new library lose nothing", async () => {
    const library = path.join(place.folder, "shared");
    const sets = await Promise.all([0, 20].map((from) => writeSet(path.join(place.folder, `part ${from}`), 30, 200 + from)));
    const ends = await Promise.all(sets.map((set) => place.printed(["library", "import", set, "--library", library, "--yes", "--no-vectors"])));
    // Drawings 220 to 229 are in both.
    expect(ends.reduce((sum, end) => sum + Number(end["added"]), 0)).toBe(50);
    expect(ends.reduce((sum, end) => sum + Number(end["merged"]), 0)).toBe(10);
    expect(await place.printed(["library", "stats", "--library", library])).toMatchObject({ exemplars: 50 });
  });
});
