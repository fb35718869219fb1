import { existsSync } from "node:fs";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { libraryError } from "../../../src/adapters/library/engine/failures";
import { withLibraryLock } from "../../../src/adapters/library/engine/lock";
import { systemClock } from "../../../src/adapters/system";
import { FigtreeError, type Clock } from "../../../src/core/ports";
import { entry, workshop } from "./make";

const shop = workshop("lancedb");
afterEach(() => shop.clean());

describe("what the database and the file system report", () => {
  it.each([
    ["Generic LocalFileSystem error: Unable to copy data to file: No space left on device (os error 28)", "library.full"],
    ["lance error: Commit conflict for version 7: There was a concurrent commit that conflicts", "library.busy"],
    ["lance error: Encountered corrupt file x/_versions/1.manifest: Invalid format: magic number does not match, /usr/local/cargo/x.rs:65:20  Caused by: it", "library.damaged"],
    ["Failed to get next batch from stream: lance error: LanceError(IO): Generic memory error: Invalid range 0..1902 for object of size 100 bytes, /rustc/x.rs", "library.damaged"],
    ["lance error: LanceError(IO): Read-only file system (os error 30)", "library.unreachable"],
    ["Hit retry limit for request_id=1  Caused by: error sending request", "library.unreachable"],
  ])("%j is %s", (message, code) => {
    const error = libraryError(new Error(message), "/place");
    expect(error).toMatchObject({ code, details: { place: "/place" } });
    expect(error.details["message"]).not.toMatch(/cargo|rustc|Caused by|LanceError/);
  });

  it.each([["ENOSPC", "library.full"], ["EROFS", "library.unreachable"], ["EACCES", "library.unreachable"], ["ENOTDIR", "library.unreachable"]])("%s is %s", (code, named) => {
    expect(libraryError(Object.assign(new Error(`${code}: it failed, open '/place/lock'`), { code }), "/place")).toMatchObject({ code: named });
  });

  it("keeps a name that it has already", () => {
    const error = new FigtreeError("input.invalid");
    expect(libraryError(error, "/place")).toBe(error);
  });
});

describe("the lock of a folder", () => {
  it("lets one in at a time and leaves nothing behind", async () => {
    const folder = await shop.folder();
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 6 }, () =>
        withLibraryLock(folder, systemClock, async () => {
          most = Math.max(most, (inside += 1));
          await new Promise((resolve) => setTimeout(resolve, 5));
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it("is free again after a failure", async () => {
    const folder = await shop.folder();
    await expect(withLibraryLock(folder, systemClock, () => Promise.reject(new Error("x")))).rejects.toThrow("x");
    expect(await withLibraryLock(folder, systemClock, () => Promise.resolve(1))).toBe(1);
  });

  it("is taken over from a process that is gone, and from a machine that is silent", async () => {
    const folder = await shop.folder();
    const lock = path.join(folder, "lock");
    await writeFile(lock, JSON.stringify({ process: 2 ** 22 + 1, machine: hostname(), token: "x" }));
    expect(await withLibraryLock(folder, systemClock, () => Promise.resolve(1))).toBe(1);
    await writeFile(lock, JSON.stringify({ process: 1, machine: "elsewhere", token: "x" }));
    const old = new Date(Date.now() - 60_000);
    await utimes(lock, old, old);
    expect(await withLibraryLock(folder, systemClock, () => Promise.resolve(2))).toBe(2);
  });

  it("is waited for as long as its holder lives, then the library is busy", async () => {
    const folder = await shop.folder();
    const mark = JSON.stringify({ process: process.pid, machine: hostname(), token: "x" });
    await writeFile(path.join(folder, "lock"), mark);
    let now = Date.now();
    const clock: Clock = { now: () => now, after: (milliseconds, action) => ((now += Math.min(milliseconds, 100)), setImmediate(action), () => undefined) };
    const touched = new Date(now + 120_000);
    await utimes(path.join(folder, "lock"), touched, touched);
    let began = false;
    await expect(withLibraryLock(folder, clock, () => Promise.resolve(void (began = true)))).rejects.toMatchObject({ code: "library.busy" });
    expect(began).toBe(false);
    expect(await readFile(path.join(folder, "lock"), "utf8")).toBe(mark);
  });
});

describe("a library of a newer version", () => {
  it("is left alone", async () => {
    const place = await shop.folder();
    await (await shop.open(place)).close();
    const { connect } = await import("@lancedb/lancedb");
    const connection = await connect(place);
    await (await connection.openTable("settings")).update({ where: "key = 'schema'", values: { value: "99" } });
    await expect(shop.open(place)).rejects.toMatchObject({ code: "library.unreachable", details: { message: "It was made by a newer version of Figtree." } });
  });
});

describe("many small writes", () => {
  it("are joined, so that a library does not become slow", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    for (let index = 0; index < 26; index += 1) await store.add([entry(`Q${index}`)]);
    await store.close();
    const { connect } = await import("@lancedb/lancedb");
    const stats = await (await (await connect(place)).openTable("exemplars")).stats();
    expect(stats.numRows).toBe(26);
    expect(stats.fragmentStats.numFragments).toBeLessThan(4);
    expect(existsSync(path.join(place, "lock"))).toBe(false);
  });
});
