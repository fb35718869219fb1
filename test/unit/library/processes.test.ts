import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { appendFile, readFile, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { entry, idsOf, space, unit, vectors, workshop } from "./make";

const root = fileURLToPath(new URL("../../..", import.meta.url));
let built: string;
beforeAll(() => {
  built = mkdtempSync(path.join(root, "dist", "library-"));
  buildSync({ absWorkingDir: root, entryPoints: { writer: "test/fixtures/library-writer.ts" }, outdir: built, bundle: true, platform: "node", target: "node20", format: "cjs", external: ["@lancedb/lancedb", "apache-arrow"], logLevel: "warning" });
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** A writing process that waits for its start; `added` counts what it says is in. */
async function writer(place: string, engine: string, name: string, count: number): Promise<{ process: ChildProcess; start(): void; added(): number; reached(count: number): Promise<void> }> {
  const child = spawn(process.execPath, [path.join(built, "writer.js"), place, engine, name, String(count)], { stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const reached = async (lines: number): Promise<void> => {
    while (said.split("\n").length - 1 < lines) {
      if (child.exitCode !== null) throw new Error(`The writer ended with ${child.exitCode}.`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await reached(1);
  return { process: child, start: () => void child.stdin.write("go\n"), added: () => said.split("\n").length - 2, reached: (lines) => reached(lines + 1) };
}

describe.each(["lancedb", "files"] as const)("several processes and the library in %s", (engine) => {
  const shop = workshop(engine);
  afterEach(() => shop.clean());

  it("loses nothing of two that write at once, and a window sees it all", async () => {
    const place = await shop.folder();
    const window = await shop.open(place);
    const writers = await Promise.all(["left", "right"].map((name) => writer(place, engine, name, 8)));
    const ends = writers.map(({ process: child }) => once(child, "exit"));
    for (const one of writers) one.start();
    expect((await Promise.all(ends)).map(([code]) => code as number)).toEqual([0, 0]);
    const { total, exemplars } = await window.list();
    expect(total).toBe(17);
    const all = ["left", "right"].flatMap((name) => Array.from({ length: 8 }, (_, index) => [name, index] as const));
    expect([...exemplars.find(({ question }) => question === "everybody's")!.tags].sort()).toEqual(all.map(([name, index]) => `${name}-${index}`).sort());
    expect(exemplars.map(({ question }) => question).sort()).toEqual([...all.map(([name, index]) => `${name} ${index}`), "everybody's"].sort());
    expect(await window.withoutVectors({ id: "s", dimensions: { text: 2, image: null, joint: null } })).toEqual([exemplars.find(({ question }) => question === "everybody's")!.id]);
    expect(await window.nearest("text", unit(1, 0), 50)).toHaveLength(16);
  });

  it("keeps what was in when a writer is killed, and lets others write at once", async () => {
    const place = await shop.folder();
    const one = await writer(place, engine, "victim", 10_000);
    one.start();
    await one.reached(3);
    one.process.kill("SIGKILL");
    await once(one.process, "exit");
    const store = await shop.open(place);
    await store.add([entry("after")]);
    const questions = new Set((await store.list()).exemplars.map(({ question }) => question));
    for (let index = 0; index < one.added(); index += 1) expect(questions).toContain(`victim ${index}`);
    expect(questions).toContain("after");
    const other = await writer(place, engine, "other", 1);
    other.start();
    await once(other.process, "exit");
    expect((await store.list()).exemplars.map(({ question }) => question)).toContain("other 0");
  });
});

describe("files that a crash has torn", () => {
  const shop = workshop("files");
  afterEach(() => shop.clean());

  it("skips and counts a torn last line, and the next one is whole", async () => {
    const place = await shop.folder();
    const first = await shop.open(place);
    await first.add([entry("one"), entry("two")]);
    const journal = path.join(place, "files", "exemplars.jsonl");
    const { length } = await readFile(journal);
    await truncate(journal, length - 20);
    const store = await shop.open(place);
    expect(store.notices).toEqual([{ code: "damagedRecords", detail: "1" }]);
    expect((await store.list()).exemplars.map(({ question }) => question)).toEqual(["one"]);
    await store.add([entry("three")]);
    await appendFile(journal, "{\"put\":{}}\nnot json\n");
    const window = await shop.open(place);
    expect((await window.list()).exemplars.map(({ question }) => question).sort()).toEqual(["one", "three"]);
    expect(store.notices).toEqual([{ code: "damagedRecords", detail: "1" }]);
    await store.list();
    expect(store.notices).toEqual([{ code: "damagedRecords", detail: "3" }]);
  });

  it("drops a torn vector and one that was changed on the disk", async () => {
    const place = await shop.folder();
    const first = await shop.open(place);
    const ids = (await first.add(["a", "b", "c"].map((name) => entry(name)))).map(({ id }) => id) as [string, string, string];
    await first.setVectors(space("s"), ids.map((id) => ({ id, vectors: vectors(unit(1, 0, 0), unit(0, 1)) })));
    const file = path.join(place, "files", "vectors-1.bin");
    const bytes = await readFile(file);
    expect(bytes.length).toBe(3 * (24 + 4 * 5));
    bytes[30]! ^= 255;
    await writeFile(file, bytes.subarray(0, bytes.length - 1));
    const store = await shop.open(place);
    expect((await store.withoutVectors(space("s"))).sort()).toEqual([ids[0], ids[2]].sort());
    expect(store.notices).toEqual([{ code: "damagedRecords", detail: "1" }]);
    await store.setVectors(space("s"), [{ id: ids[2], vectors: vectors(unit(0, 0, 1)) }]);
    expect((await store.nearest("text", unit(0, 0, 1), 1))[0]).toEqual({ id: ids[2], score: 1 });
  });

  it("begins anew after a crash in the very first write, and names a file that is none of its own", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    await store.add([entry("one")]);
    const journal = path.join(place, "files", "exemplars.jsonl");
    await truncate(journal, 9);
    expect((await store.list()).total).toBe(0);
    await store.add([entry("two")]);
    expect((await store.list()).total).toBe(1);
    await writeFile(journal, "{\"figtree\":\"exemplars\",\"schema\":99,\"generation\":\"x\"}\n");
    await expect(shop.open(place)).rejects.toMatchObject({ code: "library.unreachable", details: { message: expect.stringContaining("newer") as string } });
    await writeFile(journal, "something else\n");
    await expect(shop.open(place)).rejects.toMatchObject({ code: "library.damaged" });
  });

  it("leaves out what was replaced once that is most of the file", async () => {
    const place = await shop.folder();
    const store = await shop.open(place);
    const window = await shop.open(place);
    const [id] = await idsOf(store, [entry("one")]);
    await store.setVectors(space("s"), [{ id, vectors: vectors(unit(1, 0, 0)) }]);
    const journal = path.join(place, "files", "exemplars.jsonl");
    const line = (await readFile(journal, "utf8")).split("\n").find((text) => text.startsWith("{\"put\""))!;
    await appendFile(journal, `${line}\n`.repeat(1_100));
    await store.update(id, { answer: "newest" });
    expect((await readFile(journal, "utf8")).split("\n")).toHaveLength(4);
    expect((await window.get([id]))[0]).toMatchObject({ answer: "newest" });
    expect(await window.nearest("text", unit(1, 0, 0), 1)).toHaveLength(1);
  });
});
