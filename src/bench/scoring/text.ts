import { compareAnswers, extractAnswer } from "../../core/answers";
import type { BenchProblem } from "../datasets/problem";

export const isBlank = (text: string | null): boolean => text === null || text.trim() === "";

/** The final answer as far as anyone made one out: the method's, else the one that the reply states, else the whole reply. */
export function statedAnswer(reply: string | null, answer: string | null): string {
  if (!isBlank(answer)) return answer!.trim();
  const text = reply ?? "";
  return (extractAnswer(text) ?? text).trim();
}

/** The whole reply; the method's answer where there is no reply. */
export const wholeReply = (reply: string | null, answer: string | null): string => (isBlank(reply) ? (answer ?? "") : reply!);

/** Equality by meaning with any of the references. */
export function scoreOurs(problem: BenchProblem, stated: string): { readonly ours: number; readonly oursRule: string } {
  let rule = "empty";
  for (const reference of problem.references) {
    const verdict = compareAnswers(stated, reference, { choices: problem.choices });
    rule = verdict.rule;
    if (verdict.same) return { ours: 1, oursRule: rule };
  }
  return { ours: 0, oursRule: rule };
}

export const letterOf = (index: number): string => String.fromCharCode(65 + index);

/** The option that an answer means, by letter or by text; null where it is none or not one alone. */
export function choiceMeant(choices: readonly string[], stated: string): number | null {
  const meant = choices.flatMap((_, index) => (compareAnswers(stated, letterOf(index), { choices }).same ? [index] : []));
  const [first] = meant;
  if (first === undefined) return null;
  return meant.every((index) => choices[index] === choices[first]) ? first : null;
}

export const textField = (gold: Readonly<Record<string, unknown>>, key: string): string => {
  const value = gold[key];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
};

export const textsField = (gold: Readonly<Record<string, unknown>>, key: string): string[] => {
  const value = gold[key];
  return Array.isArray(value) ? value.map(String) : [];
};
