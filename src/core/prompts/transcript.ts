/** S_t = (sub-question Q_t, sub-answer A_t). */
export interface TranscriptStep {
  readonly subQuestion: string;
  readonly answer: string;
}

/** A sub-question that contains this phrase ends its trace (VReST 3.2.2). */
export const finalPhrase = "Now we can answer the question";

export function isFinalSubQuestion(subQuestion: string): boolean {
  return subQuestion.toLowerCase().includes(finalPhrase.toLowerCase());
}

/** The problem itself: question and options. */
export function questionLines(question: string, choices: readonly string[]): string {
  return [`Question: ${question}`, ...choices.map((choice, index) => `(${String.fromCharCode(65 + index)}) ${choice}`)].join("\n");
}

/** Steps in the form of the prompt protocol, numbered from 1. */
export function stepLines(steps: readonly TranscriptStep[]): string {
  return steps.map((step, index) => `Sub-question ${index + 1}: ${step.subQuestion}\nAnswer ${index + 1}: ${step.answer}`).join("\n");
}

/** The append-only text of a problem and its finished steps: byte-stable, so that prefixes can be reused. */
function transcript(question: string, choices: readonly string[], steps: readonly TranscriptStep[]): string {
  return [questionLines(question, choices), ...(steps.length === 0 ? [] : [stepLines(steps)])].join("\n");
}

/** Asks for step t = steps + 1; with `final` the last step's sub-question is already begun. */
export function stepText(question: string, choices: readonly string[], steps: readonly TranscriptStep[], final: boolean): string {
  return `${transcript(question, choices, steps)}\nSub-question ${steps.length + 1}:${final ? ` ${finalPhrase}:` : ""}`;
}

/** R1: are the sub-questions so far, with `subQuestion` as the last, useful? (VReST G.2) */
export function usefulnessText(question: string, choices: readonly string[], before: readonly TranscriptStep[], subQuestion: string): string {
  return `${transcript(question, choices, before)}\nSub-question ${before.length + 1}: ${subQuestion}\nAre the sub-questions useful for answering the question? Answer Yes or No.`;
}

/** R2: is the last answer correct? (VReST G.3) */
export function correctnessText(question: string, choices: readonly string[], steps: readonly TranscriptStep[]): string {
  return `${transcript(question, choices, steps)}\nIs the last answer correct? Answer Yes or No.`;
}

/** QA: the answer without steps. */
export function directText(question: string, choices: readonly string[]): string {
  return `${questionLines(question, choices)}\nAnswer the question directly.`;
}
