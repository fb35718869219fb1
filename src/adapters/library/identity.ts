import { createHash } from "node:crypto";

/**
 * The id of an exemplar: the first 32 hexadecimal digits of SHA-256 over the picture's hash and the question.
 * White space and Unicode's spellings of one character make no difference; case does (angle A is not side a).
 *
 * @param pictureHash lower-case hexadecimal SHA-256 of the picture's bytes
 */
export function exemplarId(pictureHash: string, question: string): string {
  return hashOf(`${pictureHash}\n${question.normalize("NFC").replace(/\s+/gu, " ").trim()}`).slice(0, 32);
}

/** Lower-case hexadecimal SHA-256. */
export const hashOf = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
