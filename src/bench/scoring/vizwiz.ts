import type { Scorer } from "../datasets/problem";
import { unanswered } from "./score";
import { isBlank, scoreOurs, statedAnswer, textsField } from "./text";
import { normaliseVqa } from "./vizwizWords";

/** Matches among the other annotators that make an answer fully right. */
const FULL = 3;

/**
 * VizWiz: soft accuracy. For each annotator, min(1, matches among the others / 3); the mean of these.
 * The official code normalises the prediction alone, so that an annotator's "two" is never matched, and makes "don`t" of
 * "dont"; put right in `correct`: both sides are normalised, and apostrophes are apostrophes.
 */
export const vizwizScorer: Scorer = {
  name: "vizwiz",
  score(problem, reply, answer) {
    if (isBlank(reply) && isBlank(answer)) return unanswered;
    const stated = statedAnswer(reply, answer);
    const answers = textsField(problem.gold, "answers");
    return { extracted: stated, official: softAccuracy(normaliseVqa(stated, true), answers), correct: softAccuracy(normaliseVqa(stated, false), answers.map((each) => normaliseVqa(each, false))), ...scoreOurs(problem, stated), rule: "softAccuracy", guessed: false };
  },
};

/** In [0, 1]; an annotator is left out by position. 0 without annotators. */
export function softAccuracy(prediction: string, answers: readonly string[]): number {
  if (answers.length === 0) return 0;
  const matches = answers.filter((answer) => answer === prediction).length;
  // Hundredths of the ten shares are summed as whole numbers, so that 0.3 is 0.3.
  const thirds = answers.reduce((sum, answer) => sum + Math.min(FULL, matches - Number(answer === prediction)), 0);
  return thirds / (FULL * answers.length);
}
