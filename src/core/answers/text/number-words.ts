const small = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const values = new Map<string, bigint>([...small.map((word, index): [string, bigint] => [word, BigInt(index)]), ...tens.map((word, index): [string, bigint] => [word, BigInt(index * 10 + 20)])]);
const scales = new Map<string, bigint>([["thousand", 1000n], ["million", 1_000_000n], ["billion", 1_000_000_000n], ["trillion", 1_000_000_000_000n]]);
const parts = new Map<string, number>([["half", 2], ["halves", 2], ["third", 3], ["quarter", 4], ["fourth", 4], ["fifth", 5], ["sixth", 6], ["seventh", 7], ["eighth", 8], ["ninth", 9], ["tenth", 10], ["hundredth", 100], ["thousandth", 1000]]);
const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const endings = ["st", "nd", "rd"];

const partNamed = (word: string): number | undefined => parts.get(word) ?? parts.get(word.replace(/s$/, ""));
const isNumberWord = (word: string): boolean => values.has(word) || scales.has(word) || word === "hundred" || word === "dozen";

/** The number that a run of number words stands for ("one hundred and five"). */
function valueOf(words: readonly string[]): bigint | undefined {
  let total = 0n;
  let current: bigint | undefined;
  let last: bigint | undefined;
  for (const word of words) {
    const value = values.get(word);
    const scale = scales.get(word);
    if (value !== undefined) {
      // "two three" is a list, not a number; "twenty three" is one.
      const joins = last === undefined || (last >= 20n && last < 100n && value > 0n && value < 10n) || last >= 100n;
      if (!joins) return undefined;
      current = (current ?? 0n) + value;
      last = value;
    } else if (word === "hundred" || word === "dozen") {
      current = (current ?? 1n) * (word === "dozen" ? 12n : 100n);
      last = 100n;
    } else if (scale !== undefined) {
      total += (current ?? 1n) * scale;
      current = undefined;
      last = scale;
    }
  }
  return total + (current ?? 0n);
}

/**
 * Writes number words as digits wherever they stand: "twenty-one cm" is "21 cm", "two thirds" (2/3),
 * "one and a half" is 1 1/2, "first" is 1st. Other words stay; numbers side by side stay lists.
 */
export function digitsForWords(text: string): string {
  if (!/[a-z]{3}/i.test(text) || text.length > 4000) return text;
  const scaled = text.replace(/(\d)\s*(thousand|million|billion|trillion)\b/gi, (_all, digit: string, scale: string) => `${digit}*${scales.get(scale.toLowerCase())!}`);
  const joined = scaled.replace(/\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?=[a-z])/gi, "$1 ").replace(/\b(one|two|three|four|five|six|seven|eight|nine)-(?=(?:half|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth)s?\b)/gi, "$1 ");
  const pieces = joined.split(/([a-zA-Z]+)/);
  const out: string[] = [];
  for (let index = 0; index < pieces.length; index += 1) {
    const word = pieces[index]!.toLowerCase();
    if (index % 2 === 0 || !(isNumberWord(word) || word === "half")) {
      out.push(index % 2 === 1 && ordinals.includes(word) && word !== "second" ? ordinal(word) : pieces[index]!);
      continue;
    }
    const run = runAt(pieces, index);
    out.push(run.text ?? pieces[index]!);
    if (run.text !== undefined) index = run.last;
  }
  return out
    .join("")
    .replace(/\ba (?=\(1\/2\))/gi, "")
    .replace(/(\d) and (?:a )?\((\d+\/\d+)\)/g, "$1 $2")
    .replace(/\ba (?=(?:12|100|1000|1000000)\b)/gi, "")
    .replace(/^(?:minus|negative) (?=[\d(])/i, "-")
    .replace(/\b(?:a|1) (third|quarter|fourth|fifth)(?= of\b|$)/gi, (_all, word: string) => `(1/${partNamed(word.toLowerCase())!})`);
}

const ordinal = (word: string): string => {
  const number = ordinals.indexOf(word);
  return `${number + 1}${endings[number] ?? "th"}`;
};

/** The longest run of number words from a piece on, joined by spaces or "and". */
function runAt(pieces: readonly string[], from: number): { text?: string; last: number } {
  const words = [pieces[from]!.toLowerCase()];
  if (words[0] === "half") return { text: "(1/2)", last: from };
  let last = from;
  for (let index = from + 2; index < pieces.length && pieces[index - 1]!.trim() === ""; index += 2) {
    const word = pieces[index]!.toLowerCase();
    const part = partNamed(word);
    if (part !== undefined && words.length > 0) {
      const count = valueOf(words);
      if (count !== undefined && (count === 1n || word.endsWith("s") || word === "halves")) return { text: `(${count}/${part})`, last: index };
      break;
    }
    const following = pieces[index + 2]?.toLowerCase() ?? "";
    if (word === "and" && /hundred|thousand|million/.test(words.join(" ")) && values.has(following)) continue;
    if (!isNumberWord(word) || valueOf([...words, word]) === undefined) break;
    words.push(word);
    last = index;
  }
  const value = valueOf(words);
  return value === undefined ? { last } : { text: String(value), last };
}
