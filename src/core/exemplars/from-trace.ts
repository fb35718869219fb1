import { compareAnswers } from "../answers";
import { FigtreeError, type NewExemplar } from "../ports";
import { finalAnswerOf, stepLines } from "../prompts";
import type { TraceRecord, TraceSnapshot } from "../trace";

export interface FromTraceOptions {
  /** The right answer where a person knows it better; the trace that reaches it is taken then. */
  readonly answer?: string;
  readonly subject?: string;
  readonly tags?: readonly string[];
  readonly source?: string;
  readonly licence?: string;
}

/**
 * A solved problem as an exemplar: its best trace, step by step, becomes the context, with no pass rate, since
 * nothing has verified it. With an answer that no trace reached there is no context. Throws `search.noAnswer`
 * where neither the solve nor the caller has an answer.
 */
export function exemplarFromTrace(solve: Pick<TraceSnapshot, "problem" | "nodes" | "traces" | "best">, options: FromTraceOptions = {}): NewExemplar {
  const { problem, best } = solve;
  const given = options.answer?.trim() ?? "";
  if (given === "" && best === null) throw new FigtreeError("search.noAnswer");
  const { choices } = problem;
  const reached = given === "" ? best!.answer : given;
  const bestTrace = best === null ? undefined : solve.traces[best.trace];
  const same = (trace: TraceRecord): boolean => compareAnswers(trace.answer, reached, { choices }).same;
  const trace = given === "" || (bestTrace !== undefined && same(bestTrace)) ? bestTrace : [...solve.traces].filter(same).sort((a, b) => (b.reward ?? 0) - (a.reward ?? 0))[0];
  const context = trace === undefined ? null : contextOf(solve, trace);
  return {
    question: problem.question,
    choices,
    answer: choiceText(reached, choices),
    subject: options.subject ?? "",
    tags: options.tags ?? [],
    source: options.source ?? "",
    licence: options.licence ?? "",
    candidates: context === null ? [] : [{ text: context, passRate: null }],
    context,
    passRate: null,
  };
}

/** The text of the option that an answer names, else the answer itself. */
function choiceText(answer: string, choices: readonly string[]): string {
  return choices.find((choice) => choice === answer) ?? choices.find((_, index) => compareAnswers(answer, String.fromCharCode(65 + index), { choices }).same) ?? answer;
}

function contextOf({ nodes, problem }: Pick<TraceSnapshot, "problem" | "nodes">, trace: TraceRecord): string | null {
  const steps = trace.nodes.flatMap((id) => nodes[id] ?? []).map(({ subQuestion, answer }) => ({ subQuestion, answer }));
  const last = steps.at(-1);
  if (last === undefined) return null;
  const letter = problem.choices.indexOf(trace.answer);
  const stated = letter < 0 ? trace.answer : String.fromCharCode(65 + letter);
  const states = /\banswer is\b/i.test(last.answer) && finalAnswerOf(last.answer) !== "";
  return stepLines([...steps.slice(0, -1), { ...last, answer: states ? last.answer : `${last.answer.replace(/[.\s]+$/, "")}. The answer is ${stated}.` }]);
}
