import { existsSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { datasetReaders, type DataSet, type OpenOptions } from "../../../src/bench";
import { readPythonList } from "../../../src/bench/datasets/files/pythonList";
import { benchCopy, jsonLines, pictureBytes, zipOf, type CopyFiles } from "../../fixtures/bench-copy";
import { parquetFile, type ParquetColumn } from "../../fixtures/parquet-file";

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function read(name: string, files: CopyFiles, options: OpenOptions = {}, below = ""): Promise<DataSet> {
  const copy = benchCopy(files);
  cleanUp.push(() => copy.remove());
  const data = await datasetReaders[name]!.open(`${copy.folder}${below}`, options);
  cleanUp.push(() => data.close());
  return data;
}

describe("ScienceQA", () => {
  const record = (fields: object): object => ({ question: "Farthest north?", choices: ["West Virginia", "Louisiana"], answer: 0, hint: "", image: "image.png", task: "closed choice", grade: "grade2", subject: "social science", topic: "geography", category: "c", skill: "s", lecture: "", solution: "", split: "test", ...fields });
  const problems = { "1": record({}), "2": record({ image: null }), "3": record({ hint: "Look at the map.", grade: "grade8", subject: "natural science", answer: 1, split: "val" }) };
  const splits = { test: ["1", "2"], val: ["3"], train: [], trainval: ["3"] };

  test("reads the official folder and counts records without a picture", async () => {
    const data = await read("scienceqa", { "problems.json": problems, "pid_splits.json": splits, "test/1/image.png": pictureBytes(1) });
    expect(data.skipped).toEqual([{ id: "2", reason: "noPicture" }]);
    expect(data.problems).toHaveLength(1);
    expect(data.problems[0]).toMatchObject({ id: "1", references: ["West Virginia"], gold: { answer: 0 }, categories: { subject: ["SOC"], context: ["IMG"], grades: ["G1-6"], topic: ["geography"] } });
    expect(data.problems[0]!.question).toMatch(/^Farthest north\?\nContext: N\/A\n/);
    expect(await data.problems[0]!.image()).toEqual(pictureBytes(1));
  });

  test("reads archives beside the records, in data/scienceqa too", async () => {
    const data = await read("scienceqa", { "data/scienceqa/problems.json": problems, "data/scienceqa/pid_splits.json": splits, "data/scienceqa/val.zip": await zipOf({ "val/3/image.png": pictureBytes(3), "val/9/image.png": pictureBytes(9) }) }, { split: "val" });
    expect(data.problems[0]).toMatchObject({ categories: { subject: ["NAT"], context: ["TXT", "IMG"], grades: ["G7-12"] } });
    expect(data.problems[0]!.question).toContain("Context: Look at the map.");
    expect(await data.problems[0]!.image()).toEqual(pictureBytes(3));
  });

  test("reads the Parquet copy", async () => {
    const text = (...values: string[]): ParquetColumn => ({ type: "text", values });
    const table = parquetFile({
      image: { type: "picture", values: [null, pictureBytes(2)] }, question: text("a?", "b?"), choices: { type: "texts", values: [["x", "y"], ["yes", "no", "maybe"]] }, answer: { type: "integer", values: [0, 2] }, hint: text("", "h"),
      task: text("t", "t"), grade: text("grade1", "grade12"), subject: text("language science", "natural science"), topic: text("p", "q"), category: text("c", "c"), skill: text("s", "s"),
    });
    const data = await read("scienceqa", { "data/validation-00000-of-00001.parquet": table }, { split: "val" });
    expect(data.skipped).toEqual([{ id: "val-0", reason: "noPicture" }]);
    expect(data.problems[0]).toMatchObject({ id: "val-1", references: ["maybe"], categories: { grades: ["G7-12"] } });
    expect(await data.problems[0]!.image()).toEqual(pictureBytes(2));
  });

  test("a picture of another problem, or of none, is never taken for a problem's", async () => {
    const one = { question: "Which?", choices: ["a", "b"], answer: 0, hint: "", image: "image.png", subject: "natural science", grade: "grade2", split: "test" };
    const files = { "problems.json": { "1": one, "2": one }, "pid_splits.json": { test: ["1", "2"] } };
    await expect(read("scienceqa", { ...files, "image.png": pictureBytes(9), "test.zip": await zipOf({ "test/2/image.png": pictureBytes(2) }) })).rejects.toThrow(/test\/1\/image.png is missing/);
  });

  test("needs the list of splits, and an answer among the choices", async () => {
    await expect(read("scienceqa", { "problems.json": problems })).rejects.toMatchObject({ details: { message: expect.stringContaining("pid_splits.json") } });
    await expect(read("scienceqa", { "problems.json": { "1": record({ answer: 5 }) }, "pid_splits.json": { test: ["1"] }, "test/1/image.png": pictureBytes(1) })).rejects.toMatchObject({ details: { message: expect.stringContaining('"answer"') } });
  });
});

describe("MMMU", () => {
  const rows = (answers: readonly string[]): Record<string, ParquetColumn> => ({
    id: { type: "text", values: ["validation_Art_Theory_1", "validation_Art_Theory_2", "validation_Art_Theory_3"] },
    question: { type: "text", values: ["Who? <image 1>", "Which of <image 1> and <image 2>?", "How much? <image 1>"] },
    options: { type: "text", values: [`['Klee', "O'Keeffe"]`, "['<image 1>', '<image 2>']", "[]"] },
    answer: { type: "text", values: answers },
    question_type: { type: "text", values: ["multiple-choice", "multiple-choice", "open"] },
    topic_difficulty: { type: "text", values: ["Easy", "Hard", "Medium"] },
    subfield: { type: "text", values: ["s", "s", "s"] },
    image_1: { type: "picture", values: [pictureBytes(1), pictureBytes(2), pictureBytes(3)] },
    image_2: { type: "picture", values: [null, pictureBytes(4), null] },
  });

  test("reads a folder for each subject; records with several pictures are counted", async () => {
    const data = await read("mmmu", { "Art_Theory/validation-00000-of-00001.parquet": parquetFile(rows(["B", "A", "['24/7', '3.429']"])), "Art_Theory/dev-00000-of-00001.parquet": "not read" });
    expect(data.skipped).toEqual([{ id: "validation_Art_Theory_2", reason: "severalPictures" }]);
    expect(data.problems[0]).toMatchObject({ id: "validation_Art_Theory_1", choices: ["Klee", "O'Keeffe"], references: ["O'Keeffe"], categories: { discipline: ["Art and Design"], subject: ["Art_Theory"], difficulty: ["Easy"] }, gold: { answers: ["B"] } });
    expect(data.problems[1]).toMatchObject({ choices: [], references: ["24/7", "3.429"], gold: { answers: ["24/7", "3.429"] } });
    expect(await data.problems[1]!.image()).toEqual(pictureBytes(3));
  });

  test("takes withheld answers from answer_dict_val.json, else leaves the record out", async () => {
    const files = { "validation-00000-of-00001.parquet": parquetFile(rows(["?", "?", "?"])) };
    const bare = await read("mmmu", files);
    expect(bare.skipped.map(({ reason }) => reason)).toEqual(["noAnswer", "severalPictures", "noAnswer"]);
    const listed = await read("mmmu", { ...files, "answer_dict_val.json": { validation_Art_Theory_1: { question_type: "multiple-choice", ground_truth: "A" }, validation_Art_Theory_3: { question_type: "short-answer", ground_truth: ["1.06"] } } });
    expect(listed.problems.map((problem) => problem.references)).toEqual([["Klee"], ["1.06"]]);
  });

  test.each<[string, string[] | null]>([
    ["['$6', '$7']", ["$6", "$7"]], ["[]", []], [`["it's", 'a "b"']`, ["it's", 'a "b"']], ["['a\\'b', 'c\\\\d', '\\pi']", ["a'b", "c\\d", "\\pi"]], ["['a, b', '[c]']", ["a, b", "[c]"]], ["[1, 2.5]", ["1", "2.5"]], ["['\\u00e9']", ["é"]], ["none", null], ["['a' 'b']", null], ["['a", null],
  ])("reads the list %s", (text, items) => expect(readPythonList(text)).toEqual(items));
});

describe("VizWiz", () => {
  const answers = (...given: string[]): object[] => given.map((answer) => ({ answer, answer_confidence: "yes" }));
  const records = [
    { image: "VizWiz_val_00000000.jpg", question: "What is this?", answer_type: "other", answerable: 1, answers: answers(...Array<string>(7).fill("basil leaves"), "basil", "basil", "basil") },
    { image: "VizWiz_val_00000001.jpg", question: "Colour?", answer_type: "other", answerable: 1, answers: answers("a", "b", "c", "d", "e", "f", "g", "h", "i", "i") },
    { image: "VizWiz_val_00000002.jpg", question: "Hidden?" },
  ];

  test.each(["val", "images", "."])("reads the official file with the pictures in %s", async (folder) => {
    const data = await read("vizwiz", { "val.json": records, [`${folder}/VizWiz_val_00000000.jpg`]: pictureBytes(1), [`${folder}/VizWiz_val_00000001.jpg`]: pictureBytes(2) });
    expect(data.skipped).toEqual([{ id: "VizWiz_val_00000002.jpg", reason: "noAnswer" }]);
    expect(data.problems[0]).toMatchObject({ id: "VizWiz_val_00000000.jpg", references: ["basil leaves", "basil"], categories: { type: ["other"] } });
    expect(data.problems[0]!.gold["answers"]).toHaveLength(10);
    expect(data.problems[0]!.question).toContain("Unanswerable");
    expect(data.problems[1]!.references).toEqual(["i"]);
    expect(await data.problems[1]!.image()).toEqual(pictureBytes(2));
  });

  test("reads the archive and the Parquet copy", async () => {
    const zipped = await read("vizwiz", { "train.json": records.slice(0, 1), "train.zip": await zipOf({ "train/VizWiz_val_00000000.jpg": pictureBytes(1) }) }, { split: "train" });
    expect(await zipped.problems[0]!.image()).toEqual(pictureBytes(1));
    const table = parquetFile({ question_id: { type: "text", values: ["q1"] }, image: { type: "picture", values: [pictureBytes(5)] }, question: { type: "text", values: ["?"] }, answers: { type: "texts", values: [["x", "x", "x", "y"]] }, category: { type: "text", values: ["yes/no"] } });
    const data = await read("vizwiz", { "data/val-00000-of-00001.parquet": table });
    expect(data.problems[0]).toMatchObject({ id: "q1", references: ["x"], categories: { type: ["yes/no"] }, gold: { answers: ["x", "x", "x", "y"] } });
    expect(await data.problems[0]!.image()).toEqual(pictureBytes(5));
  });
});

describe("PuzzleVQA", () => {
  test("reads one file of records, and a file for each kind", async () => {
    const record = { image: "images/venn_0000.png", question: "Missing?", options: [6, 3, "4"], answer: 4, caption: "c", explanation: "e", deduction: "d" };
    const one = await read("puzzlevqa", { "puzzlevqa-300.jsonl": jsonLines([{ ...record, kind: "venn", id: "venn_0000" }]), "images/venn_0000.png": pictureBytes(1) });
    expect(one.problems[0]).toMatchObject({ id: "venn_0000", choices: ["6", "3", "4"], references: ["4"], categories: { kind: ["venn"] }, question: "Missing?" });
    const many = await read("puzzlevqa", { "data/triangle.json": jsonLines([record]), "data/venn.json": jsonLines([record]), "data/images/venn_0000.png": pictureBytes(2) });
    expect(many.problems.map(({ id, categories }) => [id, categories["kind"]])).toEqual([["triangle_0000", ["triangle"]], ["venn_0000", ["venn"]]]);
    expect(await many.problems[1]!.image()).toEqual(pictureBytes(2));
  });
});

describe("own sets", () => {
  test("a manifest's pictures may lie in images.zip; names that collide are told apart; mistakes are named by their line", async () => {
    const ask = (fields: object) => ({ file: "a.png", question: "?", answer: "1", ...fields });
    const data = await read("manifest", { "manifest.jsonl": jsonLines([ask({ id: "x" }), ask({ id: "x" }), ask({ id: "x#2" }), ask({ file: "b/c.png" })]), "images.zip": await zipOf({ "a.png": pictureBytes(1), "b/c.png": pictureBytes(2) }) });
    expect(new Set(data.problems.map(({ id }) => id)).size).toBe(4);
    expect(await data.problems[3]!.image()).toEqual(pictureBytes(2));
    for (const wrong of [{ answer: " " }, { answer: ["1", ""] }, { answer: "7", choices: ["5", "6"] }]) {
      await expect(read("manifest", { "a.png": pictureBytes(1), "manifest.jsonl": `\n\n${jsonLines([ask({}), ask(wrong)])}` })).rejects.toThrow(/line 4.*answer/);
    }
    for (const answer of ["6", "B", "(b)", ["7", "5"]]) await read("manifest", { "a.png": pictureBytes(1), "manifest.jsonl": jsonLines([ask({ answer, choices: ["5", "6"] })]) });
  });

  test("reads a manifest", async () => {
    const data = await read("manifest", { "manifest.jsonl": jsonLines([{ file: "a.png", question: "How many?", choices: ["1", "2"], answer: "2", category: "count" }, { file: "a.png", question: "Which?", answer: ["red", "crimson"] }]), "a.png": pictureBytes(1) });
    expect(data.problems.map(({ id }) => id)).toEqual(["a.png", "a.png#2"]);
    expect(data.problems[0]).toMatchObject({ question: "How many?", choices: ["1", "2"], references: ["2"], categories: { category: ["count"] } });
    expect(data.problems[1]).toMatchObject({ references: ["red", "crimson"], categories: {} });
    await expect(read("manifest", { "manifest.jsonl": jsonLines([{ file: "../a.png", question: "?", answer: "1" }]) })).rejects.toMatchObject({ code: "input.invalid" });
    await expect(read("manifest", {})).rejects.toMatchObject({ details: { message: expect.stringContaining("manifest.jsonl") } });
  });

  test("reads a table with pictures inside, quoted fields and shared pictures", async () => {
    const table = ["index\tquestion\tA\tB\tanswer\tcategory\timage", `7\t"Which ""one""?\nSay."\tred\tblue\tB\tcolour\t${Buffer.from(pictureBytes(7)).toString("base64")}`, `8\tPlain é\t\t\t12\tcount\t${Buffer.from(pictureBytes(8)).toString("base64")}`, "9\tSame picture\t\t\t3\tcount\t7"].join("\n");
    const data = await read("manifest", { "set.tsv": table });
    expect(data.problems[0]).toMatchObject({ id: "7", question: 'Which "one"?\nSay.', choices: ["red", "blue"], references: ["blue"], categories: { category: ["colour"] } });
    expect(data.problems[1]).toMatchObject({ id: "8", question: "Plain é", choices: [], references: ["12"] });
    expect(await Promise.all(data.problems.map((problem) => problem.image()))).toEqual([pictureBytes(7), pictureBytes(8), pictureBytes(7)]);
    await expect(read("manifest", { "set.tsv": "index\tquestion\n1\t?" })).rejects.toMatchObject({ details: { message: expect.stringContaining('"answer"') } });
  });

  test("reads the bundled figures", async () => {
    const data = await datasetReaders["manifest"]!.open(path.resolve(import.meta.dirname, "../../../media/samples"));
    expect(data.problems.map(({ categories }) => categories["category"])).toContainEqual(["bars"]);
    expect([...(await data.problems[0]!.image()).slice(1, 4)]).toEqual([..."PNG"].map((letter) => letter.charCodeAt(0)));
  });

  const shared = path.join(process.env["FIGTREE_SHARED"] ?? path.resolve(import.meta.dirname, "../../../../shared"), "data");
  test.runIf(existsSync(shared))("reads the shared sets whole", async () => {
    const heldOut = await datasetReaders["manifest"]!.open(path.join(shared, "sample-model/heldout-300"));
    expect(heldOut.problems).toHaveLength(300);
    const puzzles = await datasetReaders["puzzlevqa"]!.open(path.join(shared, "puzzlevqa"));
    expect(puzzles.problems).toHaveLength(300);
    expect(new Set(puzzles.problems.map(({ categories }) => categories["kind"]![0])).size).toBe(20);
    expect(puzzles.problems.every(({ choices, references }) => choices.includes(references[0]!))).toBe(true);
  });
});
