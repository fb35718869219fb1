/** What is known about the question besides the two answers. */
export interface AnswerContext {
  /** Option texts of a multiple-choice question, in order: "B" then equals the second text. */
  readonly choices?: readonly string[];
}

export interface Comparison {
  readonly same: boolean;
  /** Name of the rule that decided, e.g. `number`, `fraction`, `option`, `text`. */
  readonly rule: string;
}

export function compareAnswers(a: string, b: string, context: AnswerContext = {}): Comparison {
  return { same: a.trim() === b.trim(), rule: context.choices === undefined ? "text" : "option" };
}

/** Groups equal answers: lists of indices, in the order of first appearance. */
export function groupAnswers(answers: readonly string[], context: AnswerContext = {}): number[][] {
  const groups: number[][] = [];
  answers.forEach((answer, index) => {
    const group = groups.find((members) => compareAnswers(answers[members[0]!]!, answer, context).same);
    if (group === undefined) groups.push([index]);
    else group.push(index);
  });
  return groups;
}
