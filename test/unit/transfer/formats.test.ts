import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { inspectImport } from "../../../src/adapters/transfer";
import { folder, importAll, lines, never, put, square, zipOf } from "./make";

const inspect = (place: string) => inspectImport(place, { signal: never() });

test("ScienceQA: an object keyed by id, the picture at <split>/<id>/image.png, the answer an index", async () => {
  const place = await folder();
  const record = { question: "Which of these is red?", choices: ["left", "right"], answer: 1, hint: "Look at the colours.", image: "image.png", task: "closed choice", grade: "grade2", subject: "natural science", topic: "colours", category: "Light", skill: "Tell colours", lecture: "Red is a colour.", solution: "The right one is red.", split: "train" };
  await put(place, { "problems.json": JSON.stringify({ 7: record, 8: { ...record, image: null }, 9: { ...record, question: "Which is blue?", answer: 0, hint: "", lecture: "", split: "val" }, 10: { ...record, question: "How many?", choices: ["1", "0"], answer: 0 } }), "train/7/image.png": await square(7), "train/10/image.png": await square(10), "val/9/image.png": await square(9) });
  const plan = await inspect(path.join(place, "problems.json"));
  expect(plan).toMatchObject({ format: "scienceqa", encoding: "json", records: 4, reasons: [{ reason: "It has no picture.", count: 1 }] });
  expect(plan.samples[0]).toEqual({
    picture: "train/7/image.png",
    exemplar: {
      question: "Which of these is red?", choices: ["left", "right"], answer: "right", subject: "natural science", tags: ["colours", "Light", "Tell colours", "grade2"], source: "ScienceQA", licence: "CC BY-NC-SA 4.0", passRate: null,
      context: [
        "Sub-question 1: What else is given?", "Answer 1: Look at the colours.",
        "Sub-question 2: What has to be known to answer this?", "Answer 2: Red is a colour.",
        "Sub-question 3: Now we can answer the question: Which of these is red?", "Answer 3: The right one is red. The answer is B.",
      ].join("\n"),
      candidates: [{ text: plan.samples[0]!.exemplar.context, passRate: null }],
    },
  });
  const { last, store } = await importAll(place);
  expect(last).toMatchObject({ done: 4, total: 4, added: 3, merged: 0, skipped: 1, finished: true });
  expect((await store.list()).exemplars.map(({ answer }) => answer).sort()).toEqual(["1", "left", "right"]);
});

test("MathVista: the text of the choice, the unit, the skills; letters as choice texts are texts", async () => {
  const place = await folder();
  const of = (pid: string, more: object): object => ({ pid, question: "What is the volume?", image: `images/${pid}.jpg`, choices: null, unit: null, precision: null, answer: "1000", question_type: "free_form", answer_type: "integer", metadata: { task: "geometry", skills: ["geometry reasoning", "arithmetic"], source: "TextVQA" }, ...more });
  const records = { 1: of("1", { unit: "g" }), 2: of("2", { question: "Which?\r\nSay it.", choices: ["B", "A"], answer: "A", question_type: "multi_choice" }), 3: of("3", { choices: ["x", "y"], answer: "z" }) };
  await put(place, { "data/testmini.json": JSON.stringify(records), "images/1.jpg": await square(1), "images/2.jpg": await square(2), "images/3.jpg": await square(3) });
  await put(place, { "outside.png": await square(4) });
  for (const named of [place, path.join(place, "data/testmini.json")]) expect((await inspect(named)).samples.map(({ picture }) => picture), named).toEqual(["images/1.jpg", "images/2.jpg"]);
  // Named by its file, the data set reaches the pictures beside its folder, and nothing else there.
  await put(place, { "data/more.json": JSON.stringify({ 1: of("1", {}), 2: of("2", { image: "outside.png" }), 3: of("3", { image: "../outside.png" }) }) });
  expect((await inspect(path.join(place, "data/more.json"))).reasons).toEqual([{ reason: "Its picture is not there.", count: 1 }, { reason: "The path of its picture leads out of the folder.", count: 1 }]);
  const { store, last } = await importAll(path.join(place, "data/testmini.json"));
  const { exemplars } = await store.list();
  expect(last).toMatchObject({ added: 2, skipped: 1 });
  expect(last.problems).toEqual([{ file: "data/testmini.json", record: 3, line: null, reason: "Its answer is none of its choices.", detail: "z" }]);
  expect(exemplars[0]).toMatchObject({ question: "What is the volume? (Unit: g)", answer: "1000", choices: [], subject: "geometry", tags: ["geometry reasoning", "arithmetic"], source: "MathVista: TextVQA", context: null });
  expect(exemplars[1]).toMatchObject({ question: "Which?\nSay it.", choices: ["B", "A"], answer: "A" });
});

test("MATH-Vision: letters become option texts, the mark of the one picture goes, several marks keep their numbers", async () => {
  const place = await folder();
  const of = (id: string, more: object): object => ({ id, question: "How many petals has the daisy?\n<image1>", options: [], answer: "61", solution: null, level: 2, subject: "arithmetic", image: `images/${id}.jpg`, ...more });
  const records = [of("5", {}), of("6", { question: "Does <image1> fit?", options: ["yes", "no", "a bit", "so so", "never"], answer: "C", solution: "It fits a bit." }), of("7", { question: "<image1>\nCompare with <image6>.", options: ["A", "B", "C", "D", "E"], answer: "D" }), of("59", { answer: "B" })];
  await put(place, { "testmini.jsonl": lines(records), ...Object.fromEntries(await Promise.all([5, 6, 7, 59].map(async (id) => [`images/${id}.jpg`, await square(id)] as const))) });
  const { store, last } = await importAll(path.join(place, "testmini.jsonl"));
  expect(last).toMatchObject({ added: 4, skipped: 0 });
  expect((await store.list()).exemplars.map(({ question, answer, tags, context }) => [question, answer, tags[0], context?.split("\n").at(-1)])).toEqual([
    ["How many petals has the daisy?", "61", "level 2", undefined],
    ["Does the figure fit?", "a bit", "level 2", "Answer 1: It fits a bit. The answer is C."],
    ["[figure 1]\nCompare with [figure 6].", "D", "level 2", undefined],
    ["How many petals has the daisy?", "B", "level 2", undefined],
  ]);
});

test("MMMU-like: options as Python writes them; a record with several pictures is skipped and said so", async () => {
  const place = await folder();
  const of = (id: number, more: object): object => ({ id: `validation_Art_${id}`, question: "<image 1> What is it?", options: "['$6', \"it's $7\"]", explanation: "", image_1: `${id}.png`, image_2: null, img_type: "['Plots']", answer: "B", topic_difficulty: "Easy", question_type: "multiple-choice", subfield: "Painting", ...more });
  await put(place, { "art.json": JSON.stringify([of(1, {}), of(2, { image_2: "1.png" }), of(3, { options: "[]", answer: "['24/7', '3.429']", question_type: "open" })]), "1.png": await square(1), "2.png": await square(2), "3.png": await square(3) });
  const { store, last } = await importAll(path.join(place, "art.json"));
  expect(last.reasons).toEqual([{ reason: "It has several pictures; an exemplar has one.", count: 1 }]);
  expect((await store.list()).exemplars).toMatchObject([{ question: "What is it?", choices: ["$6", "it's $7"], answer: "it's $7", subject: "Painting", tags: ["Easy"] }, { choices: [], answer: "24/7" }]);
});

test("VLMEvalKit: tab-separated, base64 pictures, a column for each option", async () => {
  const place = await folder();
  const picture = (await square(3)).toString("base64");
  const rows = [["index", "image", "question", "hint", "A", "B", "C", "answer", "category"], ["0", picture, '"Which ""one""?\nSay it."', "", "one", "two", "", "B", "logic"], ["1", picture, "How many?", "", "", "", "", "4", "logic"]];
  await put(place, { "Set.tsv": rows.map((row) => row.join("\t")).join("\n") });
  const plan = await inspect(path.join(place, "Set.tsv"));
  expect(plan).toMatchObject({ format: "vlmevalkit", encoding: "tsv", records: 2, mapping: { choices: ["A", "B", "C"], answerForm: "letter" }, problems: [] });
  const { store } = await importAll(place);
  expect((await store.list()).exemplars).toMatchObject([{ question: 'Which "one"?\nSay it.', choices: ["one", "two"], answer: "two", subject: "logic" }, { question: "How many?", choices: [], answer: "4" }]);
});

// Five coloured squares in row groups of two, written by another implementation (the Arrow project's in Rust).
test.each(["snappy", "zstd"])("Parquet (%s): pictures as structs with bytes, several row groups, whole numbers as indexes", async (compression) => {
  const place = await folder();
  const fixture = await readFile(path.join(import.meta.dirname, `../../fixtures/parquet/squares-${compression}.parquet`));
  await put(place, { "data/train-00000-of-00002.parquet": fixture, "data/train-00001-of-00002.parquet": fixture });
  const plan = await inspect(place);
  expect(plan).toMatchObject({ format: "scienceqa", encoding: "parquet", records: 10, files: ["data/train-00000-of-00002.parquet", "data/train-00001-of-00002.parquet"], mapping: { image: "image" } });
  const { store, last } = await importAll(place);
  // The second part repeats the first; in each the last of five records has no picture.
  expect(last).toMatchObject({ done: 10, added: 4, merged: 4, skipped: 2 });
  const { exemplars } = await store.list();
  expect(exemplars.map(({ answer }) => answer)).toEqual(["red", "green", "blue", "yellow"]);
  expect(exemplars[2]!.context).toBe("Sub-question 1: Now we can answer the question: Which colour fills square 3?\nAnswer 1: The whole square is blue. The answer is C.");
});

test("a ZIP archive is read in place, with the pictures beside its data file", async () => {
  const place = await folder();
  await put(place, { "set.zip": await zipOf({ "set/items.csv": "Question,Right answer,Picture\nHow many?,3,a.png\nHow wide?,4,b.png\n", "set/images/a.png": await square(1), "set/b.png": await square(2) }) });
  const plan = await inspect(path.join(place, "set.zip"));
  expect(plan).toMatchObject({ container: "zip", encoding: "csv", files: ["set/items.csv"], mapping: { question: "Question", answer: "Right answer", image: "Picture" } });
  expect(plan.samples.map(({ picture }) => picture)).toEqual(["set/images/a.png", "set/b.png"]);
  expect((await importAll(path.join(place, "set.zip"))).last).toMatchObject({ added: 2, skipped: 0 });
});

test("records below a key, pictures as data: URLs, fields under other names; the mapping may be changed", async () => {
  const place = await folder();
  const url = `data:image/png;base64,${(await square(4)).toString("base64")}`;
  await put(place, { "all.json": JSON.stringify({ info: { version: 1 }, data: { items: [{ query: "How many?", meta: { gold: "5", other: "6" }, img: url, license: "CC0" }] } }) });
  const file = path.join(place, "all.json");
  const plan = await inspect(file);
  expect(plan.mapping).toEqual({ question: "query", answer: "meta.gold", image: "img", licence: "license" });
  const changed = await inspectImport(file, { signal: never(), mapping: { ...plan.mapping, answer: "meta.other", source: "=by {hand}", subject: "about {query}" } }).catch((thrown: unknown) => thrown);
  expect(changed).toMatchObject({ samples: [{ exemplar: { answer: "6", source: "by {hand}", subject: "about How many?", licence: "CC0" } }] });
  expect((await importAll(file, { plan, source: "mine", licence: "MIT" })).store).toBeDefined();
  const { store } = await importAll(file, { plan, source: "mine", licence: "MIT" });
  expect((await store.list()).exemplars[0]).toMatchObject({ source: "mine", licence: "CC0" });
});

test("a mapping that cannot be is refused by the name of its entry", async () => {
  const place = await folder();
  await put(place, { "a.jsonl": lines([{ question: "Q?", answer: "1", image: "a.png" }]), "a.png": await square(1) });
  const file = path.join(place, "a.jsonl");
  const plan = await inspect(file);
  const whole = { question: "question", answer: "answer", image: "image" };
  for (const [mapping, entry, value] of [
    [{ ...whole, answer: undefined }, "answer"], [{ question: "question", image: "image" }, "answer"], [{ ...whole, question: "qestion" }, "question", "qestion"], [{ ...whole, picture: "image" }, "picture"],
    [{ ...whole, answerForm: "roman" }, "answerForm"], [{ ...whole, tags: [] }, "tags"], [{ ...whole, subject: "{a}/{image}" }, "subject", "a"], ["image", "fields"],
  ] as const) {
    await expect(importAll(file, { plan, mapping })).rejects.toMatchObject({ code: "input.invalid", details: { field: `The mapping of ${entry}`, ...(value === undefined ? {} : { value }) } });
  }
});

test("pictures that are still packed are pointed to", async () => {
  const place = await folder();
  await put(place, { "a.jsonl": lines([{ question: "Q?", answer: "1", image: "images/1.png" }]), "images.zip": "PK" });
  expect((await inspect(path.join(place, "a.jsonl"))).notices).toEqual(["Pictures seem to be in images.zip: unpack it first."]);
});

test("what has no records, or no mapping that could be guessed, is said so", async () => {
  const place = await folder();
  await put(place, { "empty.json": "", "none.json": "[]", "text.txt": "Only words here", "broken.json": '{"a": ', "odd.jsonl": lines([{ height: 1, width: 2 }]), "lfs.csv": "version https://git-lfs.github.com/spec/v1\n", "bad.parquet": `PAR1${"x".repeat(50)}PAR1`, "empty.zip": new Uint8Array([0x50, 0x4b, 5, 6, ...new Array<number>(18).fill(0)]), "bad.zip": "PK\x03\x04 nothing" });
  for (const [name, code] of [["empty.json", "import.unreadable"], ["none.json", "import.unreadable"], ["text.txt", "import.unreadable"], ["broken.json", "import.unreadable"], ["lfs.csv", "import.unreadable"], ["bad.parquet", "import.unreadable"], ["bad.zip", "import.unreadable"], ["empty.zip", "import.nothingFound"], ["missing.json", "file.notFound"]] as const) {
    await expect(inspect(path.join(place, name)), name).rejects.toMatchObject({ code });
  }
  const plan = await inspect(path.join(place, "odd.jsonl"));
  expect(plan).toMatchObject({ mapping: {}, fields: ["height", "width"], samples: [] });
  await expect(importAll("", { plan })).rejects.toMatchObject({ code: "input.invalid", details: { field: "The mapping of question" } });
});
