import { Fields, pick } from "./files/fields";
import { openTsv } from "./files/tsv";
import { unusable } from "./files/unusable";
import type { BenchProblem, DataSet } from "./problem";

/** Options of such tables stand in columns of their own. */
const letters = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];

/**
 * A table that evaluation tools pass around: `index, question, answer, image` (base64), with options in the columns A, B, ...
 * and `category` where there is one. Such copies are read as one's own set: the official fields are not in them.
 */
export async function openEvaluationTable(file: string, signal?: AbortSignal): Promise<DataSet> {
  const table = await openTsv(file, signal);
  for (const column of ["question", "answer", "image"]) {
    if (!table.columns.includes(column)) throw unusable(file, `It has no column "${column}"; it has ${table.columns.join(", ")}.`);
  }
  const problems = table.rows.map((row, index) => problemOf(Fields.of(file, `in row ${index + 1}`, row), index, (stop) => table.picture(index, stop)));
  return { name: "manifest", split: "all", problems, skipped: [], close: () => Promise.resolve() };
}

function problemOf(record: Fields, index: number, image: BenchProblem["image"]): BenchProblem {
  const asked = record.text("question");
  const answer = record.text("answer");
  const filled = letters.map((letter) => record.optionalText(letter) ?? "");
  const end = filled.findIndex((text) => text === "");
  const choices = end === -1 ? filled : filled.slice(0, end);
  const category = record.optionalText("category") ?? "";
  return {
    id: record.optionalText("index") ?? String(index),
    asked,
    question: asked,
    choices,
    references: [choices[letters.indexOf(answer.trim())] ?? answer],
    image,
    gold: pick(record.raw, ["answer"]),
    categories: category === "" ? {} : { category: [category] },
    meta: {},
  };
}
