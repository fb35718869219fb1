import { isObject, type Fields } from "../read/item";
import { guessForm } from "./answer";
import { fieldPaths, plainText, resolve, valueAt } from "./field";
import { bareChoices, textList } from "./lists";
import type { PartialMapping } from "./mapping";
import { lettersOf, readyMappings } from "./ready";

export interface Guess {
  readonly format: string;
  readonly formatName: string;
  readonly mapping: PartialMapping;
  readonly notices: readonly string[];
}

/** Names that data sets use, the usual ones first. */
const names: Readonly<Record<"question" | "answer" | "image" | "choices" | "subject" | "tags" | "source" | "licence" | "context" | "caption" | "hint" | "lecture" | "explanation" | "deduction" | "solution" | "unit", readonly string[]>> = {
  question: ["question", "questiontext", "query", "problem", "problemtext", "prompt", "instruction", "q", "text"],
  answer: ["answer", "answertext", "correctanswer", "rightanswer", "groundtruth", "gold", "goldanswer", "target", "label", "correct", "response", "a"],
  image: ["decodedimage", "image", "picture", "figure", "img", "imagepath", "imgpath", "imagefile", "imagefilename", "picturepath", "figurepath", "filename", "image1", "images", "photo"],
  choices: ["choices", "options", "option", "candidates", "alternatives", "answerchoices", "multiplechoices"],
  subject: ["subject", "topic", "category", "subfield", "field", "domain", "family", "kind"],
  tags: ["tags", "tag", "keywords", "skills", "labels"],
  source: ["source", "dataset", "origin"],
  licence: ["licence", "license"],
  context: ["context", "reasoning", "steps", "chainofthought", "cot"],
  caption: ["caption", "imagecaption", "description"],
  hint: ["hint"],
  lecture: ["lecture", "knowledge"],
  explanation: ["explanation", "rationale"],
  deduction: ["deduction"],
  solution: ["solution", "workedsolution"],
  unit: ["unit"],
};

const simple = (path: string): string => path.slice(path.lastIndexOf(".") + 1).toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Guesses from some records which field is what: a ready mapping where the fields are those of a known data set,
 * else by the usual names and by what the values look like. What cannot be guessed is left out.
 */
export function guessMapping(records: readonly Fields[]): Guess {
  const found = new Set<string>();
  for (const record of records) fieldPaths(record, found, 500);
  const ready = readyMappings.find(({ fits }) => fits(found, records));
  if (ready !== undefined) return { format: ready.format, formatName: ready.name, mapping: present(ready.mapping(records, found), found), notices: ready.notices };

  const paths = [...found].sort((a, b) => a.split(".").length - b.split(".").length);
  const mapping: Record<string, unknown> = {};
  const taken = new Set<string>();
  for (const [entry, usual] of Object.entries(names)) {
    const path = usual.flatMap((name) => paths.filter((one) => simple(one) === name)).find((one) => !taken.has(one) && isUsable(entry, one, records));
    if (path === undefined) continue;
    mapping[entry] = path;
    taken.add(path);
  }
  if (mapping["image"] === undefined) {
    const path = paths.find((one) => !taken.has(one) && records.some((record) => looksLikePicture(valueAt(record, one))));
    if (path !== undefined) mapping["image"] = path;
  }
  const numbered = paths.filter((path) => /^image_?\d+$/i.test(path));
  if (numbered.length > 1) mapping["image"] = numbered;
  const letters = lettersOf(found);
  if (mapping["choices"] === undefined && letters.length > 1) mapping["choices"] = letters;
  const form = formOf(records, mapping);
  return { format: "other", formatName: "Records with fields", mapping: form === "auto" ? mapping : { ...mapping, answerForm: form }, notices: [] };
}

/** Without optional entries whose fields are not there. */
function present(mapping: PartialMapping, found: ReadonlySet<string>): PartialMapping {
  const optional = new Set(["choices", "unit", "subject", "tags", "source", "context", "caption", "hint", "lecture", "explanation", "deduction", "solution"]);
  const there = (value: unknown): boolean => [value].flat().length > 0 && [value].flat().every((one) => typeof one !== "string" || one.startsWith("=") || one.includes("{") || found.has(one));
  return Object.fromEntries(Object.entries(mapping).filter(([entry, value]) => !optional.has(entry) || there(value)));
}

function isUsable(entry: string, path: string, records: readonly Fields[]): boolean {
  const values = records.map((record) => valueAt(record, path)).filter((value) => value !== undefined && value !== null && value !== "");
  if (entry === "image") return values.length === 0 || values.some(looksLikePicture) || values.every((value) => Array.isArray(value));
  if (entry === "choices") return values.some((value) => textList(value).length > 1);
  if (entry === "question") return values.some((value) => typeof value === "string" || value instanceof Uint8Array);
  return entry === "tags" || !values.every(isObject);
}

function looksLikePicture(value: unknown): boolean {
  if (value instanceof Uint8Array) return true;
  if (isObject(value)) return Object.hasOwn(value, "bytes") || Object.hasOwn(value, "path");
  return typeof value === "string" && (/^data:image\//.test(value) || /\.(?:png|jpe?g|webp|gif|avif|tiff?|svg)$/i.test(value) || /^(?:iVBOR|\/9j\/|R0lGOD|UklGR)/.test(value) || /^[A-Za-z0-9+\/]{1000}/.test(value));
}

function formOf(records: readonly Fields[], mapping: PartialMapping): ReturnType<typeof guessForm> {
  const { answer, choices } = mapping;
  if (answer === undefined || choices === undefined) return "auto";
  const list = (record: Fields): string[] => bareChoices(typeof choices === "string" ? textList(resolve(record, choices)) : choices.map((one) => plainText(resolve(record, one))));
  return guessForm(records.map((record) => ({ answer: resolve(record, answer), choices: list(record) })));
}
