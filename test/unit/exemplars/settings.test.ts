import { describe, expect, test } from "vitest";
import { retrievalDefaults, retrievalRanges, retrievalSettingsOf } from "../../../src/core/exemplars";

const failing = (field: string) => expect.objectContaining({ code: "input.invalid", details: expect.objectContaining({ field }) as unknown }) as unknown;

describe("settings of retrieval and re-ranking", () => {
  test("defaults of the method's page", () => {
    expect(retrievalSettingsOf()).toEqual({ mode: "rcts", exemplars: 3, candidates: 20, alpha: 0.6, beta: 0.4, exploration: 0.5, rollouts: 500, reward: "heuristic", contexts: true, seed: 0 });
    expect(retrievalSettingsOf({ exemplars: 5, alpha: undefined })).toEqual({ ...retrievalDefaults, exemplars: 5 });
  });

  test("both ends of a range are allowed, what is beyond is not", () => {
    for (const [field, { min, max, integer }] of Object.entries(retrievalRanges)) {
      const rest = field === "alpha" ? { beta: 1 } : field === "beta" ? { alpha: 1 } : {};
      for (const value of [min, max]) expect(retrievalSettingsOf({ ...rest, [field]: value })).toMatchObject({ [field]: value });
      for (const value of [min - 1, max + 1, NaN, Infinity, "3", null, ...(integer ? [min + 0.5] : [])]) expect(() => retrievalSettingsOf({ ...rest, [field]: value }), `${field} ${String(value)}`).toThrow(failing(field));
    }
  });

  test("unknown choices and a reward without parts", () => {
    expect(() => retrievalSettingsOf({ mode: "best" as "rag" })).toThrow(failing("mode"));
    expect(() => retrievalSettingsOf({ reward: "grounded" as "heuristic" })).toThrow(failing("reward"));
    expect(() => retrievalSettingsOf({ contexts: "yes" as unknown as boolean })).toThrow(failing("contexts"));
    expect(() => retrievalSettingsOf({ alpha: 0, beta: 0 })).toThrow(failing("alpha with beta"));
    expect(retrievalSettingsOf({ alpha: 0 })).toMatchObject({ alpha: 0, beta: 0.4 });
  });
});
