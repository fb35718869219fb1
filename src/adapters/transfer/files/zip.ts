import { open } from "node:fs/promises";
import { configure, Reader, ZipReader, type FileEntry as ZipFile } from "@zip.js/zip.js";
import { FigtreeError } from "../../../core/ports";
import { limits, megabytes } from "../limits";
import { Refusal } from "../refusal";
import type { Files } from "./files";
import { safeRelative } from "./paths";

configure({ useWebWorkers: false });

/** Random access to a file on disk for the archive's reader. */
class DiskReader extends Reader<string> {
  #handle: Awaited<ReturnType<typeof open>> | undefined;

  constructor(private readonly place: string) {
    super(place);
  }

  override async init(): Promise<void> {
    this.#handle = await open(this.place);
    this.size = (await this.#handle.stat()).size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - index)));
    const { bytesRead } = await this.#handle!.read(bytes, 0, bytes.length, index);
    return bytes.subarray(0, bytesRead);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}

/** Content as it unpacks; the real length counts, not the announced one. */
async function* unpack(entry: ZipFile, limit: number, refusal: () => Error, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const stop = new AbortController();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const unpacking = entry.getData(writable, { signal: stop.signal, checkSignature: true, useWebWorkers: false });
  unpacking.catch(() => undefined);
  const reader = readable.getReader();
  // The wait for the next piece ends by itself only if the other side notices.
  const cancel = (): void => {
    stop.abort(signal?.reason);
    reader.cancel().catch(() => undefined);
  };
  signal?.addEventListener("abort", cancel);
  let length = 0;
  try {
    signal?.throwIfAborted();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > limit) throw refusal();
      yield value;
    }
    signal?.throwIfAborted();
    await unpacking;
  } finally {
    signal?.removeEventListener("abort", cancel);
    stop.abort();
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Files in a ZIP archive, read in place: nothing is unpacked onto the disk. Entries whose names lead out of the
 * archive, encrypted ones and links are as if they were not there. Throws `import.unreadable`.
 */
export async function openZip(place: string): Promise<Files> {
  const disk = new DiskReader(place);
  const archive = new ZipReader(disk);
  const entries = new Map<string, ZipFile>();
  try {
    let count = 0;
    // Names are judged here, one by one: an odd entry does not spoil the others.
    for await (const entry of archive.getEntriesGenerator({ filenameValidation: "tolerant" })) {
      if (++count > limits.archiveEntries) throw new FigtreeError("import.unreadable", { file: place, message: `The archive has more than ${limits.archiveEntries} entries.` });
      if (entry.directory || entry.encrypted) continue;
      const name = safeName(entry.filename);
      // The first of several entries with one name counts.
      if (name !== undefined && !entries.has(name)) entries.set(name, entry);
    }
  } catch (thrown) {
    await disk.close();
    if (thrown instanceof FigtreeError) throw thrown;
    throw new FigtreeError("import.unreadable", { file: place, message: `The archive is damaged: ${thrown instanceof Error ? thrown.message : String(thrown)}` }, { cause: thrown });
  }

  const entryOf = (path: string): ZipFile => {
    const entry = entries.get(path);
    if (entry === undefined) throw new Refusal("A file is not there.", path);
    return entry;
  };

  async function whole(path: string, limit: number, refusal: () => Error): Promise<Uint8Array> {
    const entry = entryOf(path);
    if (entry.uncompressedSize > limit) throw refusal();
    const parts: Uint8Array[] = [];
    try {
      for await (const part of unpack(entry, limit, refusal)) parts.push(part);
    } catch (thrown) {
      if (thrown instanceof Refusal || thrown instanceof FigtreeError) throw thrown;
      throw new Refusal("Its picture cannot be unpacked.", path);
    }
    return new Uint8Array(Buffer.concat(parts));
  }

  return {
    kind: "zip",
    list: (wanted) => Promise.resolve([...entries].filter(([path]) => wanted.test(path)).map(([path, { uncompressedSize }]) => ({ path, size: uncompressedSize })).sort((a, b) => (a.path < b.path ? -1 : 1))),
    find: (path) => Promise.resolve(entries.has(path) ? { path, size: entryOf(path).uncompressedSize } : undefined),
    read: (path, limit) => whole(path, limit, () => new Refusal("Its picture is too large.", path)),
    chunks: (path, signal) => unpack(entryOf(path), limits.unpackedFile, () => new FigtreeError("import.unreadable", { file: path, message: `It unpacks to more than ${megabytes(limits.unpackedFile)}, the most that is read of one file.` }), signal),
    async buffer(path) {
      const bytes = await whole(path, limits.unpackedParquet, () => new FigtreeError("import.unreadable", { file: path, message: `A Parquet file in an archive may unpack to ${megabytes(limits.unpackedParquet)}: unpack the archive first.` }));
      return { byteLength: bytes.length, slice: (begin, end) => bytes.slice(begin, end).buffer };
    },
    async close() {
      await archive.close().catch(() => undefined);
      await disk.close();
    },
  };
}

function safeName(name: string): string | undefined {
  try {
    return safeRelative(name);
  } catch {
    return undefined;
  }
}
