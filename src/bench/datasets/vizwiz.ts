import { Fields, pick } from "./files/fields";
import { readJson } from "./files/json";
import { findFile, locateCopy } from "./files/locate";
import { openParquet } from "./files/parquet";
import { withPictures, type Pictures } from "./files/pictures";
import { unusable } from "./files/unusable";
import { answerForm, withForm } from "./form";
import { parquetFiles, pictureColumn, present } from "./parquetCopy";
import type { BenchProblem, DataSet, DatasetReader, OpenOptions, SkippedRecord } from "./problem";
import { splitOf } from "./splits";

const unanswerable = "If the picture does not show enough to tell, the answer is: Unanswerable.";
/** Of ten annotators, so many make an answer a common one. */
const AGREEING = 3;

export const vizwiz: DatasetReader = {
  name: "vizwiz",
  title: "VizWiz-VQA",
  licence: "CC BY 4.0; photographs were taken by people who are blind: treat them with care.",
  layout: "val.json or train.json (also in Annotations/) with the pictures in val/ or train/ (or images/, or the archive val.zip, train.zip) beside it; or val-*.parquet.",
  splits: ["val", "train"],
  async open(place, options = {}) {
    const split = splitOf(this, options.split);
    const copy = await locateCopy(place, this.layout);
    const file = await findFile(copy, [`${split}.json`, `Annotations/${split}.json`, `annotations/${split}.json`]);
    if (file !== null) return openJson(file, copy.folder, split, this.layout, options);
    const files = await parquetFiles(copy, split);
    if (files.length === 0) throw unusable(place, `It holds no ${split}.json and no ${split} Parquet file. Needed: ${this.layout}`);
    return openTable(files, split, options);
  },
};

async function openJson(file: string, folder: string, split: string, layout: string, { signal }: OpenOptions): Promise<DataSet> {
  const content = await readJson(file, signal);
  if (!Array.isArray(content)) throw unusable(file, "It must be a list of records.");
  const records = content.map((value, index) => {
    const record = Fields.of(file, String(index), value);
    const id = record.text("image");
    return { record, id, answers: answersOf(record, file, id) };
  });
  const asked = records.filter(({ answers }) => answers.length > 0);
  const skipped = records.filter(({ answers }) => answers.length === 0).map(({ id }): SkippedRecord => ({ id, reason: "noAnswer" }));
  return withPictures(folder, { zips: [`${split}.zip`, "images.zip"], layout, signal }, async (pictures) => {
    const place = await placeOf(pictures, asked[0]?.id ?? "none", split);
    const problems = asked.map(({ record, id, answers }) => problemOf(id, record, answers, record.optionalText("answer_type"), (stop) => pictures.read(`${place}/${id}`, stop)));
    await pictures.require(asked.map(({ id }) => `${place}/${id}`), signal);
    return { name: "vizwiz", split, problems, skipped, close: () => pictures.close() };
  });
}

/** The usual folder that holds the first picture; the official one where none does. */
async function placeOf(pictures: Pictures, first: string, split: string): Promise<string> {
  for (const place of [split, "images"]) if (await pictures.has(`${place}/${first}`)) return place;
  return split;
}

async function openTable(files: readonly string[], split: string, { signal }: OpenOptions): Promise<DataSet> {
  const table = await openParquet(files, signal);
  const column = pictureColumn(table.columns, ["image"], files[0]!);
  const rows = await table.records(["question_id", "question", "answers", "category"], signal);
  const problems: BenchProblem[] = [];
  const skipped: SkippedRecord[] = [];
  for (const [index, row] of rows.entries()) {
    const record = Fields.of(files[0]!, String(row["question_id"] ?? index), row);
    const id = record.text("question_id");
    const answers = record.texts("answers");
    if (answers.length === 0) skipped.push({ id, reason: "noAnswer" });
    else problems.push(problemOf(id, record, answers, record.optionalText("category"), async (stop) => present(await table.picture(index, column, stop), files[0]!, id)));
  }
  return { name: "vizwiz", split, problems, skipped, close: () => Promise.resolve() };
}

function answersOf(record: Fields, file: string, id: string): string[] {
  const list = record.raw["answers"] ?? [];
  if (!Array.isArray(list)) return record.wrong("answers", "a list");
  return list.map((item) => Fields.of(file, id, item).text("answer"));
}

function problemOf(id: string, record: Fields, answers: readonly string[], type: string | null, image: BenchProblem["image"]): BenchProblem {
  const asked = record.text("question");
  return {
    id,
    asked,
    question: withForm(asked, unanswerable, answerForm.short),
    choices: [],
    references: common(answers),
    image,
    gold: { ...pick(record.raw, ["answers", "answer_type", "answerable"]), answers },
    categories: { type: [type ?? "unknown"] },
    meta: {},
  };
}

/** Answers that enough annotators gave, or else those that most gave. */
function common(answers: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const needed = Math.min(AGREEING, Math.max(...counts.values()));
  return [...counts].filter(([, count]) => count >= needed).map(([answer]) => answer);
}
