import { createReadStream } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { limits } from "../limits";
import { Refusal } from "../refusal";
import type { FileEntry, Files } from "./files";

/**
 * Files below a folder. Links are followed as long as they stay inside.
 * @param chosen a data file that the person named: it may be a link to anywhere.
 * @param only top-level folders that are read; all else is as if it were not there. Default: everything
 */
export async function openFolder(folder: string, chosen?: string, only?: readonly string[]): Promise<Files> {
  const root = await realpath(folder);

  /** The real place, or undefined without a regular file there. */
  async function resolve(relative: string): Promise<{ place: string; size: number } | undefined> {
    const place = await realpath(path.join(root, ...relative.split("/"))).catch(() => undefined);
    if (place === undefined) return undefined;
    const inside = path.relative(root, place);
    if (relative !== chosen && only !== undefined && [relative.split("/"), inside.split(path.sep)].some(([top]) => !only.includes(top!) && top !== "..")) return undefined;
    if (relative !== chosen && (inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside))) throw new Refusal("The path of its picture leads out of the folder.", relative);
    const facts = await stat(place);
    return facts.isFile() ? { place, size: facts.size } : undefined;
  }

  async function placeOf(relative: string): Promise<{ place: string; size: number }> {
    const found = await resolve(relative);
    if (found === undefined) throw new Refusal("A file is not there.", relative);
    return found;
  }

  async function* walk(below: string, depth: number, wanted: RegExp, signal: AbortSignal): AsyncGenerator<FileEntry> {
    signal.throwIfAborted();
    if (depth > limits.folderDepth) return;
    for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
      const relative = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      // Links to folders are not walked: they could go in a circle.
      if (entry.isDirectory()) yield* walk(relative, depth + 1, wanted, signal);
      else if (wanted.test(relative)) {
        const found = await resolve(relative).catch(() => undefined);
        if (found !== undefined) yield { path: relative, size: found.size };
      }
    }
  }

  return {
    kind: "folder",
    async list(wanted, signal) {
      const entries: FileEntry[] = [];
      for await (const entry of walk("", 0, wanted, signal)) if (entries.push(entry) >= limits.folderFiles) break;
      return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async find(relative) {
      const found = await resolve(relative);
      return found === undefined ? undefined : { path: relative, size: found.size };
    },
    async read(relative, limit) {
      const { place, size } = await placeOf(relative);
      if (size > limit) throw new Refusal("Its picture is too large.", `${relative}, ${size} bytes`);
      const handle = await open(place);
      try {
        const bytes = new Uint8Array(size);
        let have = 0;
        while (have < size) {
          const { bytesRead } = await handle.read(bytes, have, size - have, have);
          if (bytesRead === 0) break;
          have += bytesRead;
        }
        return bytes.subarray(0, have);
      } finally {
        await handle.close();
      }
    },
    async *chunks(relative, signal) {
      const { place } = await placeOf(relative);
      for await (const chunk of createReadStream(place, { highWaterMark: 1024 * 1024, signal })) yield chunk as Buffer;
    },
    async buffer(relative) {
      const { place, size } = await placeOf(relative);
      return {
        byteLength: size,
        async slice(begin, end = size) {
          const length = Math.max(0, Math.min(end, size) - begin);
          const bytes = new Uint8Array(length);
          const handle = await open(place);
          try {
            await handle.read(bytes, 0, length, begin);
          } finally {
            await handle.close();
          }
          return bytes.buffer;
        },
      };
    },
    close: () => Promise.resolve(),
  };
}
