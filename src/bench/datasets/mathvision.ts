import { cleanGold, optionOf } from "../scoring/mathvision/gold";
import { Fields, pick } from "./files/fields";
import { readJsonLines } from "./files/json";
import { besideRecords, findFile, locateCopy } from "./files/locate";
import { openParquet } from "./files/parquet";
import { withPictures } from "./files/pictures";
import { unusable } from "./files/unusable";
import { withForm } from "./form";
import { parquetFiles, pictureColumn, present } from "./parquetCopy";
import type { BenchProblem, DataSet, DatasetReader, OpenOptions } from "./problem";
import { splitOf } from "./splits";

/** Columns of the VReST tables. */
const subjects: Readonly<Record<string, string>> = {
  algebra: "ALG", "analytic geometry": "AnaG", arithmetic: "Ari", "combinatorial geometry": "CombG", combinatorics: "Comb", counting: "Cnt", "descriptive geometry": "DescG", "graph theory": "GrphT", logic: "Log",
  "metric geometry - angle": "Angle", "metric geometry - area": "Area", "metric geometry - length": "Len", "solid geometry": "SolG", statistics: "Stat", topology: "Topo", "transformation geometry": "TransG",
};

const columns = ["id", "question", "options", "answer", "level", "subject", "image"];

export const mathvision: DatasetReader = {
  name: "mathvision",
  title: "MATH-Vision",
  licence: "MIT for the compilation; pictures and questions are competition problems and must not be passed on.",
  layout: "testmini.jsonl or test.jsonl (also in data/) with the folder images/ or images.zip beside it; or testmini-*.parquet, test-*.parquet.",
  splits: ["testmini", "test"],
  async open(place, options = {}) {
    const split = splitOf(this, options.split);
    const copy = await locateCopy(place, this.layout);
    const file = await findFile(copy, [`${split}.jsonl`, `data/${split}.jsonl`]);
    if (file !== null) return openLines(file, copy.folder, split, this.layout, options);
    const files = await parquetFiles(copy, split);
    if (files.length === 0) throw unusable(place, `It holds no ${split}.jsonl and no ${split} Parquet file. Needed: ${this.layout}`);
    return openTable(files, split, options);
  },
};

async function openLines(file: string, folder: string, split: string, layout: string, { signal }: OpenOptions): Promise<DataSet> {
  const records = (await readJsonLines(file, signal)).map(({ value, line }) => Fields.of(file, `in line ${line}`, value));
  return withPictures(folder, { zips: ["images.zip", "data/images.zip"], folders: besideRecords(file), layout, signal }, async (pictures) => {
    const problems = records.map((record) => problemOf(record, (stop) => pictures.read(record.text("image"), stop)));
    await pictures.require(records.map((record) => record.text("image")), signal);
    return { name: "mathvision", split, problems, skipped: [], close: () => pictures.close() };
  });
}

async function openTable(files: readonly string[], split: string, { signal }: OpenOptions): Promise<DataSet> {
  const table = await openParquet(files, signal);
  const column = pictureColumn(table.columns, ["decoded_image"], files[0]!);
  const rows = await table.records(columns, signal);
  const problems = rows.map((row, index) => {
    const record = Fields.of(files[0]!, String(row["id"] ?? index), row);
    return problemOf(record, async (stop) => present(await table.picture(index, column, stop), files[0]!, record.text("id")));
  });
  return { name: "mathvision", split, problems, skipped: [], close: () => Promise.resolve() };
}

function problemOf(record: Fields, image: BenchProblem["image"]): BenchProblem {
  const asked = record.text("question");
  const options = record.texts("options");
  // Such options stand in the picture; the official prompt leaves their lines out.
  const inPicture = options.every((option, index) => option.trim() === String.fromCharCode(65 + index));
  const answer = record.text("answer");
  const subject = record.text("subject");
  const chosen = options[optionOf(answer)];
  if (answer.trim() === "") record.wrong("answer", "the reference answer");
  return {
    id: record.text("id"),
    asked,
    question: withForm(asked, `Form of the answer: the final result alone${options.length > 0 ? ", which is the single letter of an option" : ""}.`),
    choices: inPicture ? [] : options,
    references: [inPicture || chosen === undefined ? cleanGold(answer) : chosen],
    image,
    gold: pick(record.raw, ["answer", "options"]),
    categories: { subject: [subjects[subject] ?? subject], level: [String(record.integer("level"))] },
    meta: { multipleChoice: options.length > 0, optionsInPicture: inPicture && options.length > 0 },
  };
}
