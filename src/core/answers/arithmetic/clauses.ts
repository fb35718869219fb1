import { joinThousands } from "../read/quantity";
import { plainCharacters } from "../text/characters";
import { mendEscapes, plainMath } from "../text/latex";

/** Where these occur a calculation may be quoted, supposed or denied, not stated. */
const notStated = /\b(?:not|never|wrong|incorrect(?:ly)?|false|mistake|error|instead|if|suppose|assum(?:e|ing)|unless|would|mod|modulo|remainder)\b|不|错|余/i;

/** LaTeX, signs and number forms in one spelling, with the line breaks kept. */
function plain(text: string): string {
  const lines = mendEscapes(text.slice(0, 20_000)).split(/\r?\n|\\\\|\\newline/);
  return lines
    // A dash between words is no minus; a bullet or a number before a line is no part of it.
    .map((line) => plainCharacters(plainMath(line.replace(/[—–](?=\s)/g, ";").replace(/\*\*|`/g, " ")).replace(/^\s*(?:[-*•]\s+|\(?\d{1,2}[.)]\s+)/, "")))
    .join("\n")
    .replace(/(?<=\d\s*)[xX×](?=\s*[\d(])|(?<=\)\s*)[xX×](?=\s*[\d(])/g, "*")
    .replace(/×/g, "*")
    .replace(/\b(?:percent|per cent)\b/gi, "%")
    .replace(/%\s*of\s+(?=[\d($€£¥])/gi, "% * ")
    .replace(/(?<=\d\s*)degrees?\b/gi, "°")
    .replace(/\\?[$€£¥](?=\s*\d)/g, "")
    .replace(/(?<=\d|\))\s*°(?!\s*[CF]\b)/g, "");
}

const number = String.raw`\d+(?:\.\d+)?`;

/** 12 cm + 5 cm = 17 cm without the unit, where all numbers of a sum have the same one. */
function withoutSharedUnit(clause: string): string {
  if (/[*/^√]/.test(clause)) return clause;
  const numbers = [...clause.matchAll(new RegExp(number, "g"))].length;
  const measured = [...clause.matchAll(new RegExp(String.raw`${number}\s*(\p{L}+)`, "gu"))].map((match) => match[1]!.toLowerCase().replace(/(?<=\p{L}{3})s$/u, ""));
  if (numbers < 3 || measured.length !== numbers || new Set(measured).size !== 1) return clause;
  return clause.replace(new RegExp(String.raw`(${number})\s*\p{L}+`, "gu"), "$1");
}

/** The parts of a text that may state one chain of equal values each, in plain math. */
export function clausesOf(text: string): string[] {
  return joinThousands(plain(text))
    .split(/\n|[;；。!！?？≈≠≤≥<>⇒→]|\.(?=\s|$)|,(?=\s|$)|，|:(?!\d)|(?<!\d):/)
    .filter((clause) => clause.includes("=") && /\d/.test(clause) && !notStated.test(clause))
    .map(withoutSharedUnit);
}
