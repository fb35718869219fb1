import { compareAnswers, checkArithmetic } from "../../src/core/answers";
import { contextText, finalPhrase, type TranscriptStep } from "../../src/core/prompts";
import type { Drawing } from "./drawing";

/** One worked problem with its picture, as a family makes it. */
export interface Worked {
  readonly drawing: Drawing;
  readonly question: string;
  /** Empty where open. */
  readonly choices?: readonly string[];
  /** The order of the choices means something; others are shuffled. */
  readonly ordered?: boolean;
  /** With choices the text of the right one. */
  readonly answer: string;
  readonly steps: readonly TranscriptStep[];
  /** Numbers that the picture shows, where others of the same family must not be repeated. */
  readonly shown?: readonly number[];
}

/** Draws the variant of that number, from 0. The same random numbers give the same problem. */
export type Make = (variant: number, random: () => number) => Worked;

export interface Family {
  readonly subject: string;
  readonly tags: readonly string[];
  readonly variants: number;
  readonly make: Make;
}

export const step = (subQuestion: string, answer: string): TranscriptStep => ({ subQuestion, answer });

/** The step that ends a solution; the sentence that states the answer is added later. */
export const last = (restated: string, answer: string): TranscriptStep => ({ subQuestion: `${finalPhrase}: ${restated}`, answer });

export const integer = (random: () => number, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
export const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** The same things in another order. */
export function shuffled<T>(random: () => number, list: readonly T[]): T[] {
  const items = [...list];
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [items[index], items[other]] = [items[other]!, items[index]!];
  }
  return items;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** The step-format context of a worked problem. Throws where it states wrong arithmetic or its answer is no choice. */
export function contextOf({ question, choices, answer, steps }: Required<Pick<Worked, "question" | "choices" | "answer" | "steps">>): string {
  const place = choices.indexOf(answer);
  if (choices.length > 0 && (place < 0 || choices.filter((choice) => compareAnswers(choice, answer).same).length !== 1)) throw new Error(`${question}: the answer must be exactly one of the choices`);
  const text = contextText(steps, place < 0 ? answer : String.fromCharCode(65 + place));
  const { wrong } = checkArithmetic(text);
  if (wrong.length > 0) throw new Error(`${question}: ${wrong.join("; ")}`);
  return text;
}
