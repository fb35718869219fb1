import type { Scorer } from "../datasets/problem";
import { unanswered } from "./score";
import { settledOption } from "./settled";
import { choiceMeant, isBlank, scoreOurs, statedAnswer, textField, wholeReply } from "./text";

/**
 * PuzzleVQA: the last of `(A)` to `(D)`, else the last capital A to D anywhere (so "Answer: blue" reads as A), stands for
 * its option, the first option where there is none at that letter; the option's text must equal the reference.
 * The official code asks the model again where nothing is found; here that is wrong.
 * Put right in `correct`: a capital inside a word is no letter, an option may be named by its text, alone or in a
 * sentence, and where one is taken back ("(A) no, (C)") the last one counts, as in `ours`.
 */
export const puzzlevqaScorer: Scorer = {
  name: "puzzlevqa",
  score(problem, reply, answer) {
    if (isBlank(reply) && isBlank(answer)) return unanswered;
    const whole = wholeReply(reply, answer);
    const said = statedAnswer(reply, answer);
    const stated = settledOption(problem.choices, isBlank(answer) ? whole : said) ?? said;
    const bracketed = [...whole.matchAll(/\(([ABCD])\)/g)].at(-1)?.[1];
    const letter = bracketed ?? [...whole.matchAll(/[ABCD]/g)].at(-1)?.[0];
    const gold = textField(problem.gold, "answer");
    const chosen = letter === undefined ? undefined : (problem.choices["ABCD".indexOf(letter)] ?? problem.choices[0]);
    const meant = choiceMeant(problem.choices, stated) ?? (bracketed === undefined ? null : "ABCD".indexOf(bracketed));
    return {
      extracted: letter ?? null,
      official: Number(chosen === gold),
      correct: Number(meant !== null && problem.choices[meant] === gold),
      ...scoreOurs(problem, stated),
      rule: bracketed !== undefined ? "bracketedLetter" : letter !== undefined ? "anyCapital" : "unparsed",
      guessed: false,
    };
  },
};
