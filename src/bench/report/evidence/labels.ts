import { compareAnswers } from "../../../core/answers";
import { finalAnswerOf } from "../../../core/prompts";
import type { TraceRecord } from "../../../core/trace";
import type { JobTrace, ProblemRecord, TraceNode } from "../../run/results";

export function isRightAnswer(problem: ProblemRecord, answer: string): boolean {
  return problem.references.some((reference) => compareAnswers(answer, reference, { choices: problem.choices }).same);
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s.?!]+/g, " ").trim();
const result = (text: string): string => text.slice(text.lastIndexOf("=") + 1).trim();

/** Whether a step says what the reference step at its place says: the one with the same sub-question, else the one of the same number. */
function matchesReference(node: TraceNode, steps: NonNullable<ProblemRecord["steps"]>): boolean | null {
  const reference = steps.find(({ subQuestion }) => plain(subQuestion) === plain(node.subQuestion)) ?? steps[node.depth - 1];
  if (reference === undefined) return null;
  if (plain(node.answer) === plain(reference.answer)) return true;
  return compareAnswers(node.answer, reference.answer).same || compareAnswers(result(node.answer), result(reference.answer)).same;
}

/** Nodes that some finished trace with a right, or any, answer passes. */
function passed(traces: readonly TraceRecord[]): ReadonlySet<number> {
  return new Set(traces.flatMap(({ nodes }) => nodes));
}

/**
 * Whether each step of a tree is right; null where it cannot be told. A last step is right if its answer is. Others are
 * held against the data set's worked steps where it has them, else they are right if they lead to a right answer.
 */
export function labelSteps(problem: ProblemRecord, { nodes, traces }: Pick<JobTrace, "nodes" | "traces">): (boolean | null)[] {
  const finished = passed(traces);
  const successful = passed(traces.filter(({ answer }) => isRightAnswer(problem, answer)));
  return nodes.map((node, id) => {
    if (node.parent === null) return null;
    if (node.terminal) return isRightAnswer(problem, finalAnswerOf(node.answer));
    if (problem.steps !== null) return matchesReference(node, problem.steps);
    return finished.has(id) ? successful.has(id) : null;
  });
}
