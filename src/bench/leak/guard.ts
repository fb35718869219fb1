import { createHash } from "node:crypto";
import type { Exemplar } from "../../core/ports";
import type { BenchProblem } from "../datasets/problem";

export type LeakReason = "picture" | "question";

/** Keeps problems of a test set out of the exemplars that are shown for it. */
export interface LeakGuard {
  /** Why an exemplar gives a test problem away; null where it does not. */
  reason(exemplar: Pick<Exemplar, "question"> & { readonly image: Pick<Exemplar["image"], "sha256"> }): LeakReason | null;
}

export interface LeakOptions {
  /**
   * Further hashes under which a library may keep a picture, e.g. of what the preflight makes of it.
   * The hash of the bytes themselves is always among them.
   */
  readonly hashes?: (bytes: Uint8Array) => Promise<readonly string[]>;
  readonly signal?: AbortSignal;
}

/**
 * Reads every picture once. An exemplar leaks if its picture is a test picture, whatever it asks, or if its question is
 * asked by exactly one test problem: questions that several problems share ("Which number is missing?") identify none.
 * Throws what reading a picture throws.
 */
export async function createLeakGuard(problems: readonly BenchProblem[], { hashes, signal }: LeakOptions = {}): Promise<LeakGuard> {
  const pictures = new Set<string>();
  for (const problem of problems) {
    const bytes = await problem.image(signal);
    pictures.add(createHash("sha256").update(bytes).digest("hex"));
    for (const hash of (await hashes?.(bytes)) ?? []) pictures.add(hash.toLowerCase());
  }
  const asked = new Map<string, number>();
  for (const problem of problems) {
    for (const question of new Set([problem.asked, problem.question].map(normaliseQuestion))) asked.set(question, (asked.get(question) ?? 0) + 1);
  }
  return {
    reason({ question, image }) {
      if (pictures.has(image.sha256)) return "picture";
      const text = normaliseQuestion(question);
      return text !== "" && asked.get(text) === 1 ? "question" : null;
    },
  };
}

/** Letters and digits in lower case with single blanks between; markers of pictures are left out. */
export function normaliseQuestion(question: string): string {
  return question
    .normalize("NFKC")
    .toLowerCase()
    .replace(/<image\s*\d*>/g, " ")
    .replace(/[^\p{Letter}\p{Number}+\-*/=<>^]+/gu, " ")
    .trim();
}
