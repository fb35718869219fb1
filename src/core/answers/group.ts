import type { AnswerContext } from "./compare/compare";
import { Comparer } from "./compare/compare";

/** Groups equal answers: lists of indices, in the order of first appearance; an answer joins the first group whose first member equals it. */
export function groupAnswers(answers: readonly string[], context: AnswerContext = {}): number[][] {
  const comparer = new Comparer(context);
  const groups: number[][] = [];
  const known = new Map<string, number[]>();
  answers.forEach((answer, index) => {
    const group = known.get(answer) ?? groups.find((members) => comparer.compare(answers[members[0]!]!, answer).same);
    if (group !== undefined) group.push(index);
    else groups.push([index]);
    known.set(answer, group ?? groups.at(-1)!);
  });
  return groups;
}
