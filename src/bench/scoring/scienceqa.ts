import { seededRandom } from "../../core/search";
import type { Scorer } from "../datasets/problem";
import { guessSeed, type GuessOptions } from "./guess";
import { unanswered } from "./score";
import { choiceMeant, isBlank, letterOf, scoreOurs, statedAnswer, textField, wholeReply } from "./text";

/**
 * ScienceQA: "The answer is X" and one more character, exactly once, else nothing was read. The official code then draws an option;
 * here that counts as wrong unless guesses are asked for, and a guess says so.
 * Put right in `correct`: any statement of an option by letter or text counts, the last one where there are several.
 */
export const scienceqaScorer = (options: GuessOptions = {}): Scorer => ({
  name: "scienceqa",
  score(problem, reply, answer) {
    if (isBlank(reply) && isBlank(answer)) return unanswered;
    const whole = wholeReply(reply, answer);
    // The official pattern ends in a full stop that stands for any character: "The answer is Arizona" reads as A.
    const found = [...whole.trim().matchAll(/The answer is ([A-Z])[^\n]/g)].map((match) => match[1]!);
    const index = found.length === 1 ? problem.choices.findIndex((_, position) => letterOf(position) === found[0]) : -1;
    const gold = Number(textField(problem.gold, "answer"));
    const guess = index < 0 && options.guess !== undefined ? Math.floor(seededRandom(guessSeed(options.guess.seed, problem.id))() * problem.choices.length) : null;
    const stated = statedAnswer(reply, answer);
    const meant = choiceMeant(problem.choices, stated);
    const right = problem.choices[gold];
    return {
      extracted: index < 0 ? null : found[0]!,
      official: Number((guess ?? index) === gold),
      correct: Number(meant !== null && right !== undefined && problem.choices[meant] === right),
      ...scoreOurs(problem, stated),
      rule: index >= 0 ? "sentence" : guess === null ? "unparsed" : "guess",
      guessed: guess !== null,
    };
  },
});
