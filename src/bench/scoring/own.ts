import type { Scorer } from "../datasets/problem";
import { unanswered } from "./score";
import { isBlank, scoreOurs, statedAnswer } from "./text";

/** One's own set: equality by meaning is its only rule. */
export const ownScorer: Scorer = {
  name: "manifest",
  score(problem, reply, answer) {
    if (isBlank(reply) && isBlank(answer)) return unanswered;
    const stated = statedAnswer(reply, answer);
    const ours = scoreOurs(problem, stated);
    return { extracted: stated, official: ours.ours, correct: ours.ours, ...ours, rule: ours.oursRule, guessed: false };
  },
};
