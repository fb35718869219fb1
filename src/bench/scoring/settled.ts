import { extractAnswer } from "../../core/answers";
import { choiceMeant } from "./text";

/** Takes back what was said before it. A "no" alone does so only before a pause: "no change" is an answer. */
const retraction = /(?:\bno\s*[,;:.!—–-]|\b(?:wait|actually|sorry|oops|correction|rather|I mean|scratch that|on second thoughts?)\b|不对|不是)[\s,;:.!—–-]*/gi;
/** What may stand before an option in a sentence that settles on it. */
const opening = /^(?:(?:so|thus|hence|therefore|then|well)\b[\s,]*)*(?:I(?:'d|\s+would)?\s+(?:think|believe|guess|say|choose|pick|go\s+(?:with|for))\s+(?:that\s+)?)?(?:(?:it|this|that|the\s+(?:[\w-]+\s+){1,4})\s*(?:'s|is|must\s+be|should\s+be|would\s+be)\s+)?/i;

/**
 * The part of an answer that names the option it settles on: what follows the last retraction ("(A) no, (C)"), or the
 * option in a whole sentence ("I think it is Blue"). Null where there is neither, or what is there is no option.
 */
export function settledOption(choices: readonly string[], answer: string): string | null {
  const names = (text: string): string | null => {
    const said = text.trim().replace(opening, "");
    return [extractAnswer(text), said].find((part) => part !== null && part !== "" && choiceMeant(choices, part) !== null) ?? null;
  };
  const taken = [...answer.matchAll(retraction)].at(-1);
  const after = taken === undefined ? null : names(answer.slice(taken.index + taken[0].length));
  if (after !== null) return after;
  return choiceMeant(choices, answer) === null ? names(answer) : null;
}
