import { describe, expect, test } from "vitest";
import type { AnswerContext, Comparison } from "../../../src/core/answers";
import { compareAnswers } from "../../../src/core/answers";
import { mixedPairs } from "../../fixtures/mixed-answer-pairs";
import { answerPairs } from "../../fixtures/answer-pairs";

describe.each(Object.entries({ ...answerPairs, mixed: mixedPairs }))("%s", (_kind, pairs) => {
  test.each(pairs.map(([a, b, same, choices]) => ({ a, b, same, choices })))("$a | $b: $same", ({ a, b, same, choices }) => {
    const context: AnswerContext = choices === undefined ? {} : { choices };
    const verdict: Comparison = compareAnswers(a, b, context);
    expect(verdict.same, verdict.rule).toBe(same);
    expect(compareAnswers(b, a, context)).toEqual(verdict);
  });
});
