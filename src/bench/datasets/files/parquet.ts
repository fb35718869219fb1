import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema, type AsyncBuffer, type FileMetaData } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { isRecord, type RawRecord } from "./fields";
import { reading, unusable } from "./unusable";

/** Row groups whose pictures are kept; readers ask in order, several at a time. */
const KEPT_GROUPS = 2;

/** The files of one split as one table. */
export interface ParquetTable {
  readonly columns: readonly string[];
  /** All rows with the named columns (those that exist); whole numbers, texts and lists as in JSON. */
  records(columns: readonly string[], signal?: AbortSignal): Promise<RawRecord[]>;
  /** Which rows have a picture in the column, in order. */
  filled(column: string, signal?: AbortSignal): Promise<boolean[]>;
  /** A picture column (`{ bytes, path }` or plain bytes) of one row; null where it is empty. */
  picture(row: number, column: string, signal?: AbortSignal): Promise<Uint8Array | null>;
}

interface Part {
  readonly file: string;
  readonly buffer: AsyncBuffer;
  readonly metadata: FileMetaData;
  /** Rows of the parts before this one. */
  readonly start: number;
  readonly rows: number;
}

export async function openParquet(files: readonly string[], signal?: AbortSignal): Promise<ParquetTable> {
  const parts: Part[] = [];
  let start = 0;
  for (const file of files) {
    const buffer = await reading(file, signal, () => asyncBufferFromFile(file));
    const metadata = await reading(file, signal, () => parquetMetadataAsync(buffer));
    const rows = Number(metadata.num_rows);
    parts.push({ file, buffer, metadata, start, rows });
    start += rows;
  }
  const columns = parts.length === 0 ? [] : parquetSchema(parts[0]!.metadata).children.map((child) => child.element.name);
  const groups = new Map<string, Promise<Record<string, unknown>[]>>();

  const rowGroup = (part: Part, row: number, column: string): { first: number; rows: Promise<Record<string, unknown>[]> } => {
    let first = 0;
    let length = part.rows;
    for (const group of part.metadata.row_groups) {
      length = Number(group.num_rows);
      if (row < first + length) break;
      first += length;
    }
    const key = `${part.file}\n${first}\n${column}`;
    let rows = groups.get(key);
    if (rows === undefined) {
      rows = parquetReadObjects({ file: part.buffer, metadata: part.metadata, columns: [column], rowStart: first, rowEnd: first + length, utf8: false, compressors });
      rows.catch(() => groups.delete(key));
      groups.set(key, rows);
      for (const old of [...groups.keys()].slice(0, -KEPT_GROUPS)) groups.delete(old);
    }
    return { first, rows };
  };

  return {
    columns,
    async records(wanted, stop) {
      const known = wanted.filter((column) => columns.includes(column));
      const rows: RawRecord[] = [];
      for (const part of parts) {
        const read = await reading(part.file, stop, () => parquetReadObjects({ file: part.buffer, metadata: part.metadata, columns: known, utf8: false, compressors }));
        for (const row of read) rows.push(plain(row) as RawRecord);
      }
      return rows;
    },
    async filled(column, stop) {
      const found: boolean[] = [];
      for (const part of parts) {
        for (let row = 0; row < part.rows; ) {
          const rows = await reading(part.file, stop, () => rowGroup(part, row, column).rows);
          found.push(...rows.map((item) => pictureBytes(item[column]) !== null));
          row += Math.max(1, rows.length);
        }
      }
      return found;
    },
    picture(row, column, stop) {
      const part = parts.find((candidate) => row >= candidate.start && row < candidate.start + candidate.rows);
      if (part === undefined) throw unusable(files[0] ?? "", `There is no row ${row}.`);
      const { first, rows } = rowGroup(part, row - part.start, column);
      return reading(part.file, stop, async () => pictureBytes((await rows)[row - part.start - first]?.[column]));
    },
  };
}

function pictureBytes(value: unknown): Uint8Array | null {
  const bytes = isRecord(value) && !(value instanceof Uint8Array) ? value["bytes"] : value;
  return bytes instanceof Uint8Array && bytes.length > 0 ? new Uint8Array(bytes) : null;
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as unknown as ArrayLike<unknown>, plain);
  if (Array.isArray(value)) return value.map(plain);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)])) : value;
}
