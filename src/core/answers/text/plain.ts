import { plainCharacters } from "./characters";
import { mendEscapes, plainMath, repeating } from "./latex";

/** An answer in one spelling: no LaTeX, no markdown emphasis, one form of each character, times signs between numbers. */
export function plainAnswer(text: string): string {
  const mended = mendEscapes(text).trim().replace(/\*\*([^*]+)\*\*/g, "$1").replace(/^\*([^*\s][^*]*)\*$/, "$1").replace(/^`+([^`]*)`+$/, "$1");
  return plainCharacters(plainMath(mended)).replace(/(\d)\s*[xX]\s*(10\s*\^)/g, "$1*$2").replace(/\*\*/g, "^").replace(/\^\s*°/g, "°").replace(/(\d*)\.(\d{0,15}?)(\d)\3{2,30}\.\.\./g, (_all, whole: string, fixed: string, cycle: string) => repeating(whole, fixed, cycle)).replace(/ & /g, " and ").replace(/(\d) out of (?=\d)/g, "$1/").replace(/\s+/g, " ").trim();
}
