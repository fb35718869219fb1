import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { FigtreeError } from "../../../core/ports";
import { hashOf } from "../identity";
import type { Pictures } from "./backend";

const endings: Readonly<Record<string, string>> = { "image/png": "png", "image/jpeg": "jpg" };

/** Pictures as files `images/<sha256>.png` or `.jpg` of a local library. */
export function createPictureFiles(place: string): Pictures {
  const folder = path.join(place, "images");
  const filesOf = (sha256: string): string[] => Object.values(endings).map((ending) => path.join(folder, `${sha256}.${ending}`));

  async function find(sha256: string): Promise<Uint8Array | undefined> {
    for (const file of filesOf(sha256)) {
      try {
        return new Uint8Array(await readFile(file));
      } catch (thrown) {
        if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT")) throw thrown;
      }
    }
    return undefined;
  }

  return {
    async write(sha256, mediaType, bytes) {
      const there = await find(sha256);
      if (there !== undefined && hashOf(there) === sha256) return;
      await mkdir(folder, { recursive: true });
      const part = path.join(folder, `${sha256}.${randomUUID()}.part`);
      try {
        const handle = await open(part, "wx");
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(part, path.join(folder, `${sha256}.${endings[mediaType] ?? "png"}`));
      } finally {
        await rm(part, { force: true });
      }
    },
    async read(sha256) {
      checkHash(sha256);
      const bytes = await find(sha256);
      if (bytes === undefined) throw new FigtreeError("file.notFound", { file: sha256 });
      return verified(bytes, sha256, place);
    },
    async remove(hashes) {
      if (hashes.length === 0) return;
      await Promise.all(hashes.flatMap(filesOf).map((file) => rm(file, { force: true })));
      // What a crash left half written is nobody's; all writers hold the lock.
      const parts = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".part"));
      await Promise.all(parts.map((name) => rm(path.join(folder, name), { force: true })));
    },
  };
}

/** A hash becomes part of a path or a query. */
export function checkHash(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new FigtreeError("input.invalid", { field: "The picture's hash", value: sha256, message: "It must be 64 lower-case hexadecimal digits." });
}

export function verified(bytes: Uint8Array, sha256: string, place: string): Uint8Array {
  if (hashOf(bytes) !== sha256) throw new FigtreeError("library.damaged", { place, message: `The picture ${sha256.slice(0, 12)} is not what it was when it was added.` });
  return bytes;
}
