import type { NewExemplar } from "../../../core/ports";
import { contextFromParts, contextFromSteps, contextFromText } from "../context";
import { limits } from "../limits";
import { Refusal } from "../refusal";
import type { Fields } from "../read/item";
import { resolveAnswer } from "./answer";
import { plainText, resolve } from "./field";
import { bareChoices, parseList, textList } from "./lists";
import type { FieldMapping } from "./mapping";

/** A record as an exemplar, its picture still to be read. */
export interface Draft {
  readonly exemplar: NewExemplar;
  /** Path, data, or an object with bytes, as the record has it. */
  readonly picture: unknown;
}

/** Used where a record says nothing itself. */
export interface Defaults {
  readonly licence?: string | undefined;
  readonly source?: string | undefined;
}

/** Makes an exemplar of a record. Throws `Refusal` with the reason where it cannot be one. */
export function draftOf(fields: Fields, mapping: FieldMapping, defaults: Defaults): Draft {
  const of = (entry: string | undefined): string => (entry === undefined ? "" : plainText(resolve(fields, entry)));
  const picture = onePicture([mapping.image].flat().map((entry) => resolve(fields, entry)));
  const choices = choicesOf(fields, mapping.choices);
  const unit = of(mapping.unit);
  const asked = bounded("question", withoutPlaceholders(of(mapping.question)), limits.question);
  if (asked === "") throw new Refusal("It has no question.");
  const question = unit === "" ? asked : `${asked} (Unit: ${unit})`;
  const answer = bounded("answer", resolveAnswer(resolve(fields, mapping.answer), choices, mapping.answerForm ?? "auto"), limits.answer);
  const text = of(mapping.context);
  const steps = mapping.context === undefined ? null : contextFromSteps(resolve(fields, mapping.context), { question, choices, answer });
  const context = steps !== null ? steps : text === ""
    ? contextFromParts({ question, choices, answer, caption: of(mapping.caption), hint: of(mapping.hint), lecture: of(mapping.lecture), explanation: of(mapping.explanation), deduction: of(mapping.deduction), solution: of(mapping.solution) })
    : contextFromText(text, { question, choices, answer });
  if (context !== null) bounded("context", context, limits.context);
  const tags = [mapping.tags ?? []].flat().flatMap((entry) => textList(resolve(fields, entry))).filter((tag) => tag !== "");
  return {
    picture,
    exemplar: {
      question,
      choices,
      answer,
      subject: bounded("subject", of(mapping.subject), limits.label),
      tags: [...new Set(tags.map((tag) => bounded("tag", tag, limits.tag)))].slice(0, limits.tags),
      source: bounded("source", of(mapping.source) || (defaults.source ?? ""), limits.label),
      licence: bounded("licence", of(mapping.licence) || (defaults.licence ?? ""), limits.label),
      candidates: context === null ? [] : [{ text: context, passRate: null }],
      context,
      passRate: null,
    },
  };
}

function bounded(what: string, text: string, most: number): string {
  if (text.length > most) throw new Refusal(`Its ${what} is longer than ${most} characters.`, text.slice(0, 80));
  return text;
}

function choicesOf(fields: Fields, entry: FieldMapping["choices"]): string[] {
  if (entry === undefined) return [];
  const given = typeof entry === "string" ? textList(resolve(fields, entry)) : entry.map((one) => plainText(resolve(fields, one)));
  const choices = bareChoices(given.map(withoutPlaceholders));
  if (choices.length > limits.choices) throw new Refusal(`It has more than ${limits.choices} choices.`, String(choices.length));
  return choices.map((choice) => bounded("choice", choice, limits.choice));
}

/** The one picture of a record; data sets with numbered fields, lists or lists as text leave the others empty. */
function onePicture(values: readonly unknown[]): unknown {
  const pictures = values
    .flatMap((value) => (typeof value === "string" && value.trimStart().startsWith("[") ? (parseList(value) ?? [value]) : value))
    .filter((value) => value !== undefined && value !== null && value !== "" && !(typeof value === "string" && value.trim() === ""));
  if (pictures.length === 0) throw new Refusal("It has no picture.");
  if (pictures.length > 1) throw new Refusal("It has several pictures; an exemplar has one.", String(pictures.length));
  return pictures[0];
}

const placeholder = /<image[\s_]*\d*>/gi;

/**
 * Text without the marks of pictures in it. A single one at the beginning or end of a line goes, within a line
 * it becomes "the figure"; several keep their numbers, since they name parts of one merged picture.
 */
function withoutPlaceholders(text: string): string {
  const marks = [...text.matchAll(placeholder)];
  if (marks.length === 0) return text;
  if (marks.length > 1) return text.replace(placeholder, (mark) => `[figure${/\d+/.exec(mark)?.[0].replace(/^/, " ") ?? ""}]`).trim();
  const { index, 0: mark } = marks[0]!;
  const before = text.slice(0, index).replace(/[ \t]+$/, "");
  const after = text.slice(index + mark.length).replace(/^[ \t]+/, "");
  const alone = before === "" || before.endsWith("\n") || after === "" || after.startsWith("\n");
  return (alone ? `${before}${before === "" || after === "" || before.endsWith("\n") || after.startsWith("\n") ? "" : " "}${after}` : `${before} the figure${/^[.,;:?!)]/.test(after) ? "" : " "}${after}`).replace(/\n{2,}/g, "\n").trim();
}
