import { Refusal } from "../refusal";
import { plainText } from "./field";
import { parseList } from "./lists";
import type { AnswerForm } from "./mapping";

const letterOf = (text: string): number | undefined => {
  const match = /^\(?([A-Za-z])\)?[.:]?$/.exec(text);
  return match === null ? undefined : match[1]!.toUpperCase().charCodeAt(0) - 65;
};

const indexOf = (text: string): number | undefined => (/^\d{1,2}(?:\.0)?$/.test(text) ? Math.trunc(Number(text)) : undefined);

/**
 * The right answer as its text. An open question's list of accepted answers gives the first. Throws `Refusal`
 * where it names none of the choices.
 */
export function resolveAnswer(value: unknown, choices: readonly string[], form: AnswerForm): string {
  const given = plainText(Array.isArray(value) ? value[0] : value);
  if (choices.length === 0) {
    const text = parseList(given)?.[0] ?? given;
    if (text === "") throw new Refusal("It has no answer.");
    return text;
  }
  if (given === "") throw new Refusal("It has no answer.");
  const place = placeOf(given, choices, form);
  const choice = place === undefined ? undefined : choices[place];
  if (choice === undefined || choice === "") throw new Refusal("Its answer is none of its choices.", given);
  return choice;
}

function placeOf(given: string, choices: readonly string[], form: AnswerForm): number | undefined {
  if (form === "letter") return letterOf(given) ?? sameText(given, choices);
  if (form === "index") return indexOf(given);
  const text = sameText(given, choices);
  if (form === "text" || text !== undefined) return text;
  const letter = letterOf(given);
  return letter !== undefined && letter < choices.length ? letter : indexOf(given);
}

function sameText(given: string, choices: readonly string[]): number | undefined {
  const exact = choices.indexOf(given);
  if (exact >= 0) return exact;
  const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, " ").replace(/[.。]$/, "").trim();
  const near = choices.findIndex((choice) => folded(choice) === folded(given));
  return near >= 0 ? near : undefined;
}

/** The form that fits the answers of a sample: whole numbers that are not choices themselves are places in the list. */
export function guessForm(samples: readonly { readonly answer: unknown; readonly choices: readonly string[] }[]): AnswerForm {
  const closed = samples.filter(({ choices, answer }) => choices.length > 1 && plainText(answer) !== "");
  if (closed.length === 0) return "auto";
  const all = (fits: (given: string, choices: readonly string[], answer: unknown) => boolean): boolean => closed.every(({ answer, choices }) => fits(plainText(answer), choices, answer));
  if (all((given, choices) => choices.includes(given))) return "text";
  if (all((given, choices) => (letterOf(given) ?? Infinity) < choices.length)) return "letter";
  if (all((given, choices) => (indexOf(given) ?? Infinity) < choices.length)) return "index";
  return "auto";
}
