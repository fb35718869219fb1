import { digitsForWords } from "./number-words";

const greek: Readonly<Record<string, string>> = { α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", ζ: "zeta", η: "eta", θ: "theta", ι: "iota", κ: "kappa", λ: "lambda", μ: "mu", ν: "nu", ξ: "xi", π: "pi", ρ: "rho", σ: "sigma", ς: "sigma", τ: "tau", υ: "upsilon", φ: "phi", χ: "chi", ψ: "psi", ω: "omega" };
const signs: Readonly<Record<string, string>> = { "△": " triangle ", "∠": " angle ", "⊥": " perpendicular to ", "∥": " parallel to ", "&": " and ", "→": " to " };
const rising = new Set("up upward upwards rise rises rising increase increases increasing increased grow grows growing ascend ascends ascending climbing climbs".split(" "));
const falling = new Set("down downward downwards fall falls falling decrease decreases decreasing decreased decline declines declining descend descends descending drop drops dropping".split(" "));
const level = new Set("flat constant stable steady unchanged".split(" "));
const movement = new Set("moving moves going goes trending trends trend trended remains remaining stays staying remain stay is are it".split(" "));
const links = new Set("then and first 1st followed by finally".split(" "));
const spellings = new Map([["colour", "color"], ["grey", "gray"], ["centre", "center"], ["metre", "meter"], ["metres", "meters"], ["litre", "liter"], ["litres", "liters"]]);

/** "increasing then decreasing" and "moving up then down" as one text; `undefined` when words other than a course are in it. */
function course(words: readonly string[]): string | undefined {
  const steps: string[] = [];
  for (const word of words) {
    if (rising.has(word)) steps.push("up");
    else if (falling.has(word)) steps.push("down");
    else if (level.has(word)) steps.push("level");
    else if (!movement.has(word) && !links.has(word)) return undefined;
  }
  return steps.length === 0 ? undefined : `course: ${steps.join(" ")}`;
}

/** Whether a text tells nothing but how something rises and falls. */
export const isCourse = (text: string): boolean => comparableText(text).startsWith("course: ");

/**
 * A text as it is compared: small letters, Greek letters by name, number words as digits; no articles,
 * quotes, emphasis, final punctuation; hyphens between letters as spaces; the words for up and down as one.
 */
export function comparableText(text: string): string {
  let plain = digitsForWords(text).toLowerCase().replace(/[_$]\(?([\p{L}\d]+)\)?/gu, "$1").replace(/[△∠⊥∥&→]/gu, (sign) => signs[sign] ?? sign);
  plain = plain.replace(/([α-ω]) (?=\p{L}(?!\p{L}))/gu, "$1").replace(/(?<!\p{L})(\p{L})\.(?=\p{L}(?!\p{L}))/gu, "$1").replace(/\^\(?([\d+-]{1,3})\)?/g, "$1").replace(/\bsecond\b/g, "2nd");
  plain = plain.replace(/[α-ω]/gu, (letter) => greek[letter] ?? letter);
  plain = plain.replace(/["“”]|'(?=\s|$)|(?<=^|\s)'/gu, "").replace(/(?<=\p{L})-(?=\p{L})/gu, " ").replace(/\s*,\s*/gu, ", ").replace(/\s+/gu, " ").trim();
  plain = plain.replace(/^[\s.,;:!?]+|[\s.,;:!?]+$/gu, "");
  const words = plain.split(" ").filter((word, _index, all) => all.length === 1 || !(word === "the" || word === "a" || word === "an"));
  const spelled = words.map((word) => spellings.get(word) ?? word);
  return course(spelled.map((word) => word.replace(/[,.;]$/, ""))) ?? spelled.join(" ");
}
