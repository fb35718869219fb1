import path from "node:path";
import { Fields, isRecord, pick } from "./files/fields";
import { readJson } from "./files/json";
import { besideRecords, findFile, locateCopy } from "./files/locate";
import { withPictures } from "./files/pictures";
import { unusable } from "./files/unusable";
import { withForm } from "./form";
import type { BenchProblem, DatasetReader } from "./problem";
import { splitOf } from "./splits";

/** By `inst_category`. */
const kinds: Readonly<Record<number, string>> = { 1: "Text in Chart", 2: "Text in General", 3: "Number in Chart", 4: "Number in General" };

export const charxiv: DatasetReader = {
  name: "charxiv",
  title: "CharXiv (reasoning)",
  licence: "Questions and answers CC BY-SA 4.0; charts belong to their authors.",
  layout: "reasoning_val.json and image_metadata_val.json (also in data/) with the folder images/ or images.zip beside them.",
  splits: ["val"],
  async open(place, options = {}) {
    const split = splitOf(this, options.split);
    const { signal } = options;
    const copy = await locateCopy(place, this.layout);
    const name = `reasoning_${split}.json`;
    const file = await findFile(copy, [name, `data/${name}`]);
    if (file === null) throw unusable(place, `It holds no ${name}. Needed: ${this.layout}`);
    const facts = await findFile({ folder: path.dirname(file), file: null }, [`image_metadata_${split}.json`]);
    if (facts === null) throw unusable(path.dirname(file), `It holds no image_metadata_${split}.json. Needed: ${this.layout}`);
    const [content, metadata] = [await readJson(file, signal), await readJson(facts, signal)];
    if (!isRecord(content)) throw unusable(file, "It must be an object of records by figure.");
    if (!isRecord(metadata)) throw unusable(facts, "It must be an object of records by figure.");
    const ids = Object.keys(content);
    return withPictures(copy.folder, { zips: ["images.zip", "data/images.zip"], folders: besideRecords(file), layout: this.layout, signal }, async (pictures) => {
      const problems = ids.map((id) => problemOf(id, Fields.of(file, id, content[id]), Fields.of(facts, id, metadata[id]), (stop) => pictures.read(`images/${id}.jpg`, stop)));
      await pictures.require(ids.map((id) => `images/${id}.jpg`), signal);
      return { name: this.name, split, problems, skipped: [], close: () => pictures.close() };
    });
  },
};

function problemOf(id: string, record: Fields, facts: Fields, image: BenchProblem["image"]): BenchProblem {
  const asked = record.text("query");
  const category = record.integer("inst_category");
  const answer = record.text("answer");
  return {
    id,
    asked,
    question: withForm(asked, ...formOf(category, answer)),
    choices: [],
    references: [answer],
    image,
    gold: pick(record.raw, ["answer", "inst_category", "qa_source"]),
    categories: { kind: [kinds[category] ?? record.wrong("inst_category", "1, 2, 3 or 4")], subject: [facts.text("category")] },
    meta: { year: facts.optionalText("year") },
  };
}

/** What the official instructions ask for, in our words; for category 4 the form of the reference answer is part of it. */
function formOf(category: number, answer: string): string[] {
  switch (category) {
    case 1:
      return ["* The answer is text that is written in the chart.", "* Put commas between several terms.", "* Write names out in full, unless the question wants a letter."];
    case 2:
      return ["* If the question gives options or says how to answer, keep to that; otherwise answer with a short phrase."];
    case 3:
      return ["* The answer is a number that is written in the chart; where it cannot be read exactly, an approximate one will do."];
    case 4: {
      const decimals = /\.(\d+)/.exec(answer)?.[1]?.length ?? 0;
      return [decimals === 0 ? "* The answer is an exact whole number." : `* The answer is a number with ${decimals} decimal${decimals === 1 ? "" : "s"}.`];
    }
    default:
      return [];
  }
}
