import type { Form } from "../form";

const months = "january february march april may june july august september october november december".split(" ");
const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

const monthNamed = (word: string): number => (word.length < 3 ? 0 : months.findIndex((month) => month === word || month.slice(0, Math.max(3, word.length)) === word || (word === "sept" && month === "september")) + 1);

function date(year: number | undefined, month: number | undefined, day: number | undefined, weekday?: number): Form | undefined {
  if (month !== undefined && (month < 1 || month > 12)) return undefined;
  if (day !== undefined && (day < 1 || day > 31)) return undefined;
  return { kind: "date", ...(year === undefined ? {} : { year }), ...(month === undefined ? {} : { month }), ...(day === undefined ? {} : { day }), ...(weekday === undefined ? {} : { weekday }) };
}

/**
 * Reads a calendar date: 2020-04-03, 4/3/2020 (month first unless it cannot be), November 20, 1965,
 * 20 Nov 1965, November 1965, 1965年11月20日, each with or without the weekday. A year alone is a number.
 */
export function readDate(source: string): Form | undefined {
  if (source.length > 60 || !/\d/.test(source)) return undefined;
  let text = source.trim().toLowerCase().replace(/[.]$/, "");
  const day = /^([a-z]{3,9})\.?,?\s+/.exec(text);
  const weekday = day === null ? -1 : weekdays.findIndex((name) => name === day[1] || (day[1]!.length <= 4 && name.startsWith(day[1]!)));
  if (weekday >= 0) text = text.slice(day![0].length);
  const known = weekday >= 0 ? weekday : undefined;
  let match = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]$/.exec(text);
  if (match !== null) return date(Number(match[1]), Number(match[2]), Number(match[3]), known);
  match = /^(\d{4})\s*年\s*(\d{1,2})\s*月$/.exec(text);
  if (match !== null) return date(Number(match[1]), Number(match[2]), undefined, known);
  match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(text);
  if (match !== null) {
    const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
    return first > 12 || match[2] === "." ? date(year, second, first, known) : date(year, first, second, known);
  }
  return named(text, known);
}

function named(text: string, weekday: number | undefined): Form | undefined {
  const words = text.replace(/\bof\b|\bthe\b/g, " ").split(/[\s,.-]+/).filter((word) => word !== "");
  if (words.length < 2 || words.length > 3) return undefined;
  const at = words.findIndex((word) => monthNamed(word) > 0);
  if (at < 0) return undefined;
  const rest = words.filter((_word, index) => index !== at);
  const numbers = rest.map((word) => /^(\d{1,4})(?:st|nd|rd|th)?$/.exec(word)?.[1]);
  if (numbers.some((digits) => digits === undefined)) return undefined;
  const year = numbers.find((digits) => digits!.length === 4);
  const day = numbers.find((digits) => digits!.length <= 2);
  if (numbers.length === 2 && (year === undefined || day === undefined)) return undefined;
  return date(year === undefined ? undefined : Number(year), monthNamed(words[at]!), day === undefined ? undefined : Number(day), weekday);
}

/** Reads a time of day: 3:30 pm, 3 p.m.; hours and minutes without am/pm are left to ratios. */
export function readTime(text: string): Form | undefined {
  const match = /^(\d{1,2})(?::(\d{2}))?\s*([ap])\.?\s?m\.?$/i.exec(text.trim());
  if (match === null) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)];
  if (hour < 1 || hour > 12 || minute > 59) return undefined;
  return { kind: "time", minutes: ((hour % 12) + (match[3]!.toLowerCase() === "p" ? 12 : 0)) * 60 + minute };
}

/** The minutes since midnight where hours and minutes are written as on a 24-hour clock (9:05, 15:30, 24:00). */
export function clockMinutes(text: string): number | undefined {
  const match = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim());
  const minutes = match === null ? Infinity : Number(match[1]) * 60 + Number(match[2]);
  return minutes <= 24 * 60 ? minutes : undefined;
}
