import type { Fields } from "../read/item";
import { keyField } from "../read/json";
import { valueAt } from "./field";
import type { PartialMapping } from "./mapping";

export interface ReadyMapping {
  readonly format: string;
  /** For people. */
  readonly name: string;
  readonly notices: readonly string[];
  fits(found: ReadonlySet<string>, records: readonly Fields[]): boolean;
  mapping(records: readonly Fields[], found: ReadonlySet<string>): PartialMapping;
}

const has = (found: ReadonlySet<string>, ...names: string[]): boolean => names.every((name) => found.has(name));
const picture = (found: ReadonlySet<string>): string => (found.has("decoded_image") ? "decoded_image" : "image");
const numbered = (found: ReadonlySet<string>, name: RegExp): string[] => [...found].filter((path) => name.test(path)).sort((a, b) => Number(/\d+$/.exec(a)?.[0]) - Number(/\d+$/.exec(b)?.[0]));

/** Columns A, B, C and so on. */
export function lettersOf(found: ReadonlySet<string>): string[] {
  const letters: string[] = [];
  for (let code = 65; found.has(String.fromCharCode(code)); code += 1) letters.push(String.fromCharCode(code));
  return letters;
}

/** Mappings for data sets as their authors publish them, and as copies of them usually look. */
export const readyMappings: readonly ReadyMapping[] = [
  {
    format: "scienceqa",
    name: "ScienceQA",
    notices: ["ScienceQA may be used for non-commercial purposes only."],
    fits: (found) => has(found, "question", "choices", "answer", "hint", "lecture", "solution", "image"),
    mapping: (records, found) => {
      const separate = found.has(keyField) && found.has("split") && records.some((record) => valueAt(record, "image") === "image.png");
      return {
        question: "question", choices: "choices", answer: "answer", answerForm: "index", image: separate ? `{split}/{${keyField}}/{image}` : "image",
        subject: "subject", tags: ["topic", "category", "skill", "grade"].filter((name) => found.has(name)), hint: "hint", lecture: "lecture", solution: "solution", source: "=ScienceQA", licence: "=CC BY-NC-SA 4.0",
      };
    },
  },
  {
    format: "mathvista",
    name: "MathVista",
    notices: ["MathVista's authors prohibit its use for training; its pictures belong to the data sets that it names."],
    fits: (found) => has(found, "question", "answer", "question_type", "answer_type", "metadata.task"),
    mapping: (_, found) => ({
      question: "question", choices: "choices", answer: "answer", answerForm: "text", unit: "unit", image: picture(found),
      subject: "metadata.task", tags: ["metadata.skills"].filter((name) => found.has(name)), source: found.has("metadata.source") ? "MathVista: {metadata.source}" : "=MathVista", licence: "=CC BY-SA 4.0",
    }),
  },
  {
    format: "mathvision",
    name: "MATH-Vision",
    notices: ["MATH-Vision's pictures and questions come from competitions: do not pass them on."],
    fits: (found) => has(found, "id", "question", "options", "answer", "level", "subject"),
    mapping: (_, found) => ({
      question: "question", choices: "options", answer: "answer", answerForm: "letter", image: picture(found),
      subject: "subject", tags: ["level {level}"], solution: "solution", source: "=MATH-Vision", licence: "=MIT (pictures and questions from competitions)",
    }),
  },
  {
    format: "mmmu",
    name: "MMMU",
    notices: ["Records with several pictures are left out: an exemplar has one."],
    fits: (found) => has(found, "question", "options", "answer", "image_1", "question_type"),
    mapping: (_, found) => ({
      question: "question", choices: "options", answer: "answer", answerForm: "letter", image: numbered(found, /^image_\d+$/),
      subject: "subfield", tags: ["topic_difficulty"].filter((name) => found.has(name)), solution: "explanation", source: "=MMMU", licence: "=Apache 2.0 (pictures from many places)",
    }),
  },
  {
    format: "puzzlevqa",
    name: "PuzzleVQA",
    notices: [],
    fits: (found) => has(found, "image", "question", "options", "answer", "caption", "explanation", "deduction"),
    mapping: () => ({ question: "question", choices: "options", answer: "answer", answerForm: "text", image: "image", caption: "caption", explanation: "explanation", deduction: "deduction", subject: "kind", source: "=PuzzleVQA", licence: "=MIT" }),
  },
  {
    format: "vlmevalkit",
    name: "VLMEvalKit",
    notices: [],
    fits: (found) => has(found, "index", "image", "question", "answer"),
    mapping: (_, found) => ({
      question: "question", answer: "answer", image: "image", ...(lettersOf(found).length > 1 ? { choices: lettersOf(found), answerForm: "letter" as const } : {}),
      hint: "hint", subject: "category", tags: ["l2-category"].filter((name) => found.has(name)),
    }),
  },
  {
    format: "conversations",
    name: "Conversations with pictures",
    notices: [],
    fits: (found) => has(found, "conversations.value", "image"),
    mapping: () => ({ question: "conversations.0.value", answer: "conversations.1.value", image: "image" }),
  },
];
