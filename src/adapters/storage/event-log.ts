import { open, readFile, type FileHandle } from "node:fs/promises";
import { FigtreeError } from "../../core/ports";
import { reduceTrace, type TraceEvent, type TraceSnapshot } from "../../core/trace";
import { contradictionIn } from "./consistency";
import { eventSchema } from "./schema";

export interface EventLog {
  /** Resolves when the event has been handed to the operating system; events are written in the order of the calls. */
  append(event: TraceEvent): Promise<void>;
  close(): Promise<void>;
}

/** Opens a log for appending, one JSON line per event. Passing `activity` events are left out. */
export async function openEventLog(file: string): Promise<EventLog> {
  const handle: FileHandle = await open(file, "a");
  let last: Promise<void> = Promise.resolve();
  return {
    append: (event) => {
      if (event.type === "activity") return last;
      const write = last.then(() => handle.appendFile(`${JSON.stringify(event)}\n`));
      // One failed write must not fail the later ones; who appended hears of it.
      last = write.catch(() => undefined);
      return write;
    },
    close: async () => {
      await last;
      await handle.close();
    },
  };
}

export interface ReplayedLog {
  readonly snapshot: TraceSnapshot;
  /** True where the log ends before its `finished` event, as after a crash. */
  readonly interrupted: boolean;
}

/**
 * Replays a log. A cut or unreadable line ends it there: everything before is kept.
 * @throws FigtreeError `trace.invalid` where not even the first event can be read
 */
export async function replayEventLog(file: string): Promise<ReplayedLog> {
  let snapshot: TraceSnapshot | undefined;
  for (const line of (await readFile(file, "utf8")).split("\n")) {
    const event = readEvent(line);
    if (event === undefined || !fits(snapshot, event)) break;
    snapshot = reduceTrace(snapshot, event);
  }
  if (snapshot === undefined) throw new FigtreeError("trace.invalid", { message: "Its log has no readable beginning." });
  const contradiction = contradictionIn(snapshot);
  if (contradiction !== null) throw new FigtreeError("trace.invalid", { message: contradiction });
  return { snapshot, interrupted: snapshot.outcome === null };
}

function readEvent(line: string): TraceEvent | undefined {
  try {
    const parsed = eventSchema.safeParse(JSON.parse(line));
    return parsed.success ? (parsed.data as TraceEvent) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the reducer can take the event: the order is right and every node that it names exists. */
function fits(snapshot: TraceSnapshot | undefined, event: TraceEvent): boolean {
  if (snapshot === undefined) return event.type === "started";
  if (event.type === "started") return false;
  const known = snapshot.nodes.length;
  if (event.type === "expanded") return event.parent < known && event.children.every((child, index) => child.id === known + index && child.parent === event.parent);
  return event.type !== "backedUp" || (event.path.length === event.returns.length && event.path.every((id) => id < known));
}
