import { plural } from "../../src/protocol";
import { locale, translate } from "../l10n";

/** Numbers with the grouping of the view's language. */
export const count = (value: number): string => value.toLocaleString(locale());

/** A reward or value in [0, 1] with two digits; a dash where there is none. */
export const score = (value: number | null): string => (value === null ? "–" : value.toFixed(2));

/** Bytes in the unit that a person would choose. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return translate(plural(bytes, "{0} byte", "{0} bytes"), count(bytes));
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Seconds as "4.2 s" or "3 min 5 s". */
export function duration(seconds: number): string {
  if (seconds < 60) return translate("{0} s", seconds < 10 ? seconds.toFixed(1) : Math.floor(seconds));
  return translate("{0} min {1} s", Math.floor(seconds / 60), Math.floor(seconds % 60));
}

export const steps = (value: number): string => translate(plural(value, "{0} step", "{0} steps"), count(value));
export const requests = (value: number): string => translate(plural(value, "{0} request", "{0} requests"), count(value));
export const replies = (value: number): string => translate(plural(value, "{0} reply", "{0} replies"), count(value));
export const visits = (value: number): string => translate(plural(value, "{0} visit", "{0} visits"), count(value));
export const exemplars = (value: number): string => translate(plural(value, "{0} exemplar", "{0} exemplars"), count(value));

export const letterOf = (index: number): string => (index < 26 ? String.fromCharCode(65 + index) : String(index + 1));
