import path from "node:path";
import { lexer, type Token, type Tokens } from "marked";
import { FigtreeError, type NewExemplar } from "../../core/ports";
import { contextFromParts, contextFromText } from "./context";
import { openFolder } from "./files/folder";
import { safeRelative } from "./files/paths";
import { limits } from "./limits";
import { resolveAnswer } from "./mapping/answer";
import { dataUrlPicture } from "./picture";
import { Refusal } from "./refusal";

export interface MarkdownExemplar {
  readonly exemplar: NewExemplar;
  readonly picture: { readonly bytes: Uint8Array; readonly name: string };
}

const invalid = (field: string, message: string, value?: string): FigtreeError => new FigtreeError("input.invalid", value === undefined ? { field, message } : { field, value, message });

const longest = 200_000;

/**
 * Reads a worked problem out of a Markdown selection: the one picture in it (`![](…)`, by reference, `<img>`, or a
 * `data:` URL), the question, options as `(A) …` lines, an `Answer:` line, and optional steps, as
 * `Sub-question 1:` … or below `Solution:`. Without an answer line the last "The answer is …" of the steps counts. What follows the answer counts as steps.
 * Nothing is fetched. Throws `input.invalid` that says what is missing.
 * @param baseFolder of the document; relative links begin there
 * @param root links may lead up to it and no further; default `baseFolder`
 */
export async function exemplarFromMarkdown(text: string, baseFolder: string, root: string = baseFolder): Promise<MarkdownExemplar> {
  if (text.length > longest && !text.includes("data:image/")) throw invalid("The selection", `It may have ${longest} characters.`);
  if (text.length > limits.lineLength) throw invalid("The selection", "It is too long.");
  const { links, rest } = takePictures(text.replace(/\r\n?/g, "\n"));
  if (links.length === 0) throw invalid("The selection", "It has no picture: select the picture with the question and its answer.");
  if (new Set(links).size > 1) throw invalid("The selection", `It has ${new Set(links).size} pictures; an exemplar has one.`);
  const sections = readSections(rest);
  if (sections.question === "") throw invalid("The selection", "It has no question beside the picture.");
  const { question, choices, answer, steps } = sections;
  if (answer === "") throw invalid("The selection", 'It has no answer: add a line such as "Answer: 42".');
  for (const [what, part, most] of [["question", question, limits.question], ["answer", answer, limits.answer], ["steps", steps, limits.context]] as const) if (part.length > most) throw invalid(`The ${what}`, `At most ${most} characters are kept.`);
  if (choices.length > limits.choices) throw invalid("The options", `There may be ${limits.choices}.`);
  const right = orInvalid(() => resolveAnswer(answer, choices, "auto"), "The answer", answer);
  const problem = { question, choices, answer: right };
  const context = steps === "" ? null : contextFromText(steps, problem) ?? contextFromParts(problem);
  return {
    picture: await readPicture(links[0]!, baseFolder, root),
    exemplar: { ...problem, subject: sections.subject, tags: [], source: "", licence: "", candidates: context === null ? [] : [{ text: context, passRate: null }], context, passRate: null },
  };
}

function orInvalid<T>(read: () => T, field: string, value: string): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof Refusal) throw invalid(field, thrown.reason, value.slice(0, 100));
    throw thrown;
  }
}

const htmlImage = /<img\b[^>]*?\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>/gi;

const layout = /<\/?(?:p|div|center|figure|picture|source|span|a|br)(?:\s[^<>]*)?\/?>/gi;

/** Addresses of the pictures, and the text without them. */
function takePictures(text: string): { links: string[]; rest: string } {
  const links: string[] = [];
  const raws: string[] = [];
  const visit = (tokens: readonly Token[]): void => {
    for (const token of tokens) {
      if (token.type === "image") {
        links.push((token as Tokens.Image).href);
        raws.push(token.raw);
      } else if (token.type === "html") {
        for (const match of token.raw.matchAll(htmlImage)) {
          links.push(match[1] ?? match[2] ?? match[3] ?? "");
          raws.push(match[0]);
        }
      } else if (token.type === "def") raws.push(token.raw);
      for (const inner of [(token as Tokens.Generic).tokens, (token as Tokens.List).items] as (Token[] | undefined)[]) if (inner !== undefined) visit(inner);
    }
  };
  visit(lexer(text));
  let rest = text;
  for (const raw of raws) rest = rest.replace(raw, () => "");
  // What is left of the elements that only placed the picture.
  if (raws.some((raw) => raw.startsWith("<"))) rest = rest.replace(layout, "");
  return { links: links.filter((link) => link !== ""), rest };
}

interface Sections {
  readonly question: string;
  readonly choices: string[];
  readonly answer: string;
  readonly subject: string;
  readonly steps: string;
}

const dress = String.raw`^[\s>*_#-]*`;
const label = (words: string): RegExp => new RegExp(`${dress}(?:${words})[*_]*\\s*[:：][*_]*\\s*(.*?)[*_]*\\s*$`, "i");
const heading = (words: string): RegExp => new RegExp(`^(?:#+\\s*|[*_]+)(?:${words})[*_]*\\s*$`, "i");
const answerWords = "(?:final |correct |right )?answer|a";
const stepWords = "solution|worked solution|steps|explanation|reasoning|why";
const stepLine = new RegExp(`${dress}sub-?question 1[*_]*\\s*:`, "i");
const labels = { question: label("question|problem|q"), answer: label(answerWords), subject: label("subject|topic"), steps: label(stepWords), options: label("options|choices") };
const headings = { question: heading("question|problem"), answer: heading("answer"), steps: heading(stepWords), options: heading("options|choices") };
const option = /^[\s>*+-]*(?:\(([A-Z])\)|([A-Z])[.)])\s+(\S.*)$/;

/** Sorts the lines into question, options, answer and steps; blank lines within a part are kept as one break. */
function readSections(text: string): Sections {
  const parts = { question: [] as string[], answer: [] as string[], steps: [] as string[] };
  const choices: string[] = [];
  let subject = "";
  let into: keyof typeof parts = "question";
  for (const line of text.split("\n")) {
    const plain = line.replace(/^[\s>]+/, "").trimEnd();
    const choice = option.exec(line);
    const isOption = choice !== null && into === "question" && (choice[1] ?? choice[2]) === String.fromCharCode(65 + choices.length);
    if (into !== "steps" && stepLine.test(line)) {
      into = "steps";
      parts.steps.push(bare(plain));
    } else if (labels.answer.test(line)) {
      into = "answer";
      parts.answer = [labels.answer.exec(line)![1]!];
    } else if (into !== "steps" && labels.steps.test(line)) {
      into = "steps";
      parts.steps.push(labels.steps.exec(line)![1]!);
    } else if (headings.answer.test(plain)) into = "answer";
    else if (headings.steps.test(plain)) into = "steps";
    else if (headings.question.test(plain)) into = "question";
    else if (headings.options.test(plain) || (into === "question" && labels.options.exec(line)?.[1] === "")) continue;
    else if (labels.subject.test(line) && into !== "steps") subject = labels.subject.exec(line)![1]!.slice(0, limits.label);
    else if (isOption) choices.push(choice[3]!.trim());
    else if (into === "answer" && plain === "" && parts.answer.some((part) => part !== "")) into = parts.question.some((part) => part !== "") ? "steps" : "question";
    else parts[into].push(into === "question" ? (labels.question.exec(line)?.[1] ?? plain) : into === "steps" ? bare(plain) : plain);
  }
  const joined = (lines: readonly string[]): string => lines.join("\n").replace(/\n{2,}/g, "\n").replace(/^(?:#+\s+)/gm, "").trim();
  const steps = joined(parts.steps);
  const stated = /^[^]*\bthe answer is\s*:?\s*([^\n]{1,200}?)\.?\s*$/i.exec(steps)?.[1] ?? "";
  return { question: joined(parts.question), choices, answer: joined(parts.answer).replace(/^[*_`]+|[*_`]+$/g, "") || stated, subject, steps };
}

/** Labels of steps without their emphasis. */
const bare = (line: string): string => line.replace(/^[*_-]*\s*((?:Sub-question|Answer) \d+)[*_]*\s*:[*_]*/i, "$1:");

async function readPicture(link: string, baseFolder: string, root: string): Promise<MarkdownExemplar["picture"]> {
  if (/^data:/i.test(link)) {
    const found = orInvalid(() => dataUrlPicture(link), "The picture", "data: URL");
    return { bytes: await found.read(), name: found.name };
  }
  if (/^[a-z][a-z0-9+.-]+:/i.test(link)) throw invalid("The picture", "Nothing is fetched from the web: save the picture beside the document.", link.slice(0, 200));
  const clean = decodeLink(link.replace(/[?#].*$/, ""));
  const inRoot = path.relative(root, path.resolve(baseFolder, clean.replaceAll("\\", "/")));
  try {
    if (path.isAbsolute(clean)) throw new Refusal("Only relative paths are read.");
    const files = await openFolder(root);
    const name = safeRelative(inRoot);
    if ((await files.find(name)) === undefined) throw new FigtreeError("file.notFound", { file: clean });
    return { bytes: await files.read(name, limits.pictureBytes), name: path.basename(name) };
  } catch (thrown) {
    if (thrown instanceof Refusal) throw invalid("The picture", thrown.reason, clean);
    throw thrown instanceof FigtreeError ? thrown : new FigtreeError("file.notFound", { file: clean }, { cause: thrown });
  }
}

function decodeLink(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}
