import { FigtreeError } from "../../core/ports";

/**
 * An API key without the blanks around it; undefined for none.
 *
 * @throws FigtreeError `input.invalid` for characters that no header may carry; the key is not repeated
 */
export function readKey(text: string | undefined): string | undefined {
  const key = text?.trim();
  if (key === undefined || key === "") return undefined;
  if (!/^[\x21-\x7e]+$/.test(key)) throw new FigtreeError("input.invalid", { field: "The API key", message: "It contains spaces, line breaks or characters that no key has." });
  return key;
}
