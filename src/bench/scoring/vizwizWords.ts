const digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const numbers: ReadonlyMap<string, string> = new Map([["none", "0"], ...digits.map((word, index): [string, string] => [word, String(index)])]);
const articles = new Set(["a", "an", "the"]);
/** Short forms that lose nothing but their apostrophe; "cant" and "wont" are rare as words of their own. */
const short = ["aren't", "can't", "couldn't", "didn't", "doesn't", "don't", "hadn't", "hasn't", "haven't", "isn't", "mustn't", "shouldn't", "wasn't", "weren't", "won't", "wouldn't", "couldn't've", "shouldn't've", "wouldn't've", "could've", "should've", "would've", "might've", "i'm", "i've", "he's", "she's", "it'll", "that's", "there's", "they're", "they've", "they'd", "they'll", "you're", "you've", "you'll", "you'd", "we've", "what's", "where's", "who's", "who'd", "who'll", "let's", "how's", "when's", "why's", "o'clock", "ma'am", "y'all"];
const apostrophes: ReadonlyMap<string, string> = new Map(short.map((word) => [word.replaceAll("'", ""), word]));
const punctuation = [";", "/", "[", "]", '"', "{", "}", "(", ")", "=", "+", "\\", "_", "-", ">", "<", "@", "`", ",", "?", "!"];

/**
 * The VQA normalisation: lower case; a mark of punctuation is dropped where a blank is beside it somewhere in the text
 * (all marks where the text has a comma inside a number), else replaced by a blank; full stops go unless inside a number;
 * number words become digits; articles go; missing apostrophes come back.
 */
export function normaliseVqa(source: string): string {
  let text = source.replace(/[\n\t\r]/g, " ").trim();
  const before = text;
  const commaInNumber = /\d,\d/.test(before);
  for (const mark of punctuation) {
    if (!text.includes(mark)) continue;
    text = commaInNumber || before.includes(`${mark} `) || before.includes(` ${mark}`) ? text.replaceAll(mark, "") : text.replaceAll(mark, " ");
  }
  text = text.replace(/(?<!\d)\.|\.(?!\d)/g, "").toLowerCase();
  return text
    .split(/\s+/)
    .map((word) => numbers.get(word) ?? word)
    .filter((word) => word !== "" && !articles.has(word))
    .map((word) => apostrophes.get(word) ?? word)
    .join(" ");
}
