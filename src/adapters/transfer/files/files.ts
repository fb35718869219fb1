import type { AsyncBuffer } from "hyparquet";

export interface FileEntry {
  /** Relative, with forward slashes. */
  readonly path: string;
  /** Bytes, as announced. */
  readonly size: number;
}

/** A folder or an archive that is only read. Paths are those of `safeRelative`; nothing outside is ever reached. */
export interface Files {
  readonly kind: "folder" | "zip";
  /** Files whose path matches, sorted by path; entries with unsafe or hidden names are left out. */
  list(wanted: RegExp, signal: AbortSignal): Promise<FileEntry[]>;
  /** Undefined where there is no such file. Throws `Refusal` where a link leads out. */
  find(path: string): Promise<FileEntry | undefined>;
  /** Throws `Refusal` beyond `limit` bytes. */
  read(path: string, limit: number): Promise<Uint8Array>;
  chunks(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Random access. */
  buffer(path: string): Promise<AsyncBuffer>;
  close(): Promise<void>;
}
