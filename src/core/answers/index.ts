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

/** The final answer that a text states ("The answer is X."), or null. */
export function extractAnswer(text: string): string | null {
  const found = [...text.matchAll(/the answer is\s*([^\n]*?)\.?\s*(?=$|\n)/gi)].at(-1);
  return found === undefined ? null : found[1]!.trim();
}

export interface Ballot {
  readonly answer: string;
  readonly weight: number;
}

export interface VoteGroup {
  /** Answer of the group's heaviest ballot. */
  readonly answer: string;
  /** Indices into the ballots, in their order. */
  readonly ballots: readonly number[];
  readonly count: number;
  readonly weight: number;
}

function groupBallots(ballots: readonly Ballot[], context: AnswerContext): VoteGroup[] {
  return groupAnswers(ballots.map((ballot) => ballot.answer), context).map((members) => {
    const heaviest = members.reduce((best, index) => (ballots[index]!.weight > ballots[best]!.weight ? index : best));
    return { answer: ballots[heaviest]!.answer, ballots: members, count: members.length, weight: members.reduce((sum, index) => sum + ballots[index]!.weight, 0) };
  });
}

/** Groups of equal answers: most ballots first, ties by summed weight, then by first appearance. */
export function voteByCount(ballots: readonly Ballot[], context: AnswerContext = {}): VoteGroup[] {
  return groupBallots(ballots, context).sort((a, b) => b.count - a.count || b.weight - a.weight);
}

/** Groups of equal answers: largest summed weight first, ties by first appearance. */
export function voteByWeight(ballots: readonly Ballot[], context: AnswerContext = {}): VoteGroup[] {
  return groupBallots(ballots, context).sort((a, b) => b.weight - a.weight);
}
