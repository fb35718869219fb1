import { Fields, isRecord, pick, type RawRecord } from "./files/fields";
import { readJson } from "./files/json";
import { besideRecords, findFile, locateCopy } from "./files/locate";
import { openParquet } from "./files/parquet";
import { withPictures } from "./files/pictures";
import { unusable } from "./files/unusable";
import { answerForm, withForm } from "./form";
import { parquetFiles, pictureColumn, present } from "./parquetCopy";
import type { BenchProblem, DataSet, DatasetReader, OpenOptions } from "./problem";
import { splitOf } from "./splits";

/** Columns of the VReST tables. */
const tasks: Readonly<Record<string, string>> = { "figure question answering": "FQA", "geometry problem solving": "GPS", "math word problem": "MWP", "textbook question answering": "TQA", "visual question answering": "VQA" };
const skills: Readonly<Record<string, string>> = { "algebraic reasoning": "ALG", "arithmetic reasoning": "ARI", "geometry reasoning": "GEO", "logical reasoning": "LOG", "numeric commonsense": "NUM", "scientific reasoning": "SCI", "statistical reasoning": "STA" };

const columns = ["pid", "question", "image", "choices", "unit", "precision", "answer", "question_type", "answer_type", "metadata"];
const goldFields = ["answer", "choices", "unit", "precision", "question_type", "answer_type"];

export const mathvista: DatasetReader = {
  name: "mathvista",
  title: "MathVista",
  licence: "New parts CC BY-SA 4.0; pictures and questions belong to their source data sets. Not for training.",
  layout: "testmini.json (or data/testmini.json) with the folder images/ or images.zip beside it; or testmini-*.parquet.",
  splits: ["testmini"],
  async open(place, options = {}) {
    const split = splitOf(this, options.split);
    const copy = await locateCopy(place, this.layout);
    const file = await findFile(copy, [`${split}.json`, `data/${split}.json`]);
    if (file !== null) return openJson(file, copy.folder, split, this.layout, options);
    const files = await parquetFiles(copy, split);
    if (files.length === 0) throw unusable(place, `It holds no ${split}.json and no ${split} Parquet file. Needed: ${this.layout}`);
    return openTable(files, split, options);
  },
};

async function openJson(file: string, folder: string, split: string, layout: string, { signal }: OpenOptions): Promise<DataSet> {
  const content = await readJson(file, signal);
  if (!isRecord(content)) throw unusable(file, "It must be an object of records by pid.");
  const records = Object.entries(content).map(([pid, value]) => Fields.of(file, pid, isRecord(value) ? { pid, ...value } : value));
  return withPictures(folder, { zips: ["images.zip", "data/images.zip"], folders: besideRecords(file), layout, signal }, async (pictures) => {
    const problems = records.map((record) => problemOf(record, (stop) => pictures.read(record.text("image"), stop)));
    await pictures.require(records.map((record) => record.text("image")), signal);
    return { name: "mathvista", split, problems, skipped: [], close: () => pictures.close() };
  });
}

async function openTable(files: readonly string[], split: string, { signal }: OpenOptions): Promise<DataSet> {
  const table = await openParquet(files, signal);
  const column = pictureColumn(table.columns, ["decoded_image"], files[0]!);
  const rows = await table.records(columns, signal);
  const problems = rows.map((row, index) => {
    const record = Fields.of(files[0]!, String(row["pid"] ?? index), row);
    return problemOf(record, async (stop) => present(await table.picture(index, column, stop), files[0]!, record.text("pid")));
  });
  return { name: "mathvista", split, problems, skipped: [], close: () => Promise.resolve() };
}

function problemOf(record: Fields, image: BenchProblem["image"]): BenchProblem {
  const metadata = record.inner("metadata");
  const asked = record.text("question");
  const choices = record.texts("choices");
  const unit = record.optionalText("unit");
  return {
    id: record.text("pid"),
    asked,
    question: withForm(`${asked.trim()}${unit === null || unit === "" ? "" : ` (Unit: ${unit})`}`, formOf(record)),
    choices,
    references: [record.text("answer")],
    image,
    gold: goldOf(record.raw),
    categories: {
      task: [short(tasks, metadata.text("task"))],
      skills: metadata.texts("skills").map((skill) => short(skills, skill)),
    },
    meta: { source: metadata.optionalText("source"), language: metadata.optionalText("language"), answerType: record.text("answer_type") },
  };
}

const short = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name;

/** A precision is 1.0 in the Parquet copy. */
const goldOf = (raw: RawRecord): Record<string, unknown> => pick(raw, goldFields);

function formOf(record: Fields): string {
  if (record.text("question_type") === "multi_choice") return answerForm.letter;
  switch (record.text("answer_type")) {
    case "integer":
      return answerForm.whole;
    case "float":
      return answerForm.decimals(record.optionalInteger("precision") ?? 1);
    case "list":
      return answerForm.list;
    default:
      return "";
  }
}
