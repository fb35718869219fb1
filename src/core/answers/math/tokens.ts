import { elementary, power } from "./functions";
import type { Value } from "./value";
import { fraction, multiply } from "./value";

export type Token =
  | { readonly type: "number"; readonly value: Value; readonly text: string; readonly spaced: boolean }
  /** A variable or a function's name; `word` marks a name of several letters that is neither. */
  | { readonly type: "name"; readonly text: string; readonly word: boolean; readonly spaced: boolean }
  | { readonly type: "sign"; readonly text: string; readonly spaced: boolean };

const MAX_TOKENS = 400;
const greek = new Set("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi chi psi omega pi".split(" "));
const letters: ReadonlyMap<string, string> = new Map(Object.entries({ pi: "π", alpha: "α", beta: "β", gamma: "γ", delta: "δ", epsilon: "ε", zeta: "ζ", eta: "η", theta: "θ", iota: "ι", kappa: "κ", lambda: "λ", mu: "μ", nu: "ν", xi: "ξ", rho: "ρ", sigma: "σ", tau: "τ", upsilon: "υ", phi: "φ", chi: "χ", psi: "ψ", omega: "ω" }));
const aliases: Readonly<Record<string, string>> = { asin: "arcsin", acos: "arccos", atan: "arctan", tg: "tan", ctg: "cot", cosec: "csc", root: "root", binom: "binomial" };

/** The function's name behind a word in an answer, if it is one. */
export function functionNamed(word: string): string | undefined {
  if (Object.hasOwn(aliases, word)) return aliases[word];
  return Object.hasOwn(elementary, word) && word !== "degrees" ? word : undefined;
}

/** Whether a word belongs to formulas: a function, a Greek letter, a product like xyz. */
export const isMathName = (word: string): boolean => functionNamed(word) !== undefined || greek.has(word) || /^[xyzabcnk]{1,3}$/.test(word);

/** A number as written: digits, decimal point, exponent (1.2e1); `undefined` where its exponent is beyond all measure. */
function readNumber(text: string): Value | undefined {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.split(".");
  const digits = fraction(BigInt(`${whole}${decimals}` || "0"), 10n ** BigInt(decimals.length));
  if (exponent.length > 12) return undefined;
  const scale = power({ n: 10n, d: 1n }, { n: BigInt(exponent.replace("+", "")), d: 1n });
  return digits === undefined || scale === undefined ? undefined : multiply(digits, scale);
}

/**
 * Letters in a row: a function, a Greek letter or one letter is a name; two or three small letters
 * are a product of variables (2xy); anything else is a word.
 */
function namesIn(run: string, spaced: boolean): Token[] {
  const name = (text: string, word = false, space = false): Token => ({ type: "name", text, word, spaced: space });
  if (functionNamed(run) !== undefined) return [name(run, false, spaced)];
  if (greek.has(run.toLowerCase()) && run === run.toLowerCase()) return [name(letters.get(run) ?? run, false, spaced)];
  if (run.length === 1) return [name(run, false, spaced)];
  const prefix = /^(sin|cos|tan|ln|log|sqrt)([a-zα-ω])$/.exec(run);
  if (prefix !== null) return [name(prefix[1]!, false, spaced), name(prefix[2]!)];
  const product = /^[a-zα-ω]{2,3}$/.test(run) && !/^(d[a-z]|is|in|of|to|or|at|by|on|no|it|an|as|and|the|for|not|all|are|one)$/.test(run);
  if (product) return [...run].map((letter, index) => name(letter, false, index === 0 && spaced));
  return [name(run, true, spaced)];
}

/** Splits plain math text into tokens; `undefined` for characters that are no part of an expression, or too many tokens. */
export function tokenize(text: string): Token[] | undefined {
  const pattern = /(\s*)(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|(\p{L}+)((?:_\([^()]*\)|_[\p{L}\d]+|(?<=\p{L})\d+)?'*)|([-+*/^()|!,√°×]))/uy;
  const tokens: Token[] = [];
  const body = text.trimEnd();
  while (pattern.lastIndex < body.length) {
    const match = pattern.exec(body);
    if (match === null || tokens.length > MAX_TOKENS) return undefined;
    const spaced = match[1] !== "";
    if (match[2] !== undefined) {
      const value = readNumber(match[2]);
      if (value === undefined) return undefined;
      tokens.push({ type: "number", value, text: match[2], spaced });
    } else if (match[3] !== undefined) {
      const suffix = match[4] ?? "";
      if (suffix === "") tokens.push(...namesIn(match[3], spaced));
      else if (functionNamed(match[3]) !== undefined && match[3] !== "log" && /^\d+$/.test(suffix)) tokens.push({ type: "name", text: match[3], word: false, spaced }, { type: "number", value: readNumber(suffix)!, text: suffix, spaced: false });
      else if (functionNamed(match[3]) !== undefined) tokens.push({ type: "name", text: `${match[3]}${suffix}`, word: false, spaced });
      else tokens.push(...subscripted(match[3], suffix, spaced));
    } else tokens.push({ type: "sign", text: match[5] === "×" ? "*" : match[5]!, spaced });
  }
  return tokens;
}

/** x_1, x_(12), x1 and f' are one name each; in 2ab_1 only the last letter bears the index. */
function subscripted(run: string, suffix: string, spaced: boolean): Token[] {
  const index = suffix.replace(/[_()]/g, "");
  const small = /^[a-z]{2,3}$/.test(run) ? [...run] : [run];
  return small.map((text, position): Token => ({ type: "name", text: position === small.length - 1 ? `${letters.get(text) ?? text}${index}` : text, word: text.length > 1 && !greek.has(text), spaced: position === 0 && spaced }));
}
