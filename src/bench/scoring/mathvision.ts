import type { Scorer } from "../datasets/problem";
import { equalCorrected, equalOfficial } from "./mathvision/equal";
import { extractOfficial } from "./mathvision/extract";
import { cleanGold, optionOf } from "./mathvision/gold";
import { normaliseCorrected, normaliseOfficial } from "./mathvision/normal";
import { unanswered } from "./score";
import { isBlank, scoreOurs, statedAnswer, textField, textsField, wholeReply } from "./text";

/**
 * MATH-Vision: a normalised answer equals the letter or the text of the right option, or the reference, by text, by items
 * of a tuple, or by value after rounding to two decimals.
 * Put right in `correct`: wrapped references are unwrapped, `\frac12`, `\sqrt[3]{8}` and `\text{}` are read, and values
 * below 0.1 must agree within 1 %; a ratio is no quotient.
 */
export const mathvisionScorer: Scorer = {
  name: "mathvision",
  score(problem, reply, answer) {
    if (isBlank(reply) && isBlank(answer)) return unanswered;
    const gold = textField(problem.gold, "answer");
    const options = textsField(problem.gold, "options");
    const text = options[optionOf(gold)];
    const found = extractOfficial(wholeReply(reply, answer).trim());
    const extracted = normaliseOfficial(found.text);
    const stated = statedAnswer(reply, answer);
    const mended = normaliseCorrected(extractOfficial(stated).text);
    const equalsAny = (equal: (a: string, b: string) => boolean, value: string, right: readonly string[]): number => Number(right.some((reference) => equal(reference, value)));
    return {
      extracted,
      official: equalsAny(equalOfficial, extracted, [gold, ...(text === undefined ? [] : [text])]),
      correct: equalsAny(equalCorrected, unbracketed(mended), [normaliseCorrected(cleanGold(gold)), ...(text === undefined ? [] : [normaliseCorrected(text)])]),
      ...scoreOurs(problem, stated),
      rule: found.rule,
      guessed: false,
    };
  },
};

/** `(b)` is the letter b. */
const unbracketed = (text: string): string => /^[([]([a-e])[)\]]/.exec(text)?.[1] ?? text;
