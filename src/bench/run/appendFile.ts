import { createReadStream } from "node:fs";
import { open, stat, truncate } from "node:fs/promises";

/** A file of JSON lines that only ever grows. */
export interface AppendFile {
  /** Resolves once the line is handed to the system, so that it outlives this process. */
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

/** Reads a file of JSON lines; lines that are no JSON, and one that was cut off at the end, are left out. A missing file is empty. */
export async function readJsonFile(file: string, onValue: (value: unknown) => void): Promise<number> {
  if ((await stat(file).catch(() => null)) === null) return 0;
  return readLines(file, (line) => {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return;
    }
    onValue(value);
  });
}

/** Opens a file to go on with: tells what it holds and cuts off a last line that a crash has torn. */
export async function openAppendFile(file: string, onValue: (value: unknown) => void): Promise<AppendFile> {
  const whole = await readJsonFile(file, onValue);
  if (((await stat(file).catch(() => null))?.size ?? 0) > whole) await truncate(file, whole);
  const handle = await open(file, "a");
  let last: Promise<unknown> = Promise.resolve();
  return {
    append(value) {
      const written = last.then(() => handle.appendFile(`${JSON.stringify(value)}\n`));
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
