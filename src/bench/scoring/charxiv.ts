import { compareAnswers } from "../../core/answers";
import type { Scorer } from "../datasets/problem";
import { readWrittenNumber } from "./numberRead";
import { unanswered } from "./score";
import { isBlank, scoreOurs, statedAnswer, textField } from "./text";

/**
 * CharXiv: the official rule is a language model with a rubric by category, so `official` is null until it is judged.
 * `correct` holds what of the rubric can be decided without one: terms in any order with plain notation, numbers exactly equal.
 */
export const charxivScorer: Scorer = {
  name: "charxiv",
  score(problem, reply, answer) {
    if (isBlank(reply) && isBlank(answer)) return unanswered;
    const stated = statedAnswer(reply, answer);
    const gold = textField(problem.gold, "answer");
    const number = Number(textField(problem.gold, "inst_category")) >= 3;
    return { extracted: stated, official: null, correct: Number(number ? sameNumbers(stated, gold) : sameTerms(stated, gold)), ...scoreOurs(problem, stated), rule: number ? "exactNumber" : "sameTerms", guessed: false };
  },
};

/** Numbers in any notation, none of them only near. */
function sameNumbers(stated: string, gold: string): boolean {
  if (stated === gold) return true;
  const lists = [stated, gold].map((text) => text.split(/,\s+|\s+and\s+/).map((item) => item.trim()));
  const [left, right] = lists as [string[], string[]];
  return left.length === right.length && left.every((item, index) => sameNumber(item, right[index]!));
}

function sameNumber(stated: string, gold: string): boolean {
  const [a, b] = [readWrittenNumber(stated), readWrittenNumber(gold)];
  // A percent sign may be missing on one side: the chart's axis says it.
  if (a !== null && b !== null) return a === b;
  return compareAnswers(stated, gold).same;
}

const greek: Readonly<Record<string, string>> = { α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", θ: "theta", λ: "lambda", μ: "mu", π: "pi", ρ: "rho", σ: "sigma", τ: "tau", φ: "phi", χ: "chi", ψ: "psi", ω: "omega" };

function sameTerms(stated: string, gold: string): boolean {
  if (plainTerm(stated) === plainTerm(gold)) return true;
  const [left, right] = [stated, gold].map((text) => text.split(/,\s+|\s+and\s+/).map(plainTerm).filter((term) => term !== "").sort()) as [string[], string[]];
  return left.length === right.length && left.every((term, index) => term === right[index]);
}

/** Notation that may differ: letter case, dollar signs, braces, brackets around a letter, Greek letters by name, blanks. Other signs tell terms apart. */
function plainTerm(text: string): string {
  return text
    .toLowerCase()
    .replace(/[$\\{}]|\.$/g, "")
    .replace(/[\u03b1-\u03c9]/g, (letter) => greek[letter] ?? letter)
    .replace(/^\(([a-z])\)$/, "$1")
    .replace(/\s+/g, "");
}
