/** The answer of a multiple-choice question with its option's text, "(B) 42"; any other answer as it is. */
export function answerText(answer: string, choices: readonly string[]): string {
  const letter = /^\(?([A-Za-z])[).:]?$/.exec(answer.trim())?.[1];
  if (letter === undefined) return answer;
  const choice = choices[letter.toUpperCase().charCodeAt(0) - 65];
  return choice === undefined ? answer : `(${letter.toUpperCase()}) ${choice}`;
}
