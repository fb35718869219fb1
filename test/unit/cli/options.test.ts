import { expect, test } from "vitest";
import { parseSolveOptions } from "../../../src/cli/options";
import { methodNames, settingsOf } from "../../../src/core/solve";

test("every method can be named; its own defaults count", () => {
  for (const method of methodNames) expect(parseSolveOptions({ method, preset: "paper" })).toEqual({ method, preset: "paper", exemplars: null, settings: settingsOf("paper", {}, method) });
  for (const [text, method] of [["cot-vote", "cotVote"], ["COT", "cot"], ["Best-of-N", "bestOfN"], ["VReST", "vrest"]] as const) expect(parseSolveOptions({ method: text }).method).toBe(method);
  expect(() => parseSolveOptions({ method: "cot-vot" })).toThrow("cot-vot");
  expect(parseSolveOptions({ method: "tot", preset: "paper" }).settings.width).toBe(10);
  expect(parseSolveOptions({ method: "tot", preset: "paper", width: "4" }).settings.width).toBe(4);
});

test("the options beyond the paper and the ablations reach the settings", () => {
  const { settings } = parseSolveOptions({ samples: "7", gate: true, gateReward: "0.6", checkArithmetic: true, rewardKind: "ratio", withoutR1: true, withoutPrm: true, textOnlyGeneration: true, textOnlyR1: true, textOnlyR2: true });
  expect(settings).toMatchObject({ samples: 7, gate: true, gateReward: 0.6, checkArithmetic: true, rewardKind: "ratio", noR1: true, noR2: false, noPRM: true, textOnlyGeneration: true, textOnlyUsefulness: true, textOnlyCorrectness: true });
  expect(() => parseSolveOptions({ rewardKind: "no" })).toThrow(expect.objectContaining({ details: expect.objectContaining({ field: "--reward-kind" }) as unknown }));
  expect(() => parseSolveOptions({ gateReward: "2" })).toThrow("gateReward");
});
