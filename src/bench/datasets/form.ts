/** Joins what is asked with the lines that say how to answer; empty lines are left out. */
export function withForm(asked: string, ...lines: readonly string[]): string {
  return [asked.trim(), ...lines].filter((line) => line !== "").join("\n");
}

/** What official prompts say about the form of an answer, in our words. */
export const answerForm = {
  letter: "Form of the answer: the letter of one option.",
  whole: "Form of the answer: a whole number.",
  decimals: (count: number): string => `Form of the answer: a number with ${count === 1 ? "one decimal" : `${count} decimals`}.`,
  list: "Form of the answer: a list in square brackets, such as [4, 5, 6].",
  short: "Form of the answer: one word or a short phrase.",
} as const;
