import { Refusal } from "../refusal";
import { plainText } from "./field";
import { acceptedAnswers, labelled } from "./lists";
import type { AnswerForm } from "./mapping";

const letterOf = (text: string): number | undefined => {
  const match = /^\(?([A-Za-z])\)?[.:]?$/.exec(text.normalize("NFKC"));
  return match === null ? undefined : match[1]!.toUpperCase().charCodeAt(0) - 65;
};

const indexOf = (text: string): number | undefined => (/^\d{1,2}(?:\.0)?$/.test(text) ? Math.trunc(Number(text)) : undefined);

const numberOf = (text: string): number | undefined => {
  const index = indexOf(text);
  return index === undefined || index === 0 ? undefined : index - 1;
};

/**
 * The right answer as its text. An open question's list of accepted answers gives the first; a list of numbers is one
 * answer (an interval, a point). Throws `Refusal` where it names none of the choices, or several.
 */
export function resolveAnswer(value: unknown, choices: readonly string[], form: AnswerForm): string {
  if (choices.length === 0) {
    const text = acceptedAnswers(value)[0] ?? "";
    if (text === "") throw new Refusal("It has no answer.");
    return text;
  }
  if (Array.isArray(value) && value.length > 1) throw new Refusal("It has several right answers; an exemplar has one.", plainText(value));
  const given = plainText(Array.isArray(value) ? value[0] : value);
  if (given === "") throw new Refusal("It has no answer.");
  const place = placeOf(given, choices, form);
  const choice = place === undefined ? undefined : choices[place];
  if (choice === undefined || choice === "") throw new Refusal("Its answer is none of its choices.", given);
  return choice;
}

function placeOf(given: string, choices: readonly string[], form: AnswerForm): number | undefined {
  if (form === "letter") return letterOf(given) ?? sameText(given, choices);
  if (form === "index") return indexOf(given);
  if (form === "number") return numberOf(given);
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
  if (near >= 0) return near;
  const named = labelled(given);
  const place = named === undefined ? undefined : letterOf(named.letter);
  return place !== undefined && folded(choices[place] ?? "") === folded(named!.text) ? place : undefined;
}

/** The form that fits the answers of a sample: whole numbers that are not choices themselves are places in the list, counted from 1 where one is beyond its end otherwise. */
export function guessForm(samples: readonly { readonly answer: unknown; readonly choices: readonly string[] }[]): AnswerForm {
  const closed = samples.filter(({ choices, answer }) => choices.length > 1 && plainText(answer) !== "");
  if (closed.length === 0) return "auto";
  const all = (fits: (given: string, choices: readonly string[], answer: unknown) => boolean): boolean => closed.every(({ answer, choices }) => fits(plainText(answer), choices, answer));
  if (all((given, choices) => choices.includes(given))) return "text";
  if (all((given, choices) => (letterOf(given) ?? Infinity) < choices.length)) return "letter";
  if (all((given, choices) => (indexOf(given) ?? Infinity) < choices.length)) return "index";
  if (all((given, choices) => (numberOf(given) ?? Infinity) < choices.length)) return "number";
  return "auto";
}
