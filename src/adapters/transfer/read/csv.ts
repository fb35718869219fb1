import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { limits, megabytes } from "../limits";
import type { RecordItem } from "./item";
import { decodeText } from "./text";

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Rows below a header row, one at a time. A quote that is never closed, or a row beyond the limit, ends the
 * reading with one problem: where the next row begins cannot be known.
 */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>, delimiter: string, rowLimit: number = limits.lineLength): AsyncGenerator<RecordItem> {
  const source = Readable.from(decodeText(chunks));
  const parser = parse({ delimiter, info: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true, max_record_size: rowLimit });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let header: readonly string[] | undefined;
  let line = 1;
  try {
    for await (const { record, info } of parser as AsyncIterable<Row>) {
      if (header === undefined && record.length <= 2 && /^sep=/i.test(record[0] ?? "")) {
        // Excel's line about the separator is no header.
        line = info.lines + 1;
        continue;
      }
      if (header === undefined) header = record.map((name) => name.trim());
      else if (record.length > header.length && record.slice(header.length).some((cell) => cell !== "")) yield { line, fields: null, reason: "The row has more cells than the header." };
      else yield { line, fields: row(header, record), reason: "" };
      line = info.lines + 1;
    }
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : "";
    if (code === "CSV_MAX_RECORD_SIZE") yield { line, fields: null, reason: `The row is too long (one record may have ${megabytes(limits.lineLength)}), or a quote in it is not closed; nothing after it was read.` };
    else if (String(code).startsWith("CSV_")) yield { line, fields: null, reason: "A quote in this row is not closed; nothing after it was read." };
    else throw thrown;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** Without a prototype, so that a column may have any name. */
function row(header: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const fields = Object.create(null) as Record<string, unknown>;
  header.forEach((name, index) => (fields[name === "" ? `column ${index + 1}` : name] = cells[index] ?? ""));
  return fields;
}
