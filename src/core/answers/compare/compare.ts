import type { ReadAnswer } from "../answer";
import { readAnswer } from "../answer";
import { sameForm } from "./forms";

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

/** Compares answers of one question; each text is read once. */
export class Comparer {
  private readonly choices: readonly ReadAnswer[];
  private readonly answers = new Map<string, Answer>();

  constructor(context: AnswerContext) {
    this.choices = (context.choices ?? []).map(readChoice);
  }

  compare(a: string, b: string): Comparison {
    // One order for both directions, so that the relation is symmetric whatever rounding does.
    const [first, second] = a <= b ? [this.answer(a), this.answer(b)] : [this.answer(b), this.answer(a)];
    if (first.choice !== undefined && second.choice !== undefined) return { same: first.choice === second.choice, rule: "option" };
    const [left, right] = [first.read, second.read];
    const verdict = sameForm(left.form, right.form);
    return left.plain === right.plain ? { same: true, rule: verdict.rule } : verdict;
  }

  private answer(text: string): Answer {
    let known = this.answers.get(text);
    if (known === undefined) {
      known = this.resolve(readAnswer(text));
      this.answers.set(text, known);
    }
    return known;
  }

  /** Finds the option that an answer names by letter or by text; a letter stands for its text beside other answers. */
  private resolve(read: ReadAnswer): Answer {
    if (this.choices.length === 0) return { read };
    const { form } = read;
    const exact = this.choices.flatMap((choice, index) => (choice.plain === read.plain ? [index] : []));
    if (exact.length === 1 && form.kind !== "option") return { read, choice: exact[0]! };
    const letter = form.kind === "option" ? form.letter : /^[a-z]$/.test(read.plain) ? read.plain.toUpperCase() : undefined;
    const index = letter === undefined ? -1 : letter.charCodeAt(0) - 65;
    const choice = this.choices[index];
    if (choice !== undefined) return { read: choice, choice: index };
    if (exact.length === 1) return { read, choice: exact[0]! };
    const alike = this.choices.flatMap((option, position) => (sameForm(option.form, form).same ? [position] : []));
    return alike.length === 1 ? { read, choice: alike[0]! } : { read };
  }
}

interface Answer {
  readonly read: ReadAnswer;
  readonly choice?: number;
}

/** An option's text, without the letter that may stand before it. */
function readChoice(text: string): ReadAnswer {
  const read = readAnswer(text.replace(/^\s*[([]?[A-Z][)\].:]\s+(?=\S)/, ""));
  return read.form.kind === "option" && read.form.rest !== undefined ? { ...read, form: read.form.rest } : read;
}

/** Whether two answers are the same answer, and the rule that decided. Deterministic, symmetric, never throws. */
export function compareAnswers(a: string, b: string, context: AnswerContext = {}): Comparison {
  return new Comparer(context).compare(a, b);
}
