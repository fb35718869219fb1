import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compareAnswers } from "../../../src/core/answers";

interface Labelled {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
  readonly type: string;
}

const root = join(import.meta.dirname, "../../..");
const shared = join(process.env["FIGTREE_SHARED"] ?? join(root, "../shared"), "data/equivalence.jsonl");

describe.each([join(root, "test/fixtures/equivalence.jsonl"), shared].filter((file) => existsSync(file)))("labelled pairs in %s", (file) => {
  const pairs = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Labelled);

  test("there are some", () => expect(pairs.length).toBeGreaterThanOrEqual(75));

  test.each(pairs)("$type: $a | $b", ({ a, b, same }) => {
    expect(compareAnswers(a, b).same).toBe(same);
    expect(compareAnswers(b, a).same).toBe(same);
  });
});
