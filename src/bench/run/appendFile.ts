import { createReadStream } from "node:fs";
import { open, stat, truncate } from "node:fs/promises";
import path from "node:path";
import { FigtreeError } from "../../core/ports";

/** A file of JSON lines that only ever grows. */
export interface AppendFile {
  /**
   * Resolves once the line is handed to the system, so that it outlives this process. Throws `input.invalid` where it cannot
   * be written, and from then on: part of the line may stand there, to which another must not be joined.
   */
  append(value: unknown): Promise<void>;
  /** Waits for what is being written, and for the disc. */
  close(): Promise<void>;
}

/** Calls `onLine` for every whole line in order; answers where the last whole line ends, in bytes. */
async function readLines(file: string, onLine: (line: string) => void): Promise<number> {
  let rest: Buffer = Buffer.alloc(0);
  let whole = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    rest = rest.length === 0 ? (chunk as Buffer) : Buffer.concat([rest, chunk as Buffer]);
    let start = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
      onLine(rest.toString("utf8", start, end));
      start = end + 1;
    }
    whole += start;
    rest = rest.subarray(start);
  }
  return whole;
}

/**
 * Reads a file of JSON lines; lines that are no JSON objects, and one that was cut off at the end, are left out. A
 * missing file is empty. Answers where the last whole line ends, in bytes.
 * @param onDamaged told of each line that is left out
 */
export async function readJsonFile(file: string, onValue: (value: unknown) => void, onDamaged: () => void = () => undefined): Promise<number> {
  const size = (await stat(file).catch(() => null))?.size ?? 0;
  if (size === 0) return 0;
  const whole = await readLines(file, (line) => {
    const value = objectIn(line);
    if (value === undefined) onDamaged();
    else onValue(value);
  });
  if (size > whole) onDamaged();
  return whole;
}

function objectIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Opens a file to go on with: tells what it holds and cuts off a last line that a crash has torn.
 * Throws `input.invalid` where it cannot be read or written.
 * @param onFailure told once of a line that cannot be written
 */
export async function openAppendFile(file: string, onValue: (value: unknown) => void, onFailure: (error: FigtreeError) => void = () => undefined): Promise<AppendFile> {
  const unwritable = (thrown: unknown): FigtreeError => new FigtreeError("input.invalid", { field: "--out", value: path.dirname(file), message: `The file ${path.basename(file)} cannot be written (${(thrown as NodeJS.ErrnoException).code ?? "unknown reason"}).` }, { cause: thrown });
  const handle = await opened().catch((thrown: unknown) => {
    throw unwritable(thrown);
  });
  let last: Promise<unknown> = Promise.resolve();
  let failure: FigtreeError | undefined;

  async function opened() {
    const whole = await readJsonFile(file, onValue);
    if (((await stat(file).catch(() => null))?.size ?? 0) > whole) await truncate(file, whole);
    return open(file, "a");
  }

  async function write(line: string): Promise<void> {
    if (failure !== undefined) throw failure;
    try {
      await handle.appendFile(line);
    } catch (thrown) {
      failure = unwritable(thrown);
      onFailure(failure);
      throw failure;
    }
  }

  return {
    append(value) {
      const written = last.then(() => write(`${JSON.stringify(value)}\n`));
      last = written.catch(() => undefined);
      return written;
    },
    async close() {
      await last;
      await handle.sync().catch(() => undefined);
      await handle.close();
    },
  };
}
