import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { animals, visit } from "../../fixtures/zoo/run";
import { rowOf } from "../../fixtures/zoo/table";

const page = readFileSync(path.join(import.meta.dirname, "..", "..", "..", "docs", "endpoints.md"), "utf8");

describe("a real solve through every server of the zoo", () => {
  test("there are many", () => {
    expect(new Set(animals.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20);
  });

  test.each(animals.map((animal) => [animal.name, animal] as const))("%s", async (_, animal) => {
    const visited = await visit(animal);
    const { snapshot, error, sentence } = visited;
    const { expected } = animal;
    if ("answer" in expected) {
      expect(error).toBeNull();
      expect(snapshot?.best?.answer).toBe(expected.answer);
      expect(snapshot?.outcome?.partial).toBe(false);
      expect(snapshot?.warnings.map(({ code }) => code)).toEqual(expected.warning === undefined ? [] : [expected.warning]);
    } else {
      expect(error?.code).toBe(expected.code);
      expect(sentence).toMatch(expected.sentence);
      expect(snapshot?.best ?? null).toBeNull();
    }
    // The documentation says what really happens; `node scripts/endpoints.mjs` writes it anew.
    expect(page).toContain(`\n${rowOf(animal, visited)}\n`);
  });
});
