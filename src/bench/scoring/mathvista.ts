import type { BenchProblem, Scorer } from "../datasets/problem";
import { nearest } from "./editDistance";
import { readWrittenNumber } from "./numberRead";
import { parsePythonFloat, pythonFloatText, pythonRound } from "./python";
import { unanswered } from "./score";
import { isBlank, letterOf, scoreOurs, statedAnswer, textField, wholeReply } from "./text";

interface Normalised {
  readonly text: string | null;
  readonly rule: string;
}

/**
 * MathVista: read an extraction, normalise it by the type of answer, compare texts with the reference exactly.
 * Where the official extraction asks a language model, the answer that the reply states stands in.
 * Put right in `correct`: an option's own text is that option even if it looks like a letter in brackets (two references
 * are "(b)" and fail officially); the nearest option counts only where it is meant; thousands' commas, currency and percent
 * signs are read; 14.7 is not the whole number 14; blanks in lists do not matter.
 */
export const mathvistaScorer: Scorer = {
  name: "mathvista",
  score(problem, reply, answer) {
    if (isBlank(reply) && isBlank(answer)) return unanswered;
    const stated = statedAnswer(reply, answer);
    const extracted = extract(problem, wholeReply(reply, answer).trim(), stated);
    const normal = normalise(problem, extracted);
    const gold = textField(problem.gold, "answer");
    const official = normal.text !== null && normal.text.trim() === gold.trim() ? 1 : 0;
    const ours = scoreOurs(problem, stated);
    return { extracted, official, correct: corrected(problem, extracted, gold, normal, official, ours.ours), ...ours, rule: normal.rule, guessed: false };
  },
};

function extract(problem: BenchProblem, reply: string, stated: string): string {
  if (problem.choices.includes(reply)) return reply;
  const type = textField(problem.gold, "answer_type");
  if (type === "integer" && /^[+-]?\d+$/.test(reply)) return reply;
  if (type === "float" && parsePythonFloat(reply) !== null) return reply;
  return /The answer is "(.*)"\./.exec(reply)?.[1] ?? stated;
}

function normalise(problem: BenchProblem, extracted: string): Normalised {
  if (textField(problem.gold, "question_type") === "multi_choice") return normaliseChoice(problem.choices, extracted.trim());
  switch (textField(problem.gold, "answer_type")) {
    case "integer": {
      const value = parsePythonFloat(extracted);
      return value === null || !Number.isFinite(value) ? { text: null, rule: "notANumber" } : { text: BigInt(Math.trunc(value)).toString(), rule: "integer" };
    }
    case "float": {
      const value = parsePythonFloat(extracted);
      return value === null ? { text: null, rule: "notANumber" } : { text: pythonFloatText(pythonRound(value, decimalsOf(problem))), rule: "float" };
    }
    default:
      return { text: extracted, rule: textField(problem.gold, "answer_type") === "list" ? "list" : "text" };
  }
}

function normaliseChoice(choices: readonly string[], extracted: string): Normalised {
  const letter = /\(([a-zA-Z])\)/.exec(extracted)?.[1]?.toUpperCase() ?? extracted;
  const index = choices.findIndex((_, position) => letterOf(position) === letter);
  if (index >= 0) return { text: choices[index]!, rule: "letter" };
  const closest = choices[nearest(letter, choices)];
  if (closest === undefined) return { text: null, rule: "noChoices" };
  return { text: closest, rule: closest === letter ? "choiceText" : "nearestChoice" };
}

const decimalsOf = (problem: BenchProblem): number => {
  const precision = Number(textField(problem.gold, "precision"));
  return Number.isInteger(precision) && precision >= 0 && precision <= 20 ? precision : 1;
};

function corrected(problem: BenchProblem, extracted: string, gold: string, normal: Normalised, official: number, ours: number): number {
  const text = extracted.trim();
  if (!/^[A-Z]$/.test(text) && problem.choices.filter((choice) => choice === text).length === 1) return Number(text === gold);
  if (normal.rule === "nearestChoice") return ours;
  const type = textField(problem.gold, "answer_type");
  const value = readWrittenNumber(extracted);
  const wanted = parsePythonFloat(gold);
  if (type === "integer" && wanted !== null) return value === null ? ours : Number(value === wanted);
  if (type === "float" && wanted !== null) return value === null ? ours : Number(pythonRound(value, decimalsOf(problem)) === wanted);
  if (type === "list") return sameList(extracted, gold) ? 1 : 0;
  return official;
}

/** Numbers in order, whatever blanks and trailing zeros. */
function sameList(a: string, b: string): boolean {
  const items = (text: string): string[] => text.replace(/^[\s[]+|[\s.\]]+$/g, "").split(",").map((item) => item.trim());
  const [left, right] = [items(a), items(b)];
  return left.length === right.length && left.every((item, index) => {
    const [x, y] = [parsePythonFloat(item), parsePythonFloat(right[index]!)];
    return x === null || y === null ? item === right[index] : x === y;
  });
}
