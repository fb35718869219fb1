import { Readable } from "node:stream";
import { FigtreeError } from "../../../core/ports";
import { slices } from "../../system";
import type { Files } from "../files/files";
import { readCsv } from "./csv";
import type { RecordItem } from "./item";
import { readJson } from "./json";
import { readJsonLines } from "./jsonl";
import { readParquet } from "./parquet";
import { decodeText } from "./text";

export type Encoding = "json" | "jsonl" | "csv" | "tsv" | "semicolons" | "parquet";

const delimiters = { csv: ",", tsv: "\t", semicolons: ";" } as const;

/** How a data file is written, told from its content. Throws `import.unreadable`. */
export async function sniffEncoding(files: Files, file: string, signal: AbortSignal): Promise<Encoding> {
  const head = await headOf(files, file, signal);
  const latin = Buffer.from(head.subarray(0, 64)).toString("latin1");
  if (latin.startsWith("PAR1")) return "parquet";
  if (latin.startsWith("version https://git-lfs")) throw new FigtreeError("import.unreadable", { file, message: "It is a Git LFS pointer whose content was not downloaded." });
  let text = "";
  for await (const piece of decodeText(Readable.from([head]))) text += piece;
  text = text.trimStart();
  if (text === "") throw new FigtreeError("import.unreadable", { file, message: "It is empty." });
  if (text.startsWith("[")) return "json";
  if (text.startsWith("{")) return isJsonLines(text, file) ? "jsonl" : "json";
  const table = sniffDelimiter(text);
  if (table !== undefined) return table;
  throw new FigtreeError("import.unreadable", { file, message: "It is neither JSON, JSONL, CSV, TSV nor Parquet." });
}

/** Excel's first line that says how the rest is separated. */
const separatorLine = /^\ufeff?"?sep=([,;\t])"?\r?\n/i;

/** What separates the names in the header, outside of quotes: the one that occurs most. */
function sniffDelimiter(text: string): keyof typeof delimiters | undefined {
  const named = separatorLine.exec(text)?.[1];
  const header = named ?? /^[^\r\n]*/.exec(text.replace(/"(?:[^"]|"")*"/g, ""))![0];
  const counts = (["tsv", "csv", "semicolons"] as const).map((encoding) => ({ encoding, count: header.split(delimiters[encoding]).length - 1 }));
  return counts.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count)[0]?.encoding;
}

async function headOf(files: Files, file: string, signal: AbortSignal): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of files.chunks(file, signal)) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= 256 * 1024) break;
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** A first line that is an object of its own, unless it is the whole of a file that is called .json. */
function isJsonLines(text: string, file: string): boolean {
  if (/\.(?:jsonl|ndjson)$/i.test(file)) return true;
  const end = text.indexOf("\n");
  if (end < 0) return false;
  try {
    JSON.parse(text.slice(0, end));
    return text.slice(end).trim() !== "";
  } catch {
    return false;
  }
}

export interface SourceRecord extends RecordItem {
  readonly file: string;
  /** From 1, over all files. */
  readonly number: number;
}

/** Records of one or several data files in order, streamed where the format allows. */
export async function* readRecords(files: Files, names: readonly string[], encoding: Encoding, signal: AbortSignal, columns?: readonly string[], most?: number): AsyncGenerator<SourceRecord> {
  let number = 0;
  const pause = slices();
  for (const file of names) {
    for await (const item of itemsOf(files, file, encoding, signal, columns, most)) {
      await pause();
      signal.throwIfAborted();
      number += 1;
      yield { ...item, file, number };
      if (number === most) return;
    }
  }
}

async function* itemsOf(files: Files, file: string, encoding: Encoding, signal: AbortSignal, columns: readonly string[] | undefined, most: number | undefined): AsyncGenerator<RecordItem> {
  if (encoding === "parquet") yield* readParquet(await files.buffer(file), file, signal, columns, most);
  else if (encoding === "json") yield* readJson(files.chunks(file, signal), file);
  else if (encoding === "jsonl") yield* readJsonLines(files.chunks(file, signal));
  else yield* readCsv(files.chunks(file, signal), delimiters[encoding]);
}
