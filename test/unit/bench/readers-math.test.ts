import { afterEach, describe, expect, test } from "vitest";
import { datasetReaders, type DataSet, type OpenOptions } from "../../../src/bench";
import { scorerOf } from "../../../src/bench/scoring/scorers";
import { benchCopy, jsonLines, pictureBytes, zipOf, type CopyFiles } from "../../fixtures/bench-copy";
import { parquetFile } from "../../fixtures/parquet-file";

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

const vistaRecord = (fields: object): object => ({
  question: "Which is longest?", image: "images/1.jpg", choices: ["3 cm", "5 cm"], unit: null, precision: null, answer: "5 cm", question_type: "multi_choice", answer_type: "text",
  metadata: { task: "geometry problem solving", skills: ["geometry reasoning", "arithmetic reasoning"], source: "S", language: "english" }, ...fields,
});
const vista = {
  "1": vistaRecord({ pid: "1" }),
  "2": vistaRecord({ pid: "2", question: "How heavy?\r\n", image: "images/2.jpg", choices: null, unit: "g", answer: "1000", question_type: "free_form", answer_type: "integer" }),
  "3": vistaRecord({ pid: "3", image: "images/3.jpg", choices: null, precision: 2, answer: "1.25", question_type: "free_form", answer_type: "float" }),
  "4": vistaRecord({ pid: "4", image: "images/4.jpg", choices: null, answer: "[1, 2]", question_type: "free_form", answer_type: "list" }),
};
const vistaPictures = Object.fromEntries([1, 2, 3, 4].map((id) => [`images/${id}.jpg`, pictureBytes(id)]));

describe("MathVista", () => {
  test("reads the official folder", async () => {
    const data = await read("mathvista", { "data/testmini.json": vista, ...vistaPictures });
    expect(data).toMatchObject({ name: "mathvista", split: "testmini", skipped: [] });
    expect(data.problems.map((problem) => problem.id)).toEqual(["1", "2", "3", "4"]);
    expect(data.problems[0]).toMatchObject({ asked: "Which is longest?", choices: ["3 cm", "5 cm"], references: ["5 cm"], categories: { task: ["GPS"], skills: ["GEO", "ARI"] }, gold: { question_type: "multi_choice", answer: "5 cm" } });
    expect(data.problems[0]!.question).toMatch(/^Which is longest\?\n.*letter/);
    expect(data.problems[1]!.question).toMatch(/^How heavy\? \(Unit: g\)\n.*whole number/);
    expect(data.problems[2]!.question).toMatch(/2 decimals/);
    expect(data.problems[3]!.question).toMatch(/list/);
    expect(await data.problems[2]!.image()).toEqual(pictureBytes(3));
  });

  test("finds pictures where archives were unpacked beside the records, above data/ where a file is named, and in any letter case", async () => {
    const inData = Object.fromEntries(Object.entries(vistaPictures).map(([name, bytes]) => [`data/${name}`, bytes]));
    const upper = Object.fromEntries(Object.entries(vistaPictures).map(([name, bytes]) => [name.replace("images", "Images").toUpperCase(), bytes]));
    for (const [pictures, below] of [[inData, ""], [inData, "/data/testmini.json"], [vistaPictures, "/data/testmini.json"], [{ "images.zip": await zipOf(vistaPictures) }, "/data/testmini.json"], [upper, ""]] as const) {
      const data = await read("mathvista", { "data/testmini.json": vista, ...pictures }, {}, below);
      expect(await data.problems[2]!.image()).toEqual(pictureBytes(3));
    }
  });

  test("reads pictures from images.zip, and from an archive without the leading folder", async () => {
    const data = await read("mathvista", { "testmini.json": vista, "images.zip": await zipOf(vistaPictures) }, {}, "/testmini.json");
    expect(await data.problems[1]!.image()).toEqual(pictureBytes(2));
    const flat = await read("mathvista", { "testmini.json": vista, "images.zip": await zipOf({ "1.jpg": pictureBytes(1), "2.jpg": pictureBytes(2), "3.jpg": pictureBytes(3), "sub/4.jpg": pictureBytes(4) }) });
    expect(await flat.problems[3]!.image()).toEqual(pictureBytes(4));
  });

  test("reads the Parquet copy", async () => {
    const table = parquetFile({
      pid: { type: "text", values: ["1", "2"] },
      question: { type: "text", values: ["Which?", "How much?"] },
      image: { type: "text", values: ["images/1.jpg", "images/2.jpg"] },
      decoded_image: { type: "picture", values: [pictureBytes(1), pictureBytes(2)] },
      choices: { type: "texts", values: [["a", "b"], null] },
      unit: { type: "text", values: [null, null] },
      precision: { type: "double", values: [null, 1] },
      answer: { type: "text", values: ["b", "1.5"] },
      question_type: { type: "text", values: ["multi_choice", "free_form"] },
      answer_type: { type: "text", values: ["text", "float"] },
      metadata: { type: "record", values: [{ task: "math word problem", skills: ["arithmetic reasoning"] }, { task: "visual question answering", skills: ["numeric commonsense", "logical reasoning"] }] },
    });
    const data = await read("mathvista", { "data/testmini-00000-of-00001-725687bf.parquet": table, "data/test-00000-of-00002.parquet": "not read" });
    expect(data.problems[0]).toMatchObject({ id: "1", choices: ["a", "b"], categories: { task: ["MWP"], skills: ["ARI"] } });
    expect(data.problems[1]).toMatchObject({ references: ["1.5"], categories: { task: ["VQA"], skills: ["NUM", "LOG"] }, gold: { precision: 1 } });
    expect(data.problems[1]!.question).toMatch(/one decimal/);
    expect(await data.problems[1]!.image()).toEqual(pictureBytes(2));
  });

  test("says which file is missing, and what the folder should look like", async () => {
    await expect(read("mathvista", { "query.json": {} })).rejects.toMatchObject({ code: "input.invalid", details: { message: expect.stringMatching(/testmini\.json.*images\.zip/s) } });
    await expect(read("mathvista", { "testmini.json": vista, "images/1.jpg": pictureBytes(1) })).rejects.toMatchObject({ code: "input.invalid", details: { message: expect.stringMatching(/images\/2\.jpg is missing, and 2 more/) } });
    await expect(read("mathvista", {}, {}, "/nowhere")).rejects.toMatchObject({ code: "input.invalid", details: { message: expect.stringContaining("no such file or folder") } });
    await expect(read("mathvista", { "testmini.json": vista, ...vistaPictures }, { split: "test" })).rejects.toMatchObject({ code: "input.invalid", details: { value: "test", message: expect.stringContaining("testmini") } });
    await expect(read("mathvista", { "testmini.json": "{" })).rejects.toMatchObject({ code: "input.invalid", details: { message: expect.stringContaining("not JSON") } });
    await expect(read("mathvista", { "testmini.json": { "1": { question: "?" } } })).rejects.toMatchObject({ code: "input.invalid", details: { message: expect.stringContaining('"question_type"') } });
    await expect(read("mathvista", { "testmini.json": vista, "images.zip": "not an archive" })).rejects.toMatchObject({ code: "input.invalid" });
    await expect(read("mathvista", { "testmini.json": vista, ...vistaPictures }, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "cancelled" });
  });

  test.each(["../secret.jpg", "/etc/passwd", "images/../../secret.jpg", "images\\..\\secret.jpg", "C:/secret.jpg", ""])("refuses the picture name %j", async (image) => {
    await expect(read("mathvista", { "testmini.json": { "1": vistaRecord({ image }) }, "secret.jpg": pictureBytes(1) })).rejects.toMatchObject({ code: "input.invalid", details: { message: expect.stringContaining("does not lie inside") } });
  });
});

const visionRecord = (fields: object): object => ({ id: "5", question: "Which?\n<image1>", options: [], answer: "61", solution: null, level: 2, subject: "arithmetic", image: "images/5.jpg", ...fields });

describe("MATH-Vision", () => {
  test("a reference that is empty is refused; one of several letters names no option", async () => {
    const record = { id: "5", question: "Which?", options: ["1", "2", "3", "4", "5"], answer: "BC", solution: null, level: 2, subject: "arithmetic", image: "images/5.jpg" };
    const files = { "images/5.jpg": pictureBytes(5) };
    const [problem] = (await read("mathvision", { ...files, "testmini.jsonl": jsonLines([record]) })).problems;
    expect(problem!.references).toEqual(["BC"]);
    expect(scorerOf("mathvision").score(problem!, "The answer is 2.", "2")).toMatchObject({ official: 0, correct: 0 });
    await expect(read("mathvision", { ...files, "testmini.jsonl": jsonLines([{ ...record, answer: "" }]) })).rejects.toThrow(/"answer\\*"/);
  });

  const records = [visionRecord({}), visionRecord({ id: "6", options: ["6", "7", "8", "9", "10"], answer: "C" }), visionRecord({ id: "7", options: ["A", "B", "C", "D", "E"], answer: "C", subject: "metric geometry - angle" }), visionRecord({ id: "2794", answer: "$4 \\pi$" }), visionRecord({ id: "59", answer: "B" })];

  test("reads the official folder", async () => {
    const data = await read("mathvision", { "data/testmini.jsonl": jsonLines(records), "images/5.jpg": pictureBytes(5) });
    expect(data.problems).toHaveLength(5);
    expect(data.problems[0]).toMatchObject({ id: "5", choices: [], references: ["61"], categories: { subject: ["Ari"], level: ["2"] }, gold: { answer: "61", options: [] } });
    expect(data.problems[1]).toMatchObject({ choices: ["6", "7", "8", "9", "10"], references: ["8"] });
    // The options stand in the picture: no lines for them, and the letter is the answer.
    expect(data.problems[2]).toMatchObject({ choices: [], references: ["C"], categories: { subject: ["Angle"] }, meta: { optionsInPicture: true }, gold: { options: ["A", "B", "C", "D", "E"] } });
    expect(data.problems[2]!.question).toContain("letter");
    expect(data.problems[3]!.references).toEqual(["4 \\pi"]);
    expect(data.problems[4]!.references).toEqual(["B"]);
    expect(await data.problems[0]!.image()).toEqual(pictureBytes(5));
  });

  test("reads test, and the Parquet copy", async () => {
    const lines = await read("mathvision", { "test.jsonl": jsonLines(records), "images/5.jpg": pictureBytes(5) }, { split: "test" });
    expect(lines.split).toBe("test");
    const table = parquetFile({
      id: { type: "text", values: ["1"] }, question: { type: "text", values: ["?"] }, options: { type: "texts", values: [["1", "2"]] }, answer: { type: "text", values: ["B"] }, level: { type: "integer", values: [4] }, subject: { type: "text", values: ["topology"] },
      image: { type: "text", values: ["images/1.jpg"] }, decoded_image: { type: "picture", values: [pictureBytes(9)] },
    });
    const data = await read("mathvision", { "testmini-00000-of-00001.parquet": table });
    expect(data.problems[0]).toMatchObject({ choices: ["1", "2"], references: ["2"], categories: { subject: ["Topo"], level: ["4"] } });
    expect(await data.problems[0]!.image()).toEqual(pictureBytes(9));
  });

  test("names the line that is wrong", async () => {
    await expect(read("mathvision", { "testmini.jsonl": `${JSON.stringify(records[0])}\nnope\n` })).rejects.toMatchObject({ details: { message: expect.stringContaining("Line 2") } });
    await expect(read("mathvision", { "testmini.jsonl": jsonLines([{ ...visionRecord({}), level: "hard" }]), "images/5.jpg": pictureBytes(1) })).rejects.toMatchObject({ details: { message: expect.stringContaining('"level"') } });
  });
});

describe("CharXiv", () => {
  const records = {
    "0": { figure_id: 0, query: "Which?", answer: "Joint-CNN", inst_category: 1, qa_source: 1 },
    "7": { figure_id: 7, query: "How many?", answer: "3", inst_category: 4, qa_source: 2 },
    "8": { figure_id: 8, query: "What mean?", answer: "0.25", inst_category: 4, qa_source: 2 },
  };
  const metadata = { "0": { category: "cs", year: "20" }, "7": { category: "q-bio", year: "21" }, "8": { category: "math", year: "22" } };

  test("reads the official folder", async () => {
    const data = await read("charxiv", { "data/reasoning_val.json": records, "data/image_metadata_val.json": metadata, "images/0.jpg": pictureBytes(0), "images/7.jpg": pictureBytes(7), "images/8.jpg": pictureBytes(8) });
    expect(data.problems[0]).toMatchObject({ id: "0", asked: "Which?", references: ["Joint-CNN"], categories: { kind: ["Text in Chart"], subject: ["cs"] }, gold: { inst_category: 1 } });
    expect(data.problems[1]!.categories).toEqual({ kind: ["Number in General"], subject: ["q-bio"] });
    expect(data.problems[1]!.question).toContain("whole number");
    expect(data.problems[2]!.question).toContain("2 decimals");
    expect(await data.problems[1]!.image()).toEqual(pictureBytes(7));
  });

  test("needs the metadata and reads an archive", async () => {
    await expect(read("charxiv", { "reasoning_val.json": records })).rejects.toMatchObject({ details: { message: expect.stringContaining("image_metadata_val.json") } });
    const data = await read("charxiv", { "reasoning_val.json": records, "image_metadata_val.json": metadata, "images.zip": await zipOf({ "images/0.jpg": pictureBytes(0), "images/7.jpg": pictureBytes(7), "images/8.jpg": pictureBytes(8) }) });
    expect(await data.problems[2]!.image()).toEqual(pictureBytes(8));
  });
});
