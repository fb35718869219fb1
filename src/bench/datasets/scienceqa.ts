import path from "node:path";
import { Fields, isRecord, pick } from "./files/fields";
import { readJson } from "./files/json";
import { findFile, locateCopy, type Copy } from "./files/locate";
import { openParquet } from "./files/parquet";
import { withPictures } from "./files/pictures";
import { unusable } from "./files/unusable";
import { answerForm, withForm } from "./form";
import { parquetFiles, pictureColumn, present } from "./parquetCopy";
import type { BenchProblem, DataSet, DatasetReader, OpenOptions, SkippedRecord } from "./problem";
import { splitOf } from "./splits";

/** Columns of the published tables. */
const subjects: Readonly<Record<string, string>> = { "natural science": "NAT", "social science": "SOC", "language science": "LAN" };
const columns = ["question", "choices", "answer", "hint", "task", "grade", "subject", "topic", "category", "skill"];
const parquetSplits: Readonly<Record<string, string>> = { val: "validation" };

export const scienceqa: DatasetReader = {
  name: "scienceqa",
  title: "ScienceQA",
  licence: "CC BY-NC-SA 4.0: not for commercial use.",
  layout: "problems.json and pid_splits.json (also in data/scienceqa/) with the folders or archives train, val and test beside them (test/ID/image.png); or test-*.parquet.",
  splits: ["test", "val", "train", "trainval", "minitest", "minival", "minitrain"],
  async open(place, options = {}) {
    const split = splitOf(this, options.split);
    const copy = await locateCopy(place, this.layout);
    const file = await findFile(copy, ["problems.json", "data/scienceqa/problems.json", "data/problems.json"]);
    if (file !== null) return openJson(file, copy, split, this.layout, options);
    const files = await parquetFiles(copy, parquetSplits[split] ?? split);
    if (files.length === 0) throw unusable(place, `It holds no problems.json and no Parquet file of the split ${split}. Needed: ${this.layout}`);
    return openTable(files, split, options);
  },
};

async function openJson(file: string, copy: Copy, split: string, layout: string, { signal }: OpenOptions): Promise<DataSet> {
  const splitsFile = await findFile({ folder: path.dirname(file), file: null }, ["pid_splits.json"]);
  if (splitsFile === null) throw unusable(path.dirname(file), `It holds no pid_splits.json. Needed: ${layout}`);
  const [content, splits] = [await readJson(file, signal), await readJson(splitsFile, signal)];
  if (!isRecord(content)) throw unusable(file, "It must be an object of records by id.");
  const ids = Fields.of(splitsFile, "of all splits", splits).texts(split);
  if (ids.length === 0) throw unusable(splitsFile, `It has no split "${split}".`);
  const folder = path.dirname(file);
  const zips = ["train.zip", "val.zip", "test.zip"].map((name) => path.join(path.relative(copy.folder, folder), name));
  const records = ids.map((id) => ({ id, record: Fields.of(file, id, content[id]) }));
  const hasPicture = ({ record }: { record: Fields }): boolean => (record.optionalText("image") ?? "") !== "";
  const nameOf = (id: string, record: Fields): string => [...path.relative(copy.folder, folder).split(path.sep), record.text("split"), id, record.text("image")].filter((part) => part !== "").join("/");
  const asked = records.filter(hasPicture);
  const skipped = records.filter((entry) => !hasPicture(entry)).map(({ id }): SkippedRecord => ({ id, reason: "noPicture" }));
  // Every picture is called image.png: only with its problem's id is it that problem's.
  return withPictures(copy.folder, { zips, parts: 2, layout, signal }, async (pictures) => {
    const problems = asked.map(({ id, record }) => problemOf(id, record, (stop) => pictures.read(nameOf(id, record), stop)));
    await pictures.require(asked.map(({ id, record }) => nameOf(id, record)), signal);
    return { name: "scienceqa", split, problems, skipped, close: () => pictures.close() };
  });
}

async function openTable(files: readonly string[], split: string, { signal }: OpenOptions): Promise<DataSet> {
  const table = await openParquet(files, signal);
  const column = pictureColumn(table.columns, ["image"], files[0]!);
  const rows = await table.records(columns, signal);
  const filled = await table.filled(column, signal);
  const problems: BenchProblem[] = [];
  const skipped: SkippedRecord[] = [];
  for (const [index, row] of rows.entries()) {
    // The copy has no ids; its order is the split's.
    const id = `${split}-${index}`;
    if (filled[index] !== true) skipped.push({ id, reason: "noPicture" });
    else problems.push(problemOf(id, Fields.of(files[0]!, id, row), async (stop) => present(await table.picture(index, column, stop), files[0]!, id)));
  }
  return { name: "scienceqa", split, problems, skipped, close: () => Promise.resolve() };
}

function problemOf(id: string, record: Fields, image: BenchProblem["image"]): BenchProblem {
  const asked = record.text("question");
  const choices = record.texts("choices");
  const hint = (record.optionalText("hint") ?? "").trim();
  const right = choices[record.integer("answer")] ?? record.wrong("answer", "the index of a choice");
  const grade = record.optionalText("grade") ?? "";
  const subject = record.text("subject");
  const year = Number(/\d+/.exec(grade)?.[0] ?? NaN);
  return {
    id,
    asked,
    question: withForm(asked, `Context: ${hint === "" ? "N/A" : hint}`, answerForm.letter),
    choices,
    references: [right],
    image,
    gold: pick(record.raw, ["answer", "choices"]),
    categories: {
      subject: [subjects[subject] ?? subject],
      context: hint === "" ? ["IMG"] : ["TXT", "IMG"],
      ...(Number.isNaN(year) ? {} : { grades: [year <= 6 ? "G1-6" : "G7-12"] }),
      topic: [record.optionalText("topic") ?? ""].filter((topic) => topic !== ""),
    },
    meta: { grade, skill: record.optionalText("skill") },
  };
}
