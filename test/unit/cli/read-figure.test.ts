import { execFileSync } from "node:child_process";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runPreflight } from "../../../src/cli/preflight";
import { solveCommand } from "../../../src/cli/solve";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "figtree-figure-"));
  execFileSync("mkfifo", [path.join(folder, "pipe.png")]);
  // Sparse: a size without content.
  await writeFile(path.join(folder, "huge.png"), "");
  await truncate(path.join(folder, "huge.png"), 100 * 2 ** 20 + 1);
  await writeFile(path.join(folder, "largest.png"), "");
  await truncate(path.join(folder, "largest.png"), 100 * 2 ** 20);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What each of the two commands says about a file that it cannot use. */
const commands: Record<string, (file: string) => Promise<{ readonly code: number; readonly said: string }>> = {
  preflight: async (file) => {
    let said = "";
    const write = (text: string): void => void (said += text);
    return { code: await runPreflight(file, {}, { stdout: { write }, stderr: { write } }), said };
  },
  solve: async (file) => {
    let said = "";
    const write = (text: string): void => void (said += text);
    return { code: await solveCommand(file, { question: "?" }, { stdout: write, stderr: write, terminal: null }, new AbortController().signal), said };
  },
};

describe.each(Object.entries(commands))("%s looks at a file before it reads it", (_, run) => {
  test.each([
    ["a folder", ".", /It is a folder\./],
    ["a pipe that nobody writes to", "pipe.png", /It is a pipe or a device, not a file\./],
    ["a device without an end", "/dev/zero", /It is a pipe or a device, not a file\./],
    ["a file above the limit", "huge.png", /It is larger than 100 MB\./],
    ["a file at the limit", "largest.png", /not a picture/],
    ["no file", "nowhere.png", /nowhere\.png was not found/],
    ["a file as a folder", path.join("huge.png", "inner.png"), /was not found/],
    ["a name with a zero in it", "a\0b.png", /It cannot be read \(ERR_INVALID_ARG_VALUE\)\./],
  ])("%s", async (_name, file, sentence) => {
    const { code, said } = await run(path.resolve(folder, file));
    expect(said).toMatch(sentence);
    expect(code).toBe(2);
  });
});
