import { parquetMetadataAsync, parquetReadObjects, parquetSchema, type AsyncBuffer } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { FigtreeError } from "../../../core/ports";
import { limits } from "../limits";
import { recordItem, type RecordItem } from "./item";

const unreadable = (file: string, thrown: unknown): FigtreeError =>
  thrown instanceof FigtreeError ? thrown : new FigtreeError("import.unreadable", { file, message: `The Parquet file is damaged or of a kind that is not read: ${thrown instanceof Error ? thrown.message : String(thrown)}` }, { cause: thrown });

/** Number of rows, from the footer alone. Throws `import.unreadable`. */
export async function countParquet(buffer: AsyncBuffer, file: string): Promise<number> {
  try {
    return Number((await parquetMetadataAsync(buffer)).num_rows);
  } catch (thrown) {
    throw unreadable(file, thrown);
  }
}

/**
 * Rows of a Parquet file, a row group (or a slice of a large one) at a time. Byte arrays stay bytes unless the
 * schema calls them text. Throws `import.unreadable`.
 * @param columns top-level columns to read; undefined: all.
 */
export async function* readParquet(buffer: AsyncBuffer, file: string, signal: AbortSignal, columns?: readonly string[], most = Number.POSITIVE_INFINITY): AsyncGenerator<RecordItem> {
  let done = 0;
  try {
    const metadata = await parquetMetadataAsync(buffer);
    const there = parquetSchema(metadata).children.map(({ element }) => element.name);
    const wanted = columns === undefined ? there : there.filter((name) => columns.includes(name));
    for (const group of metadata.row_groups) {
      const rows = Number(group.num_rows);
      const slices = Math.max(1, Math.ceil(Number(group.total_byte_size) / limits.parquetSlice));
      const step = Math.max(1, Math.min(Math.ceil(rows / slices), most));
      for (let begin = 0; begin < rows; begin += step) {
        signal.throwIfAborted();
        if (done + begin >= most) return;
        const slice = await parquetReadObjects({ file: buffer, metadata, columns: wanted, compressors, utf8: false, useOffsetIndex: true, rowStart: done + begin, rowEnd: done + Math.min(rows, begin + step) });
        for (const record of slice) yield recordItem(null, record);
      }
      done += rows;
    }
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    throw unreadable(file, thrown);
  }
}
