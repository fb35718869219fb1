import { parsePythonFloat, pythonRound } from "../python";

const indicators = ["could be ", "so ", "is ", "thus ", "therefore ", "final ", "answer ", "result "];
const marks = new Set([":", ",", ".", "!", "?", ";", "'"]);

type Value = string | number;

/** What an open reply may be read as: the shortest tails after words that announce an answer, and all numbers in them. */
export function parseOpen(reply: string): Value[] {
  // The official code means to split sentences too, but looks for capitals after lowering the case: only lines remain.
  const parts = reply.trim().replace(/^\.+|\.+$/g, "").toLowerCase().split("\n");
  const tails = parts.flatMap((part, index) => {
    const cut = [...indicators, ...(index === parts.length - 1 ? ["="] : [])].flatMap((word) => (part.includes(word) ? [part.split(word).at(-1)!.trim()] : []));
    const shortest = cut.reduce<string | null>((best, tail) => (best === null || best === "" || tail.length < best.length ? tail : best), null);
    return shortest === null || shortest === "" || marks.has(shortest) ? [] : [shortest];
  });
  const found = tails.length > 0 ? tails : [parts.join("\n")];
  return [...found, ...found.flatMap(numbersIn)].flatMap(normalise);
}

/** Whole numbers with commas, powers of ten, and plain numbers that are part of neither. */
const numberForms = [/-?\b\d{1,3}(?:,\d{3})+\b/g, /-?\d+(?:\.\d+)?e[+-]?\d+/gi, /-?(?:\d*\.\d+|\d+\b)(?!e[+-]?\d|[,\d])/gi];
const numbersIn = (text: string): string[] => numberForms.flatMap((form) => text.match(form) ?? []);

/** Numbers rounded to two decimals; a single letter with a blank on either side, so that it is not found inside words. */
function normalise(text: string): Value[] {
  const value = parsePythonFloat(text.replaceAll(",", ""));
  if (value !== null) return [pythonRound(value, 2)];
  const lower = text.trim().toLowerCase();
  return lower.length === 1 ? [` ${lower}`, `${lower} `] : [lower];
}

/** Whether a number equals a reference, or a reference's text stands in one of the readings. */
export function matchesOpen(readings: readonly Value[], references: readonly string[]): boolean {
  const wanted = references.flatMap(normalise).filter((value) => value !== "");
  return readings.some((reading) => wanted.some((value) => (typeof reading === "number" ? value === reading : typeof value === "string" && reading.includes(value))));
}
