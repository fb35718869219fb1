import { randomUUID } from "node:crypto";
import { mkdir, open, rename, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { FigtreeError } from "../../../core/ports";
import { slices } from "../../system";
import type { StoredExemplar } from "../engine/backend";
import { exemplarSchema, schemaVersion, spaceSchema } from "../engine/record";

const lineSchema = z.union([
  z.object({ put: exemplarSchema, stamp: z.string() }),
  z.object({ gone: z.array(z.string()) }),
  z.object({ space: spaceSchema, file: z.string().regex(/^vectors-\d+\.bin$/) }),
]);
const headerSchema = z.object({ figtree: z.literal("exemplars"), schema: z.number(), generation: z.string() });

export type JournalLine = z.infer<typeof lineSchema>;
export type SpaceLine = Extract<JournalLine, { space: unknown }>;

/** What the journal says up to `offset`. */
export interface JournalState {
  readonly records: Map<string, StoredExemplar>;
  space: SpaceLine | null;
  /** Lines that could not be read. */
  damaged: number;
  lines: number;
  generation: string;
  offset: number;
  /** The file ends within a line: its writer is at work, or was stopped. */
  torn: boolean;
}

/** An append-only file of changes, one JSON object a line; the first line names the file's generation. */
export interface Journal {
  readonly state: JournalState;
  /** Reads what was appended since, or everything where the file is another one now. */
  refresh(): Promise<void>;
  /** Needs the lock. A line that was torn by a crash is closed first, so that it harms no other. */
  append(lines: readonly JournalLine[]): Promise<void>;
  /** Needs the lock. Leaves out what later lines have replaced. */
  compact(): Promise<void>;
}

const chunk = 1 << 20;

const emptyState = (): JournalState => ({ records: new Map(), space: null, damaged: 0, lines: 0, generation: "", offset: 0, torn: false });

export function createJournal(folder: string): Journal {
  const file = path.join(folder, "exemplars.jsonl");
  let state = emptyState();

  const read = async (handle: FileHandle): Promise<void> => {
    const header = await headerOf(handle, folder);
    if (header === undefined) {
      state = emptyState();
      return;
    }
    const { size } = await handle.stat();
    if (header.generation !== state.generation || size < state.offset) state = { ...emptyState(), generation: header.generation, offset: header.length };
    const pause = slices();
    let rest: Buffer = Buffer.alloc(0);
    for (let place = state.offset; place < size; ) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(chunk, size - place)), 0, undefined, place);
      if (bytesRead === 0) break;
      place += bytesRead;
      rest = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        applyText(state, rest.toString("utf8", 0, end));
        state.offset += end + 1;
        rest = rest.subarray(end + 1);
        await pause();
      }
    }
    state.torn = rest.length > 0;
  };

  const append = async (lines: readonly JournalLine[]): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const handle = await open(file, "a+");
    try {
      const { size } = await handle.stat();
      const start = size === 0 ? headerLine() : await continuation(handle, size);
      await handle.appendFile(start + lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      await handle.datasync();
    } finally {
      await handle.close();
    }
  };

  return {
    get state() {
      return state;
    },
    async refresh() {
      let handle: FileHandle;
      try {
        handle = await open(file, "r");
      } catch (thrown) {
        if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT")) throw thrown;
        state = emptyState();
        return;
      }
      try {
        await read(handle);
      } finally {
        await handle.close();
      }
    },
    append,
    async compact() {
      const part = `${file}.${randomUUID()}.part`;
      const lines: JournalLine[] = [...(state.space === null ? [] : [state.space]), ...[...state.records.values()].map(({ exemplar, stamp }) => ({ put: exemplar, stamp }))];
      const handle = await open(part, "wx");
      try {
        await handle.writeFile(headerLine() + lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, file);
    },
  };
}

/** What must precede the next line: a header where the first write never got so far, an end where a line was torn. */
async function continuation(handle: FileHandle, size: number): Promise<string> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(256), 0, 256, Math.max(0, size - 256));
  const end = buffer.subarray(0, bytesRead);
  if (size < 256 && !end.includes(10)) {
    await handle.truncate(0);
    return headerLine();
  }
  return end[bytesRead - 1] === 10 ? "" : "\n";
}

const headerLine = (): string => `${JSON.stringify({ figtree: "exemplars", schema: schemaVersion, generation: randomUUID() })}\n`;

async function headerOf(handle: FileHandle, place: string): Promise<{ generation: string; length: number } | undefined> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(256), 0, 256, 0);
  const end = buffer.subarray(0, bytesRead).indexOf(10);
  // Its very first write is still going on.
  if (end < 0 && bytesRead < 256) return undefined;
  const header = headerSchema.safeParse(jsonOf(buffer.toString("utf8", 0, Math.max(0, end))));
  if (!header.success) throw new FigtreeError("library.damaged", { place, message: "Its first line is not that of a library." });
  if (header.data.schema > schemaVersion) throw new FigtreeError("library.unreachable", { place, message: "It was made by a newer version of Figtree." });
  return { generation: header.data.generation, length: end + 1 };
}

function applyText(state: JournalState, text: string): void {
  const line = lineSchema.safeParse(jsonOf(text));
  state.lines += 1;
  if (!line.success) state.damaged += 1;
  else if ("put" in line.data) state.records.set(line.data.put.id, { exemplar: line.data.put, stamp: line.data.stamp });
  else if ("gone" in line.data) for (const id of line.data.gone) state.records.delete(id);
  else state.space = line.data;
}

/** Undefined where it is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
