import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { HubFile } from "./hubApi";

/** A hash that is fed with the file's content; Git's begins with a header of the size. */
export function startHash({ hash, size }: HubFile): Hash {
  return hash.kind === "sha256" ? createHash("sha256") : createHash("sha1").update(`blob ${size}\0`);
}

/** Feeds what is on disk. */
export async function feedFile(hash: Hash, place: string, signal: AbortSignal): Promise<void> {
  for await (const chunk of createReadStream(place, { highWaterMark: 1024 * 1024, signal })) hash.update(chunk as Buffer);
}

/** Whether the content is what the hub announced. A Git hash of another length than SHA-1's is not checked: the size was. */
export function isRight(hash: Hash, file: HubFile): boolean {
  if (file.hash.kind === "git" && !/^[0-9a-f]{40}$/.test(file.hash.value)) return true;
  return hash.digest("hex") === file.hash.value;
}
