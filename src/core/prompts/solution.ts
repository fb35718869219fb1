import { extractAnswer } from "../answers";
import { parseStepReply, unwrap } from "./reply";
import { finalPhrase, isFinalSubQuestion, stepLines, type TranscriptStep } from "./transcript";

const label = /^[ \t*_#>-]*(?:sub-?\s?question|子问题)[ \t]*\d*[ \t]*[*_]*[ \t]*[:：]/gim;
const answerLabel = /^[ \t*_#>-]*(?:sub-?)?(?:answer|答案|回答)[ \t]*\d*[ \t]*[*_]*[ \t]*[:：]|[?？][ \t]+answer[ \t]*\d*[ \t]*[:：]/im;

/** Cuts a reply before each label of a sub-question; words before the first one that are no step are left out. */
function blocks(text: string): string[] {
  const starts = [...text.matchAll(label)].map(({ index }) => index);
  if (starts.length === 0) return [text];
  const before = text.slice(0, starts[0]);
  return [...(answerLabel.test(before) ? [before] : []), ...starts.map((start, index) => text.slice(start, starts[index + 1]))];
}

/**
 * Reads all steps of a solution out of a reply, in whatever dress `parseStepReply` understands, up to the first one
 * that ends it. A last step that states an answer ends it too and gets the final phrase. A step that cannot be read
 * ends the list: what follows would build on it. Empty where no step can be read. Never throws.
 * @param begun the prompt ends with the begun last sub-question
 * @param cut the reply was cut at its token limit, so that a last step without a stated answer is not whole
 */
export function parseSolution(reply: string, begun = false, cut = false): TranscriptStep[] {
  if (begun) {
    const last = parseStepReply(reply, true);
    return last.ok ? [last.step] : [];
  }
  const steps: TranscriptStep[] = [];
  for (const block of blocks(unwrap(reply))) {
    const read = parseStepReply(block, false);
    if (!read.ok) break;
    steps.push(read.step);
    if (isFinalSubQuestion(read.step.subQuestion)) break;
  }
  const last = steps.at(-1);
  if (last === undefined) return [];
  if (cut && extractAnswer(last.answer) === null) return steps.slice(0, -1);
  if (isFinalSubQuestion(last.subQuestion) || extractAnswer(last.answer) === null) return steps;
  return [...steps.slice(0, -1), { subQuestion: `${finalPhrase}: ${last.subQuestion}`, answer: last.answer }];
}

/** From the statement of the answer to the end of its text. */
const statement = /(?:^|(?<=[.。!?\n]))[ \t]*(?:(?:so|thus|hence|therefore)\b,?[ \t]+)?(?:\*\*)?the (?:final )?answer is\b[^\n]*$/gim;

/** An answer's text without the sentence that states the final answer; may be empty. */
export function withoutStatement(answer: string): string {
  return answer.replace(statement, "").trim();
}

/** The one sentence that ends a solution. */
export const answerSentence = (answer: string): string => `The answer is ${answer.trim().replace(/[.。]$/, "")}.`;

/**
 * A finished solution as a reasoning context: numbered steps, the last of which ends with the sentence that states
 * the answer.
 * @param answer as it is to be stated: the bare result, or an option's letter
 */
export function contextText(steps: readonly TranscriptStep[], answer: string): string {
  return stepLines(steps.map((step, index) => (index < steps.length - 1 ? step : { ...step, answer: `${withoutStatement(step.answer)} ${answerSentence(answer)}`.trim() })));
}
