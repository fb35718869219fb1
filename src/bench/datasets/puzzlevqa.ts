import path from "node:path";
import { Fields, pick } from "./files/fields";
import { readJsonLines } from "./files/json";
import { listFiles, locateCopy, type Copy } from "./files/locate";
import { withPictures } from "./files/pictures";
import { unusable } from "./files/unusable";
import type { BenchProblem, DatasetReader } from "./problem";
import { splitOf } from "./splits";

export const puzzlevqa: DatasetReader = {
  name: "puzzlevqa",
  title: "PuzzleVQA",
  licence: "MIT.",
  layout: "files of one record a line (*.jsonl, or data/*.json by kind of puzzle) with the folder images/ (or data/images/) beside them.",
  splits: ["all"],
  async open(place, options = {}) {
    const split = splitOf(this, options.split);
    const { signal } = options;
    const copy = await locateCopy(place, this.layout);
    const files = await recordFiles(copy);
    if (files.length === 0) throw unusable(place, `It holds no file of records. Needed: ${this.layout}`);
    const records: { readonly record: Fields; readonly kind: string; readonly id: string }[] = [];
    for (const file of files) {
      const stem = path.basename(file).replace(/\.jsonl?$/, "");
      for (const [index, { value, line }] of (await readJsonLines(file, signal)).entries()) {
        const record = Fields.of(file, `in line ${line}`, value);
        records.push({ record, kind: record.optionalText("kind") ?? stem, id: record.optionalText("id") ?? `${stem}_${String(index).padStart(4, "0")}` });
      }
    }
    const inData = files.some((file) => path.dirname(file) !== copy.folder);
    const nameOf = (record: Fields): string => `${inData ? "data/" : ""}${record.text("image")}`;
    return withPictures(copy.folder, { zips: ["images.zip", "data/images.zip"], layout: this.layout, signal }, async (pictures) => {
      const problems = records.map(({ record, kind, id }) => problemOf(id, kind, record, (stop) => pictures.read(nameOf(record), stop)));
      await pictures.require(records.map(({ record }) => nameOf(record)), signal);
      return { name: this.name, split, problems, skipped: [], close: () => pictures.close() };
    });
  },
};

async function recordFiles(copy: Copy): Promise<string[]> {
  if (copy.file !== null) return [copy.file];
  for (const folder of [copy.folder, path.join(copy.folder, "data")]) {
    const files = await listFiles(folder, /\.jsonl?$/);
    if (files.length > 0) return files;
  }
  return [];
}

function problemOf(id: string, kind: string, record: Fields, image: BenchProblem["image"]): BenchProblem {
  const asked = record.text("question");
  return {
    id,
    asked,
    question: asked,
    choices: record.texts("options"),
    references: [record.text("answer")],
    image,
    gold: pick(record.raw, ["answer", "options"]),
    categories: { kind: [kind] },
    meta: {},
  };
}
