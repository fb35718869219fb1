import { describe, expect, test } from "vitest";
import { compareAnswers } from "../../../src/core/answers";
import { answerPairs } from "../../fixtures/answer-pairs";

describe.each(Object.entries(answerPairs))("%s", (_kind, pairs) => {
  test.each(pairs.map(([a, b, same, choices]) => ({ a, b, same, choices })))("$a | $b: $same", ({ a, b, same, choices }) => {
    const context = choices === undefined ? {} : { choices };
    const verdict = compareAnswers(a, b, context);
    expect(verdict.same, verdict.rule).toBe(same);
    expect(compareAnswers(b, a, context)).toEqual(verdict);
  });
});
