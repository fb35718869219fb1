import { open, type FileHandle } from "node:fs/promises";
import { Reader, Uint8ArrayWriter, ZipReader, type FileEntry } from "@zip.js/zip.js";
import { reading, unusable } from "./unusable";

/** Unpacked; a picture that is larger is none that a person would ask about. */
const MAX_ENTRY_BYTES = 128 * 1024 * 1024;

class HandleReader extends Reader<FileHandle> {
  constructor(
    private readonly handle: FileHandle,
    private readonly bytes: number,
  ) {
    super(handle);
  }

  override init(): Promise<void> {
    this.size = this.bytes;
    return Promise.resolve();
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const buffer = new Uint8Array(Math.max(0, Math.min(length, this.bytes - index)));
    const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, index);
    return buffer.subarray(0, bytesRead);
  }
}

/** Pictures in an archive, read one by one; nothing is unpacked to disk. */
export interface ZipPictures {
  /** Names by every ending of their path, e.g. `1.jpg` for `images/1.jpg`; endings shared by several entries are left out. */
  readonly names: ReadonlySet<string>;
  read(name: string, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

export async function openZip(file: string, signal?: AbortSignal): Promise<ZipPictures> {
  const handle = await reading(file, signal, () => open(file));
  try {
    const { size } = await handle.stat();
    const zip = new ZipReader(new HandleReader(handle, size), { useWebWorkers: false });
    const entries = (await reading(file, signal, () => zip.getEntries())).filter((entry): entry is FileEntry => !entry.directory);
    const byName = byEndings(entries);
    return {
      names: new Set(byName.keys()),
      read: (name, stop) =>
        reading(`${file}: ${name}`, stop, async () => {
          const entry = byName.get(name);
          if (entry === undefined) throw unusable(file, `It holds no ${name}.`);
          if (entry.uncompressedSize > MAX_ENTRY_BYTES) throw unusable(file, `${name} would unpack to ${entry.uncompressedSize} bytes.`);
          return entry.getData(new Uint8ArrayWriter(), { useWebWorkers: false, ...(stop === undefined ? {} : { signal: stop }) });
        }),
      close: () => handle.close(),
    };
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
}

function byEndings(entries: readonly FileEntry[]): Map<string, FileEntry> {
  const found = new Map<string, FileEntry>();
  const shared = new Set<string>();
  for (const entry of entries) {
    const parts = entry.filename.split("/");
    parts.forEach((_, index) => {
      const ending = parts.slice(index).join("/");
      if (found.has(ending)) shared.add(ending);
      else found.set(ending, entry);
    });
  }
  const whole = new Map(entries.map((entry) => [entry.filename, entry]));
  for (const ending of shared) found.delete(ending);
  for (const [name, entry] of whole) found.set(name, entry);
  return found;
}
