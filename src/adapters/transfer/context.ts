import { finalPhrase, isFinalSubQuestion, stepLines, type TranscriptStep } from "../../core/prompts";
import { isObject } from "./read/item";

export interface ContextParts {
  readonly question: string;
  readonly choices: readonly string[];
  /** For choices the text of the right one. */
  readonly answer: string;
  /** What the figure shows. */
  readonly caption?: string | undefined;
  /** What is given besides the figure. */
  readonly hint?: string | undefined;
  /** General knowledge that is needed. */
  readonly lecture?: string | undefined;
  /** What is observed, and the rule that follows. */
  readonly explanation?: string | undefined;
  /** How the answer follows; `deduction` counts before `solution`. */
  readonly deduction?: string | undefined;
  readonly solution?: string | undefined;
}

const stepFormat = /^Sub-question 1:[^]*\nAnswer \d+:/;
const closing = /\s*(?:so|thus|therefore|hence)?,?\s*(?:the\s+)?(?:final |correct )?answer is:?\s*\S[^\n]{0,200}$/i;

/** What a final step says: the letter of the right choice, else the answer itself. */
function stated(answer: string, choices: readonly string[]): string {
  const place = choices.indexOf(answer);
  return `The answer is ${place < 0 ? answer.replace(/\.$/, "") : String.fromCharCode(65 + place)}.`;
}

/** One line, so that nothing in it can be taken for a label of the format. */
const folded = (text: string | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

/**
 * A worked solution from elsewhere in the step format of the prompts: each part becomes the answer of a
 * sub-question that asks for it, in the order in which one would work, and the last step begins with
 * "Now we can answer the question:" and ends with "The answer is X.", X being the letter where there are choices.
 * Line breaks within a part become blanks. Null where there is no part at all: an answer alone explains nothing.
 */
export function contextFromParts(parts: ContextParts): string | null {
  const ask: readonly (readonly [subQuestion: string, part: string | undefined])[] = [
    ["What does the figure show?", parts.caption],
    ["What else is given?", parts.hint],
    ["What has to be known to answer this?", parts.lecture],
    ["What can be observed, and what follows from it?", parts.explanation],
  ];
  const steps: TranscriptStep[] = ask.flatMap(([subQuestion, part]) => (folded(part) === "" ? [] : [{ subQuestion, answer: folded(part) }]));
  const whole = folded(parts.deduction) === "" ? folded(parts.solution) : folded(parts.deduction);
  const last = whole.replace(closing, "").trim();
  if (steps.length === 0 && whole === "") return null;
  const question = folded(parts.question);
  const end = stated(parts.answer, parts.choices);
  steps.push({ subQuestion: `${finalPhrase}:${question === "" ? "" : ` ${question}`}`, answer: last === "" ? end : `${last}${/[.!?。]$/.test(last) ? "" : "."} ${end}` });
  return stepLines(steps);
}

/** A context that is a single text: kept if it has the step format, else the text of a solution. Null for an empty one. */
export function contextFromText(text: string, problem: Pick<ContextParts, "question" | "choices" | "answer">): string | null {
  if (stepFormat.test(text.trim())) return text.trim();
  return contextFromParts({ ...problem, solution: text });
}

const stepNames = { subQuestion: ["subquestion", "question", "q"], answer: ["subanswer", "answer", "a"] } as const;

/** The text of the first field with one of these names, whatever their case and separators. */
function textOf(step: object, names: readonly string[]): string {
  const fields = Object.entries(step).map(([name, value]) => [name.toLowerCase().replace(/[^a-z]/g, ""), value] as const);
  const value: unknown = names.flatMap((name) => fields.filter(([own]) => own === name))[0]?.[1];
  return typeof value === "string" || typeof value === "number" ? folded(String(value)) : "";
}

/**
 * A context that is a list of steps, each with a sub-question and an answer. The last one gets the final phrase and
 * states the answer where it does not do so. Null where the value is no such list.
 */
export function contextFromSteps(value: unknown, { question, choices, answer }: Pick<ContextParts, "question" | "choices" | "answer">): string | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return null;
  const steps = value.map((step): TranscriptStep => ({ subQuestion: textOf(step, stepNames.subQuestion), answer: textOf(step, stepNames.answer) }));
  if (steps.some((step) => step.subQuestion === "" || step.answer === "")) return null;
  const last = steps.pop()!;
  const isFinal = isFinalSubQuestion(last.subQuestion);
  const states = /\banswer is\b/i.test(last.answer);
  if (!isFinal && !states) return stepLines([...steps, last, { subQuestion: `${finalPhrase}: ${folded(question)}`, answer: stated(answer, choices) }]);
  return stepLines([...steps, {
    subQuestion: isFinal ? last.subQuestion : `${finalPhrase}: ${last.subQuestion}`,
    answer: states ? last.answer : `${last.answer.replace(/[.\s]+$/, "")}. ${stated(answer, choices)}`,
  }]);
}
