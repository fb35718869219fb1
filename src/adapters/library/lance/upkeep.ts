import type { Index, Table } from "@lancedb/lancedb";
import type { Clock, Logger } from "../../../core/ports";
import { channels } from "../engine/check";
import { wordRowsOf } from "../search/memory";
import type { Database } from "./database";

/** Writes after which small files are joined and the newest rows taken into the indices. */
const writesBetween = 24;
/** Quiet time before that, in milliseconds. */
const quiet = 1_500;

export interface Upkeep {
  /** Something was written. */
  wrote(): void;
  /** A search needed the engine's indices. */
  searched(): void;
  /** Does now what is due, and waits for it. */
  finish(): Promise<void>;
}

/**
 * Keeps the tables quick: joins small files, makes the indices once there are more than `memoryRows` rows (smaller
 * libraries are searched in memory; words four times as long), and adds new rows to them. Runs beside other work and without the lock; a writer
 * that comes between only postpones it.
 */
export function createUpkeep(database: Database, memoryRows: number, clock: Clock, logger: Logger): Upkeep {
  let writes = 0;
  let checked = false;
  let running: Promise<void> | undefined;
  let cancel = (): void => undefined;

  const run = (): Promise<void> => {
    cancel();
    if (running !== undefined) return running;
    // What is written from now on is the next one's.
    writes = 0;
    running = maintain(database, memoryRows)
      .catch((thrown: unknown) => logger.warn(`The library's upkeep was put off: ${thrown instanceof Error ? thrown.message.slice(0, 200) : String(thrown)}`))
      .finally(() => void (running = undefined));
    return running;
  };
  const soon = (): void => {
    cancel();
    cancel = clock.after(quiet, () => void run());
  };

  return {
    wrote() {
      writes += 1;
      checked = false;
      if (writes >= writesBetween) soon();
    },
    searched() {
      if (checked) return;
      checked = true;
      soon();
    },
    async finish() {
      cancel();
      await running;
      if (writes >= writesBetween) await run();
    },
  };
}

/** Makes missing indices, joins small files, indexes new rows. */
async function maintain({ modules: { lancedb }, exemplars, space }: Database, memoryRows: number): Promise<void> {
  const kinds = lancedb.Index;
  const rows = await exemplars.countRows();
  const large = rows > memoryRows;
  if (large) await ensure(exemplars, "id", kinds.btree());
  if (rows > wordRowsOf(memoryRows)) {
    // The terms are made by us: the index only splits them at spaces.
    await ensure(exemplars, "terms", kinds.fts({ withPosition: false, baseTokenizer: "whitespace", lowercase: false, stem: false, removeStopWords: false, asciiFolding: false, maxTokenLength: 1_000 }));
  }
  await exemplars.optimize();
  const held = await space();
  if (held === null) return;
  if (large) {
    for (const channel of channels) {
      if (held.state.space.dimensions[channel] === null || (await held.table.countRows(`${channel} IS NOT NULL`)) <= memoryRows) continue;
      await ensure(held.table, channel, kinds.hnswSq({ distanceType: "cosine", numPartitions: 1, m: 20, efConstruction: 200 }));
    }
  }
  await held.table.optimize();
}

async function ensure(table: Table, column: string, config: Index): Promise<void> {
  const indices = await table.listIndices();
  if (!indices.some(({ columns }) => columns.includes(column))) await table.createIndex(column, { config, replace: true });
}
