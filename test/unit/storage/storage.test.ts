import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "../../fixtures/properties";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSolveStorage, formatTrace, parseTrace, writeTraceFile } from "../../../src/adapters/storage";
import { FigtreeError, imageInfo, type PreparedImage } from "../../../src/core/ports";
import { settingsOf } from "../../../src/core/solve";
import type { TraceEvent, TraceSnapshot } from "../../../src/core/trace";
import { createFakeModel, createWorld } from "../../fixtures/fake-world";
import { runSolve } from "../../fixtures/run-solve";

const bytes = new Uint8Array(readFileSync(path.join(import.meta.dirname, "../../../media/samples/003-triangle.png")));
const hash = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
const image: PreparedImage = { bytes, mediaType: "image/png", width: 448, height: 448, sha256: hash(bytes) };

async function solved(seed: number): Promise<{ events: TraceEvent[]; snapshot: TraceSnapshot }> {
  const { events, snapshot } = await runSolve({ model: createFakeModel(createWorld(seed)), settings: settingsOf("quick") });
  const problem = { ...snapshot.problem, image: imageInfo(image) };
  return { events: events.map((event) => (event.type === "started" ? { ...event, problem } : event)), snapshot: { ...snapshot, problem } };
}

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), "figtree-storage-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("trace file", () => {
  test("what is written is read again, for 30 trees", async () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const { snapshot } = await solved(seed);
      expect(parseTrace(formatTrace(snapshot, image, "a b.png"))).toEqual({ snapshot, image, name: "a b.png" });
    }
  });

  test("a node has exactly the documented fields", async () => {
    const file = JSON.parse(new TextDecoder().decode(formatTrace((await solved(1)).snapshot, null, ""))) as { nodes: object[] };
    const fields = ["id", "parent", "depth", "subQuestion", "answer", "terminal", "multiplicity", "usefulness", "correctness", "reward", "returns", "value", "visits", "seed"];
    for (const node of file.nodes) expect(Object.keys(node).sort()).toEqual([...fields].sort());
  });

  test("contradictions and tricks are refused with one reason", async () => {
    const { snapshot } = await solved(1);
    const spoil = (change: (file: Record<string, never>) => void): string => {
      const file = JSON.parse(new TextDecoder().decode(formatTrace(snapshot, image, ""))) as Record<string, never>;
      change(file);
      try {
        parseTrace(new TextEncoder().encode(JSON.stringify(file)));
        return "accepted";
      } catch (error) {
        return error instanceof FigtreeError && error.code === "trace.invalid" ? String(error.details["message"]) : `threw ${String(error)}`;
      }
    };
    const file = (change: (file: { nodes: Record<string, unknown>[]; traces: { nodes: number[] }[]; best: Record<string, unknown>; figure: Record<string, unknown> } & Record<string, unknown>) => void) => spoil(change as never);
    expect(file(() => undefined)).toBe("accepted");
    expect(file((each) => (each["surplus"] = { deep: 1 }))).toBe("accepted");
    expect(file((each) => (each["version"] = 2))).toMatch(/newer/);
    expect(file((each) => (each["format"] = "other"))).toMatch(/format/);
    expect(file((each) => (each.nodes[2]!["parent"] = 2))).toMatch(/after its parent/);
    expect(file((each) => (each.nodes[1]!["depth"] = 5))).toMatch(/depth/);
    expect(file((each) => (each.nodes[1]!["id"] = 9))).toMatch(/calls itself/);
    expect(file((each) => (each.nodes[1]!["reward"] = 1.5))).toMatch(/nodes.1.reward/);
    expect(file((each) => (each.nodes[1]!["visits"] = 77))).toMatch(/visits/);
    expect(file((each) => (each.traces[0]!.nodes = [2, 1]))).toMatch(/not a path/);
    expect(file((each) => each.traces[0]!.nodes.pop())).toMatch(/last step/);
    expect(file((each) => (each.nodes[1]!["value"] = 0.123))).toMatch(/another value/);
    expect(file((each) => (each.best["answer"] = "another"))).toMatch(/no trace/);
    expect(file((each) => (each.best["trace"] = 99))).toMatch(/no trace/);
    expect(file((each) => (each.figure["base64"] = "AAAA"))).toMatch(/not the one/);
    expect(file((each) => ((each["outcome"] as Record<string, unknown>)["error"] = { code: "made.up", details: {} }))).toMatch(/outcome.error.code/);
    const bomb = Buffer.from(bytes);
    bomb.writeUInt32BE(30_000, 16);
    expect(file((each) => {
      each.figure["base64"] = bomb.toString("base64");
      (each["problem"] as { image: Record<string, unknown> }).image["sha256"] = hash(bomb);
    })).toMatch(/not the one/);
    expect(file((each) => (each.figure["mediaType"] = "image/svg+xml"))).toMatch(/figure.mediaType/);
  });

  test("no bytes make the reader throw anything else", () => {
    const bytes = fc.oneof(fc.uint8Array(), fc.json().map((text) => new TextEncoder().encode(text)), fc.json().map((text) => new TextEncoder().encode(`{"format":"figtree-trace","version":1,"nodes":${text}}`)));
    fc.assert(fc.property(bytes, (content) => {
      try {
        parseTrace(content);
        return false;
      } catch (error) {
        return error instanceof FigtreeError && error.code === "trace.invalid";
      }
    }));
  });

  test("written whole: no draft stays behind", async () => {
    const { snapshot } = await solved(2);
    await writeTraceFile(path.join(folder, "x.figtree.json"), snapshot, image, "");
    expect(await readdir(folder)).toEqual(["x.figtree.json"]);
    await expect(writeTraceFile(path.join(folder, "missing", "x.figtree.json"), snapshot, image, "")).rejects.toThrow();
  });
});

describe("stored solves", () => {
  async function keep(id: string, events: readonly TraceEvent[]): Promise<void> {
    const log = await createSolveStorage(folder).begin(id, image, "figure.png");
    await Promise.all(events.map((event) => log.append(event)));
    await log.close();
  }

  test("the log replays to the snapshot, without passing events", async () => {
    const { events, snapshot } = await solved(3);
    await keep("one", events);
    expect(await createSolveStorage(folder).read("one")).toEqual({ snapshot, image, name: "figure.png", interrupted: false });
    expect(await readFile(path.join(folder, "one", "events.jsonl"), "utf8")).not.toContain('"activity"');
  });

  test("cut anywhere, as after a crash, it gives what was there", async () => {
    const { events, snapshot } = await solved(4);
    await keep("cut", events);
    const file = path.join(folder, "cut", "events.jsonl");
    const text = await readFile(file, "utf8");
    const first = text.indexOf("\n") + 1;
    for (let end = first; end < text.length; end += 97) {
      await writeFile(file, text.slice(0, end));
      const { snapshot: part, interrupted } = await createSolveStorage(folder).read("cut");
      expect(interrupted).toBe(true);
      expect(part.nodes.length).toBeLessThanOrEqual(snapshot.nodes.length);
    }
    await writeFile(file, text.slice(0, 20));
    await expect(createSolveStorage(folder).read("cut")).rejects.toMatchObject({ code: "trace.invalid" });
  });

  test("events that name nodes which do not exist end the replay", async () => {
    await keep("odd", (await solved(5)).events.slice(0, 2));
    await appendFile(path.join(folder, "odd", "events.jsonl"), '{"type":"backedUp","path":[999],"returns":[0.5]}\n');
    expect((await createSolveStorage(folder).read("odd")).snapshot.iterations).toBe(0);
  });

  test("list, prune and remove; ids cannot leave the folder", async () => {
    const storage = createSolveStorage(folder);
    for (const id of ["a", "b", "c"]) await keep(id, (await solved(6)).events);
    await writeFile(path.join(folder, "stray"), "");
    expect((await storage.list()).map(({ id }) => id).sort()).toEqual(["a", "b", "c"]);
    await storage.remove("b");
    await storage.prune(1);
    expect((await storage.list()).length).toBeLessThanOrEqual(1);
    for (const id of ["../x", "a/b", "..", ""]) await expect(storage.read(id)).rejects.toMatchObject({ code: "file.notFound" });
    await expect(storage.read("nowhere")).rejects.toMatchObject({ code: "file.notFound" });
  });
});
