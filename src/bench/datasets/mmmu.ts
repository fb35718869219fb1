import path from "node:path";
import { Fields, isRecord, pick } from "./files/fields";
import { readJson } from "./files/json";
import { findFile, listFolders, locateCopy, type Copy } from "./files/locate";
import { openParquet, type ParquetTable } from "./files/parquet";
import { readPythonList } from "./files/pythonList";
import { unusable } from "./files/unusable";
import { answerForm, withForm } from "./form";
import { disciplineOf } from "./mmmuSubjects";
import { parquetFiles, present } from "./parquetCopy";
import type { BenchProblem, DatasetReader, SkippedRecord } from "./problem";
import { splitOf } from "./splits";

const columns = ["id", "question", "options", "answer", "topic_difficulty", "question_type", "subfield", "img_type"];

export const mmmu: DatasetReader = {
  name: "mmmu",
  title: "MMMU",
  licence: "Apache 2.0 for the compilation; pictures come from many places.",
  layout: "a folder for each subject with validation-*.parquet (dev-*.parquet), or such files in one folder; answer_dict_val.json beside them where the table has no answers.",
  splits: ["validation", "dev"],
  async open(place, options = {}) {
    const split = splitOf(this, options.split);
    const { signal } = options;
    const copy = await locateCopy(place, this.layout);
    const files = await filesOf(copy, split);
    if (files.length === 0) throw unusable(place, `It holds no Parquet file of the split ${split}. Needed: ${this.layout}`);
    const answers = await answersOf(copy, signal);
    const problems: BenchProblem[] = [];
    const skipped: SkippedRecord[] = [];
    for (const file of files) {
      const table = await openParquet([file], signal);
      const pictureColumns = await picturesOf(table, signal);
      for (const [index, row] of (await table.records(columns, signal)).entries()) {
        const record = Fields.of(file, String(row["id"] ?? index), row);
        const id = record.text("id");
        const gold = goldOf(record, answers.get(id));
        const pictures = pictureColumns[index] ?? [];
        const reason = pictures.length === 0 ? "noPicture" : pictures.length > 1 ? "severalPictures" : gold === null ? "noAnswer" : null;
        // Options that are pictures and questions about several pictures need all of them; one would be another problem.
        if (reason !== null || gold === null) skipped.push({ id, reason: reason ?? "noAnswer" });
        else problems.push(problemOf(record, gold, async (stop) => present(await table.picture(index, pictures[0]!, stop), file, id)));
      }
    }
    return { name: this.name, split, problems, skipped, close: () => Promise.resolve() };
  },
};

async function filesOf(copy: Copy, split: string): Promise<string[]> {
  const files = await parquetFiles(copy, split);
  if (files.length > 0 || copy.file !== null) return files;
  return (await Promise.all((await listFolders(copy.folder)).map((folder) => parquetFiles({ folder, file: null }, split)))).flat();
}

/** The filled picture columns of each row. */
async function picturesOf(table: ParquetTable, signal?: AbortSignal): Promise<string[][]> {
  const rows: string[][] = [];
  for (const column of table.columns.filter((name) => /^image_\d+$/.test(name))) {
    for (const [row, filled] of (await table.filled(column, signal)).entries()) (rows[row] ??= []).push(...(filled ? [column] : []));
  }
  return rows;
}

interface Gold {
  readonly open: boolean;
  readonly answers: readonly string[];
}

/** Answers of `answer_dict_val.json` by id; none where there is no such file. */
async function answersOf(copy: Copy, signal?: AbortSignal): Promise<ReadonlyMap<string, readonly string[]>> {
  const file = await findFile({ folder: copy.folder, file: null }, ["answer_dict_val.json", path.join("mmmu", "answer_dict_val.json")]);
  const content = file === null ? {} : await readJson(file, signal);
  if (!isRecord(content)) throw unusable(file!, "It must be an object of answers by id.");
  return new Map(Object.entries(content).map(([id, value]) => {
    const entry = Fields.of(file!, id, value);
    return [id, Array.isArray(entry.raw["ground_truth"]) ? entry.texts("ground_truth") : [entry.text("ground_truth")]];
  }));
}

function goldOf(record: Fields, listed: readonly string[] | undefined): Gold | null {
  const open = record.text("question_type") !== "multiple-choice";
  const own = (record.optionalText("answer") ?? "").trim();
  const known = own !== "" && own !== "?";
  if (!known && listed === undefined) return null;
  if (!known) return { open, answers: listed! };
  return { open, answers: open ? (readPythonList(own) ?? [own]) : [own] };
}

function problemOf(record: Fields, { open, answers }: Gold, image: BenchProblem["image"]): BenchProblem {
  const id = record.text("id");
  const asked = record.text("question");
  const choices = open ? [] : (readPythonList(record.optionalText("options") ?? "[]") ?? record.wrong("options", "a list as text"));
  const letter = answers[0] ?? "";
  const right = open ? undefined : (choices[letter.charCodeAt(0) - 65] ?? record.wrong("answer", "the letter of an option"));
  const subject = id.replace(/^(?:dev|validation|test)_/, "").replace(/_\d+$/, "");
  return {
    id,
    asked,
    question: withForm(asked, open ? answerForm.short : answerForm.letter),
    choices,
    references: right === undefined ? answers : [right],
    image,
    gold: { ...pick(record.raw, ["answer", "question_type", "options"]), answers },
    categories: { discipline: [disciplineOf(subject)], subject: [subject], difficulty: [record.optionalText("topic_difficulty") ?? ""].filter((level) => level !== "") },
    meta: { subfield: record.optionalText("subfield"), pictureTypes: record.optionalText("img_type") },
  };
}
