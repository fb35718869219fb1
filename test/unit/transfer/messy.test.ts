/** Files as people have them: saved by Excel, written by scripts, copied from other systems. */
import path from "node:path";
import { expect, test } from "vitest";
import { inspectImport } from "../../../src/adapters/transfer";
import { folder, importAll, lines, never, put, square, squares } from "./make";

type Taken = readonly (readonly [question: string, choices: readonly string[], answer: string])[];

/** What comes out of one data file beside the squares 0 to 3. */
async function taken(name: string, content: string | Uint8Array): Promise<{ readonly exemplars: Taken; readonly reasons: readonly string[] }> {
  const place = await folder();
  await put(place, { [name]: content, ...(await squares(4)) });
  const { store, last } = await importAll(path.join(place, name));
  const { exemplars } = await store.list();
  return { exemplars: exemplars.map(({ question, choices, answer }) => [question, choices, answer] as const).sort(([one], [other]) => (one < other ? -1 : 1)), reasons: last.reasons.map(({ reason }) => reason) };
}

const records = (...all: readonly object[]): string => lines(all.map((record, index) => ({ question: `q${index}`, image: `${index % 4}.png`, ...record })));

test.each([
  ["a mark, semicolons, quoted line breaks and backslashes", '\ufeffQuestion;Answer;Image\r\n"How many; in\nall?";3,5;.\\0.png\r\n'],
  ["its line about the separator", 'sep=;\r\nQuestion;Answer;Image\r\n"How many; in\nall?";3,5;0.png\r\n'],
  ["a comma in a name, without quotes", 'Question;Answer;Image;Seen by A, B\r\n"How many; in\nall?";3,5;0.png;x\r\n'],
  ["separators in a quoted name", 'Question,Answer,Image,"Left; right; up"\r\n"How many; in\nall?","3,5",0.png,x\r\n'],
])("a table saved by Excel: %s", async (_, content) => {
  expect((await taken("table.csv", content)).exemplars).toEqual([["How many; in\nall?", [], "3,5"]]);
});

test("the line about the separator counts when a faulty row is named", async () => {
  const place = await folder();
  await put(place, { "a.csv": "sep=;\nquestion;answer;image\nq;1;0.png\nq;2;none.png\n", ...(await squares(1)) });
  expect((await importAll(path.join(place, "a.csv"))).last.problems).toMatchObject([{ line: 4, record: 2, detail: "none.png" }]);
});

test("text in another encoding is refused record by record, with what to do, instead of being mangled", async () => {
  const content = Buffer.from("question;answer;image\nPlain?;1;0.png\nGr\xf6\xdfe?;2;1.png\nAngle?;30\xb0;2.png\n", "latin1");
  const { exemplars, reasons } = await taken("a.csv", content);
  expect(exemplars).toEqual([["Plain?", [], "1"]]);
  expect(reasons).toHaveLength(2);
  for (const reason of reasons) expect(reason).toContain("UTF-8");
});

test("options as an object, in JSON, in a cell, and as Python prints one", async () => {
  const { exemplars } = await taken("a.jsonl", records({ options: { A: "one", B: "two" }, answer: "B" }, { options: '{"A": "one", "B": "two: 2, 3"}', answer: "B" }, { options: "{'A': 'it\\'s', 'B': 2.5}", answer: "A" }));
  expect(exemplars).toEqual([["q0", ["one", "two"], "two"], ["q1", ["one", "two: 2, 3"], "two: 2, 3"], ["q2", ["it's", "2.5"], "it's"]]);
});

test("labels of options are no answers", async () => {
  const { exemplars } = await taken("a.json", JSON.stringify([{ question: "q", choices: { label: ["A", "B"], text: ["one", "two"] }, answerKey: "B", image: "0.png" }]));
  expect(exemplars).toEqual([["q", ["one", "two"], "two"]]);
});

test("answers that are numbers, booleans, accepted ones, intervals and points", async () => {
  const { exemplars, reasons } = await taken("a.jsonl", records({ answer: 3.5 }, { answer: true }, { answer: 0 }, { answer: ["3", "three"] }, { answer: "['4/11', '36%']" }, { answer: "[0, 5]" }, { answer: [0, 5] }, { answer: "(1, 2)" }, { answer: "[7]" }, { answer: [] }, { answer: "[]" }));
  expect(exemplars.map(([, , answer]) => answer)).toEqual(["3.5", "true", "0", "3", "4/11", "[0, 5]", "[0, 5]", "(1, 2)", "7"]);
  expect(reasons).toEqual(["It has no answer."]);
});

test("several right options are refused, a list with one is not", async () => {
  const choices = ["one", "two", "three"];
  const { exemplars, reasons } = await taken("a.jsonl", records({ choices, answer: ["A", "C"] }, { choices, answer: ["B"] }));
  expect(exemplars).toEqual([["q1", choices, "two"]]);
  expect(reasons).toEqual(["It has several right answers; an exemplar has one."]);
});

test("places that are counted from 1 are not taken for ones from 0", async () => {
  const place = await folder();
  const choices = ["x", "y", "z"];
  await put(place, { "a.jsonl": records({ choices, answer: 1 }, { choices, answer: 3 }), ...(await squares(2)) });
  expect((await inspectImport(place, { signal: never() })).mapping).toMatchObject({ answerForm: "number" });
  await expect((await importAll(place)).store.list()).resolves.toMatchObject({ exemplars: expect.arrayContaining([expect.objectContaining({ question: "q0", answer: "x" }), expect.objectContaining({ question: "q1", answer: "z" })]) as unknown });
});

test("Chinese fields, full-width letters and marks, formulas", async () => {
  const { exemplars } = await taken("a.jsonl", lines([{ 问题: "求 $x$。", 选项: ["A．30°", "B．60°"], 答案: "Ｂ", 图片: "0.png" }, { 问题: "角A？", 选项: ["A、$\\frac{1}{2}$", "B、$6$"], 答案: "A", 图片: "1.png" }]));
  expect(exemplars).toEqual([["求 $x$。", ["30°", "60°"], "60°"], ["角A？", ["$\\frac{1}{2}$", "$6$"], "$\\frac{1}{2}$"]]);
});

test("an answer that repeats letter and text of an option is that option, and only if both agree", async () => {
  const choices = ["(A) one", "(B) two"];
  const { exemplars, reasons } = await taken("a.jsonl", records({ choices, answer: "(B) two" }, { choices, answer: "B: two" }, { choices, answer: "(A) two" }));
  expect(exemplars.map(([question, , answer]) => [question, answer])).toEqual([["q0", "two"], ["q1", "two"]]);
  expect(reasons).toEqual(["Its answer is none of its choices."]);
});

test("accents in a picture's name are found however the other system spells them", async () => {
  const place = await folder();
  await put(place, { "a.jsonl": lines([{ question: "q", answer: "1", image: "\u00fcber.png" }, { question: "r", answer: "1", image: "o\u0308de.png" }]), "u\u0308ber.png": await square(0), "\u00f6de.png": await square(1) });
  expect((await importAll(path.join(place, "a.jsonl"))).last).toMatchObject({ added: 2, skipped: 0 });
});

test("options in one cell of a table stand between bars or semicolons", async () => {
  const { exemplars } = await taken("a.csv", 'question,choices,answer,image\nbars,one | two|three,two,0.png\nsemicolons,one; two,B,1.png\n"size","|x|; |y|",|y|,2.png\n');
  expect(exemplars).toEqual([["bars", ["one", "two", "three"], "two"], ["semicolons", ["one", "two"], "two"], ["size", ["|x|", "|y|"], "|y|"]]);
});
