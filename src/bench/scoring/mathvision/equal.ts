import { latexValue } from "./latexValue";

/** Below this two decimals keep too little of a value. */
const SMALL = 0.1;

/** Equal texts, equal tuples, or equal values after rounding to two decimals; anything unreadable is not equal. */
export function equalOfficial(gold: string, answer: string): boolean {
  const [left, right] = [gold.toLowerCase().trim(), answer.toLowerCase().trim()];
  if (left === "" || right === "") return false;
  return left === right || equalTuples(left, right, true) || sameValue(left, right, true);
}

/** As `equalOfficial` over cleaned texts; small values must agree within 1 % instead. */
export function equalCorrected(gold: string, answer: string): boolean {
  const [left, right] = [gold.toLowerCase().replace(/\s/g, ""), answer.toLowerCase().replace(/\s/g, "")];
  if (left === "" || right === "") return false;
  return left === right || equalTuples(left, right, false) || sameValue(left, right, false);
}

function sameValue(left: string, right: string, strict: boolean): boolean {
  const [a, b] = [latexValue(left, strict), latexValue(right, strict)];
  if (a === null || b === null) return false;
  if (!strict && Math.max(Math.abs(a), Math.abs(b)) < SMALL) return Math.abs(a - b) <= 0.01 * Math.max(Math.abs(a), Math.abs(b));
  return hundredths(a) === hundredths(b);
}

const hundredths = (value: number): string => value.toFixed(2).replace(/^-(?=0\.00$)/, "");

function equalTuples(left: string, right: string, strict: boolean): boolean {
  const [a, b] = [tupleItems(left), tupleItems(right)];
  if (a === null || b === null || a.length !== b.length || left[0] !== right[0]) return false;
  return a.every((item, index) => item === b[index]! || sameValue(item, b[index]!, strict));
}

function tupleItems(text: string): string[] | null {
  const inside = /^[([](.*,.*)[)\]]$/.exec(text)?.[1];
  return inside === undefined ? null : inside.split(",").map((item) => item.trim());
}
