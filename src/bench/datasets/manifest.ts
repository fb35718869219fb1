import { choiceMeant } from "../scoring/text";
import { openEvaluationTable } from "./evaluationTable";
import { Fields, pick } from "./files/fields";
import { readJsonLines } from "./files/json";
import { findFile, listFiles, locateCopy } from "./files/locate";
import { withPictures } from "./files/pictures";
import { unusable } from "./files/unusable";
import type { BenchProblem, DatasetReader } from "./problem";
import { splitOf } from "./splits";

/** The format for one's own set: one record a line with `file`, `question`, `answer`, and where apt `choices`, `category`, `id`. */
export const manifest: DatasetReader = {
  name: "manifest",
  title: "Own set",
  licence: "As its owner says.",
  layout: "manifest.jsonl (or samples.jsonl) with one record a line (file, question, answer, choices, category) and the pictures beside it or in images.zip; or a table TABLE.tsv (index, question, answer, image as base64, options in columns A, B, ...).",
  splits: ["all"],
  async open(place, options = {}) {
    const split = splitOf(this, options.split);
    const { signal } = options;
    const copy = await locateCopy(place, this.layout);
    const file = copy.file ?? (await findFile(copy, ["manifest.jsonl", "samples.jsonl"])) ?? (await onlyTable(copy.folder));
    if (file === null) throw unusable(place, `It holds no manifest.jsonl. Needed: ${this.layout}`);
    if (file.endsWith(".tsv")) return openEvaluationTable(file, signal);
    const records = (await readJsonLines(file, signal)).map(({ value, line }) => Fields.of(file, `in line ${line}`, value));
    const ids = uniqueIds(records.map((record) => record.optionalText("id") ?? record.text("file")));
    return withPictures(copy.folder, { zips: ["images.zip"], layout: this.layout, signal }, async (pictures) => {
      const problems = records.map((record, index) => problemOf(ids[index]!, record, (stop) => pictures.read(record.text("file"), stop)));
      await pictures.require(records.map((record) => record.text("file")), signal);
      return { name: this.name, split, problems, skipped: [], close: () => pictures.close() };
    });
  },
};

/** The table of a folder that holds one alone. */
async function onlyTable(folder: string): Promise<string | null> {
  const tables = await listFiles(folder, /\.tsv$/);
  return tables.length === 1 ? tables[0]! : null;
}

/** A picture may be asked about more than once. */
function uniqueIds(ids: readonly string[]): string[] {
  const taken = new Set(ids);
  const seen = new Set<string>();
  return ids.map((id) => {
    let unique = id;
    for (let count = 2; seen.has(id) && taken.has(unique); count += 1) unique = `${id}#${count}`;
    taken.add(unique);
    seen.add(id);
    return unique;
  });
}

function problemOf(id: string, record: Fields, image: BenchProblem["image"]): BenchProblem {
  const asked = record.optionalText("question") ?? "";
  const answers = Array.isArray(record.raw["answer"]) ? record.texts("answer") : [record.text("answer")];
  if (answers.length === 0 || answers.some((answer) => answer.trim() === "")) record.wrong("answer", "a text, or a list of texts that are all right");
  const choices = record.texts("choices");
  if (choices.length > 0 && answers.every((answer) => choiceMeant(choices, answer) === null)) record.wrong("answer", `one of the choices, by letter or text, not "${answers[0]!.slice(0, 80)}"`);
  // The sample figures of this project call it a family.
  const category = record.optionalText("category") ?? record.optionalText("family");
  return {
    id,
    asked,
    question: asked,
    choices,
    references: answers,
    image,
    gold: pick(record.raw, ["answer", "steps"]),
    categories: category === null ? {} : { category: [category] },
    meta: {},
  };
}
