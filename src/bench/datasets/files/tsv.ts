import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { parse } from "csv-parse";
import { parse as parseAtOnce } from "csv-parse/sync";
import { isRecord, type RawRecord } from "./fields";
import { reading, unusable } from "./unusable";

/** Pictures of a table are shorter than this only where they name the row that holds them. */
const MAX_REFERENCE = 64;

/** A table with a picture in each row as base64; pictures are read again when asked for, so that a large table fits into memory. */
export interface TsvTable {
  readonly columns: readonly string[];
  /** Without the picture column. */
  readonly rows: readonly RawRecord[];
  picture(row: number, signal?: AbortSignal): Promise<Uint8Array>;
}

interface Place {
  readonly start: number;
  readonly end: number;
  /** `index` of the row whose picture this one shares. */
  readonly sharedWith: string | null;
}

export async function openTsv(file: string, signal?: AbortSignal): Promise<TsvTable> {
  const rows: RawRecord[] = [];
  const places: Place[] = [];
  let columns: string[] = [];
  await reading(file, signal, async () => {
    const source = createReadStream(file);
    const parser = source.pipe(parse({ delimiter: "\t", columns: (header: string[]) => (columns = header), info: true, bom: true }));
    source.on("error", (error) => parser.destroy(error));
    const stop = (): void => void parser.destroy(new Error("stopped"));
    signal?.addEventListener("abort", stop);
    let start = 0;
    try {
      for await (const item of parser as AsyncIterable<{ readonly info: { readonly bytes: number }; readonly record: Record<string, string> }>) {
        const { image = "", ...rest } = item.record;
        rows.push(rest);
        places.push({ start, end: item.info.bytes, sharedWith: image.length <= MAX_REFERENCE && /^\d+$/.test(image) ? image : null });
        start = item.info.bytes;
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      source.destroy();
    }
  });
  return {
    columns,
    rows,
    picture(row, stop) {
      const shared = places[row]?.sharedWith ?? null;
      const place = shared === null ? places[row] : places[rows.findIndex((candidate) => candidate["index"] === shared)];
      if (place === undefined) throw unusable(file, `The picture of row ${row + 1} is said to be in row "${shared ?? ""}", which does not exist.`);
      return reading(file, stop, async () => decode(file, row, await readRange(file, place), columns, places[0]!.start === place.start));
    },
  };
}

async function readRange(file: string, { start, end }: Place): Promise<Buffer> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(end - start);
    await handle.read(buffer, 0, buffer.length, start);
    return buffer;
  } finally {
    await handle.close();
  }
}

/** The first range holds the heading too. */
function decode(file: string, row: number, text: Buffer, columns: readonly string[], withHeading: boolean): Uint8Array {
  const records: unknown = parseAtOnce(text, { delimiter: "\t", columns: [...columns], bom: true, from: withHeading ? 2 : 1 });
  const record: unknown = Array.isArray(records) ? records[0] : undefined;
  const image = isRecord(record) ? record["image"] : undefined;
  const bytes = typeof image === "string" ? Buffer.from(image, "base64") : Buffer.alloc(0);
  if (bytes.length === 0) throw unusable(file, `Row ${row + 1} has no picture in base64.`);
  return new Uint8Array(bytes);
}
