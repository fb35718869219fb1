import { expect, test } from "vitest";
import { reduceTrace } from "../../src/core/trace";

test("a trace cannot begin in the middle", () => {
  expect(() => reduceTrace(undefined, { type: "activity", activity: null })).toThrow(/started/);
});
