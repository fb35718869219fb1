import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, link, mkdir, mkdtemp, rename, rm, stat, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { ZipWriter } from "@zip.js/zip.js";
import { FigtreeError } from "../../../core/ports";

/** Writes the files of a pack beside its target; `finish` puts the whole in place, `discard` leaves nothing. */
export interface PackWriter {
  /** For what has to be on disk while the pack is written. */
  readonly workFolder: string;
  write(name: string, bytes: Uint8Array): Promise<void>;
  writeFile(name: string, place: string): Promise<void>;
  /** Throws `input.invalid` where the target has come to exist meanwhile. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

const taken = (target: string): FigtreeError => new FigtreeError("input.invalid", { field: "The target", value: target, message: "It exists already, and nothing is overwritten. Choose another name." });

const exists = (place: string): Promise<boolean> => stat(place).then(() => true, () => false);

/** A folder, or an archive where the target's name ends in `.zip`. Throws `input.invalid` where the target exists. */
export async function openPackWriter(target: string, date: Date): Promise<PackWriter> {
  if (await exists(target)) throw taken(target);
  await mkdir(path.dirname(target), { recursive: true });
  const workFolder = await mkdtemp(`${target}.part-`);
  return /\.zip$/i.test(target) ? zipWriter(target, workFolder, date) : folderWriter(target, workFolder);
}

async function folderWriter(target: string, workFolder: string): Promise<PackWriter> {
  const pack = path.join(workFolder, "pack");
  await mkdir(path.join(pack, "images"), { recursive: true });
  return {
    workFolder,
    write: (name, bytes) => writeFile(path.join(pack, name), bytes),
    writeFile: (name, place) => copyFile(place, path.join(pack, name)),
    async finish() {
      if (await exists(target)) throw taken(target);
      await rename(pack, target);
      await rm(workFolder, { recursive: true, force: true });
    },
    discard: () => rm(workFolder, { recursive: true, force: true }),
  };
}

function zipWriter(target: string, workFolder: string, date: Date): Promise<PackWriter> {
  const part = path.join(workFolder, "pack.zip");
  const archive = new ZipWriter(Writable.toWeb(createWriteStream(part)) as WritableStream<Uint8Array>, { useWebWorkers: false, lastModDate: date, keepOrder: true });
  return Promise.resolve({
    workFolder,
    async write(name, bytes) {
      // Pictures are compressed as they are.
      await archive.add(name, new Blob([new Uint8Array(bytes)]).stream(), { level: name.startsWith("images/") ? 0 : 6 });
    },
    async writeFile(name, place) {
      await archive.add(name, Readable.toWeb(createReadStream(place)) as ReadableStream<Uint8Array>, { level: 6 });
    },
    async finish() {
      await archive.close();
      // A hard link does not replace what is there; some file systems have none.
      await link(part, target).then(() => unlink(part), async (thrown: unknown) => {
        if ((thrown as NodeJS.ErrnoException).code === "EEXIST" || (await exists(target))) throw taken(target);
        await rename(part, target);
      });
      await rm(workFolder, { recursive: true, force: true });
    },
    async discard() {
      await archive.close().catch(() => undefined);
      await rm(workFolder, { recursive: true, force: true });
    },
  });
}
