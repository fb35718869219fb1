import path from "node:path";
import { Refusal } from "../refusal";

/**
 * A path from a data file as a clean relative one with forward slashes. Throws `Refusal` for whatever leads, or
 * may lead on another system, out of the folder: absolute paths, drives, `..`, NUL.
 */
export function safeRelative(given: string): string {
  const clean = path.posix.normalize(given.replaceAll("\\", "/"));
  const leaves = clean.startsWith("/") || clean === ".." || clean.startsWith("../") || /^[a-z]:/i.test(clean) || clean.includes("\0");
  if (leaves) throw new Refusal("The path of its picture leads out of the folder.", given);
  if (clean === "." || clean.length > 1000) throw new Refusal("The path of its picture is not usable.", given);
  return clean;
}
