const digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const numbers: ReadonlyMap<string, string> = new Map([["none", "0"], ...digits.map((word, index): [string, string] => [word, String(index)])]);
const articles = new Set(["a", "an", "the"]);
/** Short forms that get their apostrophe back. */
const short = ["ain't", "aren't", "can't", "could've", "couldn't", "didn't", "doesn't", "don't", "hadn't", "hasn't", "haven't", "he'd", "he's", "how'd", "how'll", "how's", "isn't", "it'd", "it'll", "ma'am", "mightn't", "might've", "mustn't", "must've", "needn't", "not've", "o'clock", "oughtn't", "shan't", "should've", "shouldn't", "somebody'll", "somebody's", "someone'd", "someone'll", "someone's", "something'd", "something'll", "that's", "there'd", "there're", "there's", "they'd", "they'll", "they're", "they've", "'twas", "wasn't", "we've", "weren't", "what'll", "what're", "what's", "what've", "when's", "where'd", "where's", "where've", "who'd", "who'll", "who's", "who've", "why'll", "why're", "why's", "won't", "would've", "wouldn't", "y'all", "you'd", "you'll", "you're", "you've"];
/** The official list lacks these, or has them with a capital, which no text in lower case meets. */
const notOfficial = ["i'm", "i've", "let's", "she's"];
/** The only ones whose apostrophe is one in the published list; the others get a backtick, which no annotator types. */
const straight = new Set(["ain't", "aren't", "can't", "could've", "couldn't", "we've", "where's", "who've"]);
const withoutMark = (word: string): string => word.replaceAll("'", "");
const official: ReadonlyMap<string, string> = new Map(short.map((word) => [withoutMark(word), straight.has(word) ? word : word.replaceAll("'", "`")]));
const mended: ReadonlyMap<string, string> = new Map([...short, ...notOfficial].map((word) => [withoutMark(word), word]));
const punctuation = [";", "/", "[", "]", '"', "{", "}", "(", ")", "=", "+", "\\", "_", "-", ">", "<", "@", "`", ",", "?", "!"];

/**
 * The VQA normalisation: lower case; a mark of punctuation is dropped where a blank is beside it somewhere in the text
 * (all marks where the text has a comma inside a number), else replaced by a blank; full stops go unless a digit follows;
 * number words become digits; articles go; missing apostrophes come back.
 * @param strict as published, where most apostrophes come back as backticks
 */
export function normaliseVqa(source: string, strict: boolean): string {
  const apostrophes = strict ? official : mended;
  let text = source.replace(/[\n\t\r]/g, " ").trim();
  const before = text;
  const commaInNumber = /\d,\d/.test(before);
  for (const mark of punctuation) {
    if (!text.includes(mark)) continue;
    text = commaInNumber || before.includes(`${mark} `) || before.includes(` ${mark}`) ? text.replaceAll(mark, "") : text.replaceAll(mark, " ");
  }
  text = text.replace(/\.(?!\d)/g, "").toLowerCase();
  return text
    .split(/\s+/)
    .map((word) => numbers.get(word) ?? word)
    .filter((word) => word !== "" && !articles.has(word))
    .map((word) => apostrophes.get(word) ?? word)
    .join(" ");
}
