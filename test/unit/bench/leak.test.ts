import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createLeakGuard, normaliseQuestion } from "../../../src/bench";
import { benchProblem } from "../../fixtures/bench-problem";

const sha = (...bytes: number[]): string => createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
const problem = (id: string, asked: string, ...bytes: number[]) => benchProblem({ id, asked, question: `${asked}\nForm: a number.`, references: ["1"], gold: {}, image: () => Promise.resolve(new Uint8Array(bytes)) });
const set = [problem("1", "How many apples are left?", 1), problem("2", "Which number is missing?", 2), problem("3", "Which number is missing?", 3)];

test("finds test pictures, whatever they are asked about", async () => {
  const guard = await createLeakGuard(set);
  expect(guard.reason({ question: "Something else", image: { sha256: sha(2) } })).toBe("picture");
  expect(guard.reason({ question: "Something else", image: { sha256: sha(9) } })).toBeNull();
});

test("finds test questions in other dress, but not those that many problems share", async () => {
  const guard = await createLeakGuard(set);
  const other = { sha256: sha(9) };
  expect(guard.reason({ question: "  how many APPLES are left", image: other })).toBe("question");
  expect(guard.reason({ question: "How many apples are left?\nForm: a number.", image: other })).toBe("question");
  expect(guard.reason({ question: "How many pears are left?", image: other })).toBeNull();
  expect(guard.reason({ question: "Which number is missing?", image: other })).toBeNull();
  expect(guard.reason({ question: "", image: other })).toBeNull();
});

test("takes further hashes of a picture", async () => {
  const guard = await createLeakGuard(set, { hashes: (bytes) => Promise.resolve([sha(...bytes, 0).toUpperCase()]) });
  expect(guard.reason({ question: "x", image: { sha256: sha(3, 0) } })).toBe("picture");
});

test("keeps what tells questions apart", () => {
  expect(normaliseQuestion("What is 3 + 4?\n<image 1>")).toBe("what is 3 + 4");
  expect(normaliseQuestion("What is 3 - 4?")).not.toBe(normaliseQuestion("What is 3 + 4?"));
});
