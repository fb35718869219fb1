import path from "node:path";
import { expect, test } from "vitest";
import { exemplarFromMarkdown } from "../../../src/adapters/transfer";
import { folder, put, square } from "./make";

async function place(): Promise<string> {
  const made = await folder();
  await put(made, { "docs/a b.png": await square(1), "shared.png": await square(2) });
  return path.join(made, "docs");
}

const rest = "How many squares are there?\n\nAnswer: 4";

test.each([
  ["an inline link", `![A figure](<a b.png> "title")\n\n${rest}`],
  ["an escaped link", `![](a%20b.png)\n${rest}`],
  ["a reference", `![A figure][fig]\n\n${rest}\n\n[fig]: <a b.png>\n`],
  ["HTML", `<p align="center"><img width="30" src='a b.png'/></p>\n\n${rest}`],
  ["HTML within a line", `Look: <img src="./a b.png">\n\n${rest}`],
])("the picture by %s", async (_, text) => {
  const { exemplar, picture } = await exemplarFromMarkdown(text, await place());
  expect(picture).toEqual({ bytes: new Uint8Array(await square(1)), name: "a b.png" });
  expect(exemplar.question).toContain("How many squares are there?");
  expect(exemplar.question).not.toMatch(/a b|fig|<|!\[/);
  expect(exemplar).toMatchObject({ answer: "4", choices: [], context: null, candidates: [], passRate: null });
});

test("a data: URL, options, a letter as the answer, a solution, a subject", async () => {
  const url = `data:image/png;base64,${(await square(3)).toString("base64")}`;
  const text = `## Question\n\n![](${url})\n\nSubject: colours\n\n**Question:** Which one is red?\n\n- (A) left\n- (B) right\n\n**Answer:** B\n\n### Solution\n\nThe right one has the colour of blood.\nSo the answer is B.\n`;
  const { exemplar, picture } = await exemplarFromMarkdown(text, await place());
  expect(picture.bytes).toEqual(new Uint8Array(await square(3)));
  expect(exemplar).toMatchObject({
    question: "Which one is red?", choices: ["left", "right"], answer: "right", subject: "colours",
    context: "Sub-question 1: Now we can answer the question: Which one is red?\nAnswer 1: The right one has the colour of blood. The answer is B.",
  });
});

test("steps in the format stay as they are, and give the answer where no line does", async () => {
  const steps = "Sub-question 1: How many rows?\nAnswer 1: 2.\nSub-question 2: Now we can answer the question: How many?\nAnswer 2: 2 * 2 = 4. The answer is 4.";
  const { exemplar } = await exemplarFromMarkdown(`![](a%20b.png)\nHow many?\n\n${steps.replaceAll("Sub-question 1:", "**Sub-question 1:**")}`, await place());
  expect(exemplar).toMatchObject({ question: "How many?", answer: "4", context: steps, candidates: [{ text: steps, passRate: null }] });
});

test.each([
  ["How many?\nAnswer: 4", "The selection", "It has no picture"],
  ["![](a%20b.png)\n\nAnswer: 4", "The selection", "It has no question"],
  ["![](a%20b.png)\n\nHow many?", "The selection", "It has no answer"],
  ["![](a%20b.png) ![](shared.png)\n\nHow many?\nAnswer: 4", "The selection", "It has 2 pictures"],
  ["![](https://127.0.0.1/a.png)\n\nHow many?\nAnswer: 4", "The picture", "Nothing is fetched"],
  ["![](../shared.png)\n\nHow many?\nAnswer: 4", "The picture", "leads out of the folder"],
  ["![](/etc/hostname)\n\nHow many?\nAnswer: 4", "The picture", "Only relative paths"],
  ["![](a%20b.png)\n\nHow many?\n(A) one\n(B) two\n\nAnswer: three", "The answer", "none of its choices"],
])("what is missing is said: %j", async (text, field, message) => {
  const refused = await exemplarFromMarkdown(text, await place()).catch((thrown: unknown) => thrown as { code: string; details: { field: string; message: string } });
  expect(refused).toMatchObject({ code: "input.invalid", details: { field } });
  expect((refused as { details: { message: string } }).details.message).toContain(message);
});

test("links may lead up to the root that is given, and a file that is not there is named", async () => {
  const docs = await place();
  expect((await exemplarFromMarkdown(`![](../shared.png)\n${rest}`, docs, path.dirname(docs))).picture.name).toBe("shared.png");
  await expect(exemplarFromMarkdown(`![](none.png)\n${rest}`, docs)).rejects.toMatchObject({ code: "file.notFound", details: { file: "none.png" } });
});
