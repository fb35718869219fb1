import { z } from "zod";
import { FigtreeError } from "../../../core/ports";
import { limits } from "../limits";

/** How an answer is written where a record has choices. `auto`: told for each record, the text of a choice first. */
export type AnswerForm = "auto" | "text" | "letter" | "index" | "number";

/**
 * Which fields of a record are read for what: plain data that a person may change. A value is the dotted path of
 * a field (`metadata.task`; numbers go into lists: `answers.0`), a text with paths in braces
 * (`{split}/{id}/image.png`, no value where one is missing), or `=` and a fixed text (`=MIT`).
 */
export interface FieldMapping {
  readonly question: string;
  readonly answer: string;
  /** Path, address of data, bytes; several fields for data sets with numbered pictures. */
  readonly image: string | readonly string[];
  /** One field with a list, or one field for each option. */
  readonly choices?: string | readonly string[] | undefined;
  /** Default `auto`. `index` counts from 0, `number` from 1. */
  readonly answerForm?: AnswerForm | undefined;
  /** Unit of the answer; put behind the question. */
  readonly unit?: string | undefined;
  readonly subject?: string | undefined;
  readonly tags?: string | readonly string[] | undefined;
  readonly source?: string | undefined;
  readonly licence?: string | undefined;
  /** A context in the step format, or any text that explains the answer. The parts below are used where it is empty. */
  readonly context?: string | undefined;
  readonly caption?: string | undefined;
  readonly hint?: string | undefined;
  readonly lecture?: string | undefined;
  readonly explanation?: string | undefined;
  readonly deduction?: string | undefined;
  readonly solution?: string | undefined;
}

/** A mapping that may lack what has to be there. */
export type PartialMapping = Partial<FieldMapping>;

const field = z.string().trim().min(1, "A field's name is missing.").max(500);
const fields = z.union([field, z.array(field).min(1).max(64)]);
const shape = z.strictObject({
  question: field,
  answer: field,
  image: fields,
  choices: fields.optional(),
  answerForm: z.enum(["auto", "text", "letter", "index", "number"]).optional(),
  unit: field.optional(),
  subject: field.optional(),
  tags: fields.optional(),
  source: field.optional(),
  licence: field.optional(),
  context: field.optional(),
  caption: field.optional(),
  hint: field.optional(),
  lecture: field.optional(),
  explanation: field.optional(),
  deduction: field.optional(),
  solution: field.optional(),
});

/** Checks a mapping that came from outside. Throws `input.invalid` that names the entry. */
export function readMapping(value: unknown): FieldMapping {
  const checked = shape.safeParse(value);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0]!;
  const name = issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path[0];
  const missing = typeof value === "object" && value !== null && name !== undefined && !Object.hasOwn(value, name);
  throw new FigtreeError("input.invalid", { field: `The mapping of ${name === undefined ? "fields" : String(name)}`, message: issue.code === "unrecognized_keys" ? "There is nothing of this name to map." : missing ? "It says not where this is found." : issue.message });
}

const braces = /\{([^{}]+)\}/g;

/** Paths that an entry reads; none for a fixed text. */
export function pathsOf(entry: string): string[] {
  if (entry.startsWith("=")) return [];
  const inside = [...entry.matchAll(braces)].map((match) => match[1]!);
  return inside.length === 0 ? [entry] : inside;
}

/** Every path of a mapping with the name of its entry. */
function allPaths(mapping: PartialMapping): { readonly entry: string; readonly path: string }[] {
  return Object.entries(mapping)
    .filter(([entry]) => entry !== "answerForm")
    .flatMap(([entry, value]) => [value ?? []].flat().flatMap((one: string) => pathsOf(one).map((path) => ({ entry, path }))));
}

/** Top-level fields that a mapping reads. */
export const columnsOf = (mapping: PartialMapping): string[] => [...new Set(allPaths(mapping).flatMap(({ path }) => [path, path.split(".")[0]!]))];

/** Throws `input.invalid` for an entry whose field no record has. @param known dotted paths without the numbers of lists */
export function checkFields(mapping: FieldMapping, known: readonly string[]): void {
  if (known.length >= limits.fields) return;
  for (const { entry, path } of allPaths(mapping)) {
    const inLists = path.split(".").filter((part) => !/^\d+$/.test(part)).join(".");
    if (known.includes(path) || known.includes(inLists)) continue;
    throw new FigtreeError("input.invalid", { field: `The mapping of ${entry}`, value: path, message: `No record has this field; there are: ${known.slice(0, 30).join(", ")}` });
  }
}
