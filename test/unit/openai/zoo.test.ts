import { describe, expect, test } from "vitest";
import { animals, visit } from "../../fixtures/zoo/run";

describe("a real solve through every server of the zoo", () => {
  test("there are many", () => {
    expect(new Set(animals.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20);
  });

  test.each(animals.map((animal) => [animal.name, animal] as const))("%s", async (_, animal) => {
    const { snapshot, error, sentence } = await visit(animal);
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
  });
});
