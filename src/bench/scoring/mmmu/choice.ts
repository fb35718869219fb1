import { letterOf } from "../text";

export interface ChoiceReading {
  /** Null where nothing was found. */
  readonly index: number | null;
  readonly rule: string;
}

/** Bracketed letters, else letters between blanks, else (in more than five words) texts of options; the last of several. */
export function parseChoice(reply: string, choices: readonly string[]): ChoiceReading {
  const bare = [",", ".", "!", "?", ";", ":", "'"].reduce(strip, reply);
  const text = ` ${bare} `;
  for (const [rule, mark] of [["bracketedLetter", (letter: string) => `(${letter})`], ["letter", (letter: string) => ` ${letter} `]] as const) {
    const index = last(choices.map((_, position) => text.lastIndexOf(mark(letterOf(position)))));
    if (index !== null) return { index, rule };
  }
  if (bare.trim().split(/\s+/).length > 5) {
    const lower = text.toLowerCase();
    const index = last(choices.map((choice) => (choice.trim() === "" ? -1 : lower.lastIndexOf(choice.toLowerCase()))));
    if (index !== null) return { index, rule: "choiceText" };
  }
  return { index: null, rule: "unparsed" };
}

/** One mark after the other, as the official code does: what stands behind a later mark stays. */
function strip(text: string, mark: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text[start] === mark) start += 1;
  while (end > start && text[end - 1] === mark) end -= 1;
  return text.slice(start, end);
}

/** The index of the largest place; null where all are -1. */
function last(places: readonly number[]): number | null {
  const most = Math.max(-1, ...places);
  return most < 0 ? null : places.indexOf(most);
}
