import { createHash } from "node:crypto";
import { FigtreeError } from "../../core/ports";
import type { FileEntry, Files } from "./files/files";
import { sniffEncoding, type Encoding } from "./read/records";

/** Data files that belong together, as candidates of an import. */
export interface Shards {
  readonly files: readonly string[];
  readonly encoding: Encoding;
}

/** Files that may hold records, or a manifest. */
export const dataFile = /\.(?:jsonl|ndjson|json|csv|tsv|parquet)$/i;
const shard = /^(.*?)-\d{5}-of-\d{5}\.parquet$/i;

/**
 * Data files in a folder or archive, those near the top and the larger ones first; numbered parts of one Parquet
 * data set go together. At most 20.
 * @param onUnreadable told why a file is no candidate
 */
export async function findDataFiles(files: Files, entries: readonly FileEntry[], signal: AbortSignal, onUnreadable: (failure: FigtreeError) => void): Promise<Shards[]> {
  const depth = (path: string): number => path.split("/").length;
  const candidates = entries.filter(({ path, size }) => dataFile.test(path) && size > 0 && !/(?:^|\/)(?:package|tsconfig|dataset_infos?)\b[^/]*\.json$|(?:^|\/)(?:\.|__MACOSX\/)/.test(path));
  candidates.sort((a, b) => depth(a.path) - depth(b.path) || b.size - a.size);
  const groups = new Map<string, string[]>();
  for (const { path } of candidates) {
    const name = shard.exec(path)?.[1] ?? path;
    groups.set(name, [...(groups.get(name) ?? []), path]);
  }
  const found: Shards[] = [];
  for (const group of [...groups.values()].slice(0, 20)) {
    const names = group.sort();
    try {
      found.push({ files: names, encoding: await sniffEncoding(files, names[0]!, signal) });
    } catch (thrown) {
      if (!(thrown instanceof FigtreeError) || thrown.code !== "import.unreadable") throw thrown;
      onUnreadable(thrown);
    }
  }
  return found;
}

/** SHA-256 of a file's content, in hexadecimal. */
export async function fileHash(files: Files, name: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of files.chunks(name, signal)) {
    signal.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest("hex");
}
