import { extractAnswer } from "../../core/answers";
import { seededRandom } from "../../core/search";
import type { BenchProblem, Scorer } from "../datasets/problem";
import { guessSeed, type GuessOptions } from "./guess";
import { parseChoice } from "./mmmu/choice";
import { matchesOpen, parseOpen } from "./mmmu/open";
import { unanswered, type Score } from "./score";
import { choiceMeant, isBlank, letterOf, scoreOurs, statedAnswer, textsField, wholeReply } from "./text";

/**
 * MMMU: options by letter or text anywhere in the reply, open answers by containment. The official code draws an option
 * where nothing is found; here that is wrong unless guesses are asked for, and a guess says so.
 * Put right in `correct` for options: a stated answer decides, emphasis is read, and an article "A" is no option.
 */
export const mmmuScorer = (options: GuessOptions = {}): Scorer => ({
  name: "mmmu",
  score(problem, reply, answer) {
    if (isBlank(reply) && isBlank(answer)) return unanswered;
    return problem.choices.length === 0 ? scoreOpen(problem, reply, answer) : scoreChoice(problem, reply, answer, options);
  },
});

function scoreOpen(problem: BenchProblem, reply: string | null, answer: string | null): Score {
  const readings = parseOpen(wholeReply(reply, answer));
  const right = Number(matchesOpen(readings, textsField(problem.gold, "answers")));
  return { extracted: readings.join(" | "), official: right, correct: right, ...scoreOurs(problem, statedAnswer(reply, answer)), rule: "contained", guessed: false };
}

function scoreChoice(problem: BenchProblem, reply: string | null, answer: string | null, { guess }: GuessOptions): Score {
  const whole = wholeReply(reply, answer);
  const gold = (textsField(problem.gold, "answers")[0] ?? "").charCodeAt(0) - 65;
  const { index, rule } = parseChoice(whole, problem.choices);
  const drawn = index === null && guess !== undefined ? Math.floor(seededRandom(guessSeed(guess.seed, problem.id))() * problem.choices.length) : null;
  return {
    extracted: index === null ? null : letterOf(index),
    official: Number((index ?? drawn) === gold),
    correct: Number(readCarefully(problem, whole, answer) === gold),
    ...scoreOurs(problem, statedAnswer(reply, answer)),
    rule: drawn === null ? rule : "guess",
    guessed: drawn !== null,
  };
}

function readCarefully(problem: BenchProblem, whole: string, answer: string | null): number | null {
  const stated = isBlank(answer) ? extractAnswer(whole) : answer;
  const meant = stated === null ? null : choiceMeant(problem.choices, stated);
  if (meant !== null) return meant;
  // An article stands before a word in lower case.
  return parseChoice(whole.replace(/[*_`]/g, "").replace(/(^|\s)A(?=\s+[a-z])/g, "$1"), problem.choices).index ?? choiceMeant(problem.choices, whole.trim());
}
