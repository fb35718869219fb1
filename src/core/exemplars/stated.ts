import { compareAnswers } from "../answers";
import type { Exemplar } from "../ports";

/** How an exemplar's answer is stated in a reply: the letter of the option, or the answer as it is. */
export function statedAnswer({ answer, choices }: Pick<Exemplar, "answer" | "choices">): string {
  const exact = choices.indexOf(answer);
  const index = exact >= 0 ? exact : choices.findIndex((choice) => compareAnswers(answer, choice, { choices }).same);
  return index < 0 ? answer : String.fromCharCode(65 + index);
}

/** Whether a reply's answer is the exemplar's. */
export function isRight(given: string, { answer, choices }: Pick<Exemplar, "answer" | "choices">): boolean {
  return given.trim() !== "" && compareAnswers(given, answer, { choices }).same;
}
