/** Characters that are written in several ways in answers, brought to one; whatever NFKC would spoil comes first. */
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ";
const superscriptMeanings = "0123456789+-n";
const subscripts = "₀₁₂₃₄₅₆₇₈₉";
const vulgar: Readonly<Record<string, string>> = { "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅖": "2/5", "⅗": "3/5", "⅘": "4/5", "⅙": "1/6", "⅚": "5/6", "⅛": "1/8", "⅜": "3/8", "⅝": "5/8", "⅞": "7/8" };
const squares: Readonly<Record<string, string>> = { "㎡": "m^2", "㎢": "km^2", "㎠": "cm^2", "㎟": "mm^2", "㎥": "m^3", "㎤": "cm^3", "㎣": "mm^3" };
const before: readonly (readonly [RegExp, string | ((match: string, ...groups: string[]) => string)])[] = [
  [/[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+/g, (run) => `^(${[...run].map((character) => superscriptMeanings[superscripts.indexOf(character)]).join("")})`],
  [/[₀-₉]+/g, (run) => `_(${[...run].map((character) => subscripts.indexOf(character)).join("")})`],
  [/(\d?)([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/g, (_match, digit, sign) => (digit === "" ? `(${vulgar[sign!]})` : `${digit} ${vulgar[sign!]}`)],
  [/ℝ/g, "Reals"],
  [/[㎡㎢㎠㎟㎥㎤㎣]/g, (sign) => squares[sign] ?? sign],
];
const after: readonly (readonly [RegExp, string])[] = [
  [/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]/g, ""],
  [/[−‐‑‒–﹣]/g, "-"],
  [/—/g, " - "],
  [/[‘’ʼ′`´]/g, "'"],
  [/[“”″«»]/g, '"'],
  [/[∶︰]/g, ":"],
  [/[∙⋅·•∗]/g, "*"],
  [/÷/g, "/"],
  [/⁄/g, "/"],
  [/[º˚]/g, "°"],
  [/° ?C\b/g, "°C"],
  [/° ?F\b/g, "°F"],
  [/ϕ/g, "φ"],
  [/ϵ/g, "ε"],
  [/[≤≦⩽]/g, "≤"],
  [/[≥≧⩾]/g, "≥"],
  [/<=|=</g, "≤"],
  [/>=|=>/g, "≥"],
  [/!=|<>/g, "≠"],
  [/\+\/-/g, "±"],
  [/[⟨〈]/g, "("],
  [/[⟩〉]/g, ")"],
  [/[、]/g, ", "],
  [/。/g, "."],
  [/[【「『]/g, "["],
  [/[】」』]/g, "]"],
  [/∆/g, "Δ"],
  [/ \|\| /g, " ∥ "],
  [/×|✕|✖|⨯/g, "×"],
];

/** One spelling per character: full-width forms, minus signs, superscripts as ^(2), subscripts as _(1), ½ as (1/2). Line breaks stay. */
export function plainCharacters(text: string): string {
  let result = text;
  for (const [pattern, by] of before) result = typeof by === "string" ? result.replace(pattern, by) : result.replace(pattern, by);
  result = result.normalize("NFKC");
  for (const [pattern, by] of after) result = result.replace(pattern, by);
  return result.replace(/[\u00a0\t\f\v\u2000-\u200a\u202f\u205f\u3000]/g, " ");
}
