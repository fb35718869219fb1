import { extractAnswer } from "../answers";
import { finalPhrase, type TranscriptStep } from "./transcript";

export type StepReply =
  | { readonly ok: true; readonly step: TranscriptStep }
  | { readonly ok: false; readonly reason: "empty" | "noAnswer" };

const thought = /^[^]*<\/(?:think|thinking|reasoning)>/i;
const openThought = /^\s*<(?:think|thinking|reasoning)>[^]*$/i;
const fence = /^\s*```[a-z]*\n([^]*?)\n?```\s*$/i;
const subQuestionLabel = /^[\s*_#>-]*(?:sub-?\s?question|子问题|q)[ \t]*\d*[ \t]*[*_]*[ \t]*[:：][*_]*/i;
const nextSubQuestion = /\n[ \t*_#>-]*(?:sub-?\s?question|子问题)[ \t]*\d*[ \t]*[*_]*[ \t]*[:：]/i;
const answerLabel = /(?:^|\n|(?<=[?？])[ \t]+)[ \t*_#>-]*(?:sub-?)?(?:answer|答案|回答|答|(?<=\n)a)[ \t]*\d*[ \t]*[*_]*[ \t]*[:：][*_]*/i;

function clean(text: string): string {
  return text.trim().replace(/^\*\*([^*]*)\*\*$/, "$1").replace(/\*\*\s*$/, "").trim();
}

/** Takes a thought, a code fence and empty lines off a reply. */
export function unwrap(reply: string): string {
  let text = reply.replace(/\r\n?/g, "\n").replace(thought, "").replace(openThought, "");
  text = fence.exec(text)?.[1] ?? text;
  return text.replace(/^\n+/, "");
}

/** Where a reply has no answer label: its first question is the sub-question, the rest its answer. */
function splitWithoutLabel(text: string): TranscriptStep | null {
  const question = /^\s*([^\n]*?[?？])\s+([^]+)$/.exec(text);
  if (question !== null) return { subQuestion: clean(question[1]!), answer: clean(question[2]!) };
  const lines = text.trim().split("\n");
  if (lines.length > 1) return { subQuestion: clean(lines[0]!), answer: clean(lines.slice(1).join("\n")) };
  return extractAnswer(text) === null ? null : { subQuestion: `${finalPhrase}:`, answer: clean(text) };
}

/**
 * Reads one reasoning step out of a reply, whatever its dress (labels repeated, markdown, several steps,
 * a thought before it, full-width colons). Only the first step counts. Never throws.
 * @param final the prompt had already begun the last sub-question with the final phrase.
 */
export function parseStepReply(reply: string, final: boolean): StepReply {
  let text = unwrap(reply).replace(subQuestionLabel, "");
  const next = nextSubQuestion.exec(text);
  if (next !== null && next.index > 0) text = text.slice(0, next.index);
  if (text.trim() === "") return { ok: false, reason: "empty" };

  const label = answerLabel.exec(text);
  const step = label === null
    ? splitWithoutLabel(text) ?? (final ? { subQuestion: "", answer: clean(text) } : null)
    : { subQuestion: clean(text.slice(0, label.index)), answer: clean(cutAtNextAnswer(text.slice(label.index + label[0].length))) };
  if (step === null || step.answer === "") return { ok: false, reason: "noAnswer" };
  return finish(step, final);
}

/** A reply that runs on into further answers is cut after the first. */
function cutAtNextAnswer(text: string): string {
  const again = /\n[ \t*_#>-]*answer[ \t]*\d+[ \t]*[*_]*[ \t]*[:：]/i.exec(text);
  return again === null || again.index === 0 ? text : text.slice(0, again.index);
}

function finish(step: TranscriptStep, final: boolean): StepReply {
  if (!final) return step.subQuestion === "" ? { ok: false, reason: "empty" } : { ok: true, step };
  const restated = step.subQuestion.replace(new RegExp(`^\\s*${finalPhrase}\\s*[:：,.]?\\s*`, "i"), "");
  return { ok: true, step: { subQuestion: `${finalPhrase}:${restated === "" ? "" : ` ${restated}`}`, answer: step.answer } };
}

/** The answer that a terminal step or a direct reply states; its whole text where it states none in the agreed form. */
export function finalAnswerOf(text: string): string {
  const bare = unwrap(text).trim();
  return extractAnswer(bare) ?? clean(bare).replace(/[.。]\s*$/, "");
}
