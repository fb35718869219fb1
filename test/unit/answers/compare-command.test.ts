import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compareCommand } from "../../../src/cli/compare";
import type { CompareOptions } from "../../../src/cli/compare";

const folder = mkdtempSync(join(tmpdir(), "figtree-compare-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(args: string[], options: CompareOptions = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await compareCommand(args, options, { stdout: (text) => void out.push(text), stderr: (text) => void err.push(text) });
  return { code, lines: out.join("").split("\n").filter((line) => line !== "").map((line): unknown => JSON.parse(line)), err: err.join("") };
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test("two answers give one line and code 0, the same or not", async () => {
  expect(await run(["1/2", "0.5"])).toEqual({ code: 0, lines: [{ a: "1/2", b: "0.5", same: true, rule: "fraction" }], err: "" });
  expect(await run(["12", "13"])).toEqual({ code: 0, lines: [{ a: "12", b: "13", same: false, rule: "number" }], err: "" });
  expect(await run(["B", "12"], { choice: ["10", "12"] })).toMatchObject({ lines: [{ same: true, rule: "option" }] });
});

test("wrong usage is one sentence and code 2", async () => {
  for (const [args, options] of [[[], {}], [["1"], {}], [["1", "2", "3"], {}], [["1", "2"], { pairs: "x" }]] as const) {
    const result = await run([...args], options);
    expect(result).toMatchObject({ code: 2, lines: [] });
    expect(result.err.trim().split("\n")).toHaveLength(1);
  }
});

test("a file is judged line by line; blank lines, a byte order mark and CRLF are no harm", async () => {
  const path = file("pairs.jsonl", '\uFEFF{"a":"12","b":"12 cm"}\r\n\r\n{"a":"B","b":"red","choices":["blue","red"],"same":true}\r\n{"a":5,"b":"6"}');
  expect(await run([], { pairs: path })).toEqual({
    code: 0,
    lines: [
      { a: "12", b: "12 cm", same: true, rule: "unit" },
      { a: "B", b: "red", same: true, rule: "option" },
      { a: "5", b: "6", same: false, rule: "number" },
    ],
    err: "",
  });
});

test("a bad line is named, the others are judged, the code is 2", async () => {
  const path = file("bad.jsonl", '{"a":"1","b":"1"}\n{"a":"1"\n{"a":"1"}\n[]\n{"a":"1","b":"1","choices":"A"}\n{"a":"2","b":"3"}\n');
  const result = await run([], { pairs: path });
  expect(result.code).toBe(2);
  expect(result.lines).toHaveLength(2);
  expect(result.err.trim().split("\n").map((line) => line.slice(path.length, path.length + 3))).toEqual([":2:", ":3:", ":4:", ":5:"]);
});

test("a file that is not there is one sentence and code 2", async () => {
  const result = await run([], { pairs: join(folder, "none.jsonl") });
  expect(result).toMatchObject({ code: 2, lines: [] });
  expect(result.err).toContain("none.jsonl");
});
