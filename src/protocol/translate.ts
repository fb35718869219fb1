/**
 * Gives an English sentence in the language of its reader. The sentence is its own key in the catalogue (`l10n/`) and
 * stands as a literal where it is used; `{0}`, `{1}` are the places of the values. `vscode.l10n.t` is such a function.
 */
export type Translate = (sentence: string, ...values: (string | number)[]) => string;

/** Translations by their English sentences. */
export type Texts = Readonly<Record<string, string>>;

/** What has no translation stays English; a place without a value stays as it is. */
export function translator(texts: Texts): Translate {
  return (sentence, ...values) => (Object.hasOwn(texts, sentence) ? texts[sentence]! : sentence).replace(/\{(\d+)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
}

/** For the terminal and for everything that is written to a file. */
export const english: Translate = translator({});

const rules = new Intl.PluralRules("en");

/** Which of two English sentences suits a number; each has its own translation. */
export const plural = (value: number, one: string, other: string): string => (rules.select(value) === "one" ? one : other);

/** What stands between a sentence and the next: full-width marks bring their own room. */
export const gapAfter = (sentence: string): string => (/[。？！；：，]$/.test(sentence) ? "" : " ");

/** Sentences one after the other; empty ones are left out. */
export const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== "").reduce((before, part) => (before === "" ? part : `${before}${gapAfter(before)}${part}`), "");

/** Words one after the other, as a language lists them. */
export const enumerated = (words: readonly string[], translate: Translate): string => words.slice(1).reduce((before, word) => translate("{0}, {1}", before, word), words[0] ?? "");
