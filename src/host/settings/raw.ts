import { FigtreeError } from "../../core/ports";

/** What a setting may hold before it is checked. */
export type Raw = (key: string) => unknown;

const refuse = (key: string, value: unknown, message: string): FigtreeError => new FigtreeError("input.invalid", { field: `figtree.${key}`, value: JSON.stringify(value), message });

/** Without blanks at its ends. @throws FigtreeError `input.invalid` */
export function textOf(raw: Raw, key: string): string {
  const value = raw(key) ?? "";
  if (typeof value !== "string") throw refuse(key, value, "It must be a text.");
  return value.trim();
}

/** From `min` to `max`. @throws FigtreeError `input.invalid` */
export function numberOf(raw: Raw, key: string, min: number, max: number): number {
  const value = raw(key);
  if (typeof value !== "number" || !(value >= min && value <= max)) throw refuse(key, value, `It must be a number from ${min} to ${max}.`);
  return value;
}

/** From `min` to `max`, whole. @throws FigtreeError `input.invalid` */
export function wholeNumberOf(raw: Raw, key: string, min: number, max: number): number {
  const value = numberOf(raw, key, min, max);
  if (!Number.isInteger(value)) throw refuse(key, value, `It must be a whole number from ${min} to ${max}.`);
  return value;
}

/** One of some names. @throws FigtreeError `input.invalid` */
export function oneOf<Name extends string>(raw: Raw, key: string, names: readonly Name[]): Name {
  const value = raw(key);
  const found = names.find((name) => name === value);
  if (found === undefined) throw refuse(key, value, `It must be one of: ${names.join(", ")}.`);
  return found;
}

/** On or off. @throws FigtreeError `input.invalid` */
export function switchOf(raw: Raw, key: string): boolean {
  const value = raw(key);
  if (typeof value !== "boolean") throw refuse(key, value, "It must be true or false.");
  return value;
}
