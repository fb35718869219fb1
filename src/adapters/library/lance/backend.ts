import { randomInt } from "node:crypto";
import type { Query, Table } from "@lancedb/lancedb";
import { FigtreeError, type Clock, type Exemplar, type ExemplarVectors, type Logger } from "../../../core/ports";
import type { Backend, Pictures, RosterEntry, StoredExemplar } from "../engine/backend";
import { channels } from "../engine/check";
import { libraryError, WriteConflict } from "../engine/failures";
import { wait, withLibraryLock } from "../engine/lock";
import { mergeExemplar } from "../engine/merge";
import { newStamp } from "../engine/record";
import { byAge, pageOf, searchText } from "../engine/words";
import type { Database } from "./database";
import { exemplarColumns, exemplarOf, exemplarTable, vectorTable } from "./rows";
import { readBatches, rowsOf, type Row } from "./read";
import { conditionOf, isOneOf, parts, splitWords } from "./sql";
import type { Upkeep } from "./upkeep";

/** Writes that another machine came before are begun again so often. */
const attempts = 12;
/** The index holds numbers of 8 bits: it finds more than is asked for, and exact numbers choose among those. */
const refineFactor = 5;

export interface LanceBackendOptions {
  readonly database: Database;
  readonly pictures: Pictures;
  readonly upkeep: Upkeep;
  /** Address for errors. */
  readonly place: string;
  /** Folder of a local library, whose writers take turns; null: writers can only notice each other afterwards. */
  readonly local: string | null;
  readonly clock: Clock;
  readonly logger: Logger;
}

const replaced = (): FigtreeError => new FigtreeError("library.busy", { message: "Its embedder was changed a moment ago." });

/** The library in LanceDB. */
export function createLanceBackend({ database, pictures, upkeep, place, local, clock, logger }: LanceBackendOptions): Backend {
  const { exemplars, modules } = database;
  const { lancedb, arrow } = modules;
  const notices: Backend["notices"] = [];
  const columns = exemplarColumns(arrow);
  let unreadable = 0;

  const stored = (row: Row): StoredExemplar | undefined => {
    const exemplar = exemplarOf(row);
    if (exemplar !== undefined) return { exemplar, stamp: String(row["stamp"]) };
    unreadable += 1;
    const at = notices.findIndex(({ code }) => code === "damagedRecords");
    notices.splice(at < 0 ? notices.length : at, 1, { code: "damagedRecords", detail: String(unreadable) });
    return undefined;
  };

  async function find(ids: readonly string[]): Promise<Map<string, StoredExemplar>> {
    const found = new Map<string, StoredExemplar>();
    for (const [id, copies] of await copiesOf(ids)) found.set(id, united(copies));
    return found;
  }

  /** Nearly always one each; see `uniteCopies`. */
  async function copiesOf(ids: readonly string[]): Promise<Map<string, StoredExemplar[]>> {
    const found = new Map<string, StoredExemplar[]>();
    for (const some of parts(ids)) {
      for await (const row of rowsOf(exemplars.query().where(isOneOf("id", some)))) {
        const record = stored(row);
        if (record !== undefined) found.set(record.exemplar.id, [...(found.get(record.exemplar.id) ?? []), record]);
      }
    }
    return found;
  }

  const write = async (entries: Parameters<Backend["put"]>[0]): Promise<void> => {
    const stamp = newStamp();
    const data = await exemplarTable(modules, columns, entries, stamp);
    const { numInsertedRows, numUpdatedRows } = await exemplars.mergeInsert("id").whenMatchedUpdateAll({ where: "target.stamp = source.previous" }).whenNotMatchedInsertAll().execute(data);
    if (numInsertedRows + numUpdatedRows < entries.length) throw new WriteConflict("Another writer changed the same exemplar.");
  };

  /**
   * Machines that share an object store cannot take turns, and the database lets two of them insert the same id at
   * the same moment. The later one sees both records here: the first becomes what both say, then the other goes.
   */
  async function uniteCopies(ids: readonly string[]): Promise<void> {
    await database.refresh();
    for (const [id, copies] of await copiesOf(ids)) {
      if (copies.length === 1) continue;
      const { exemplar, stamp } = united(copies);
      await write([{ exemplar, replaces: stamp }]);
      for (const copy of copies) if (copy.stamp !== stamp) await exemplars.delete(`${isOneOf("id", [id])} AND ${isOneOf("stamp", [copy.stamp])}`);
    }
  }

  async function retried<Result>(action: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await action();
      } catch (thrown) {
        const error = libraryError(thrown, place);
        if (error.code !== "library.busy" || attempt === attempts) throw error;
        logger.info(`The library was written by somebody else; once more (${attempt}).`);
        await wait(clock, randomInt(10, 40 * 2 ** Math.min(attempt, 6)));
      }
    }
  }

  /** Only the table in use has any vectors; one that is replaced while it is read is asked for again by the store. */
  async function onTable<Result>(key: string, action: (table: Table) => Promise<Result>): Promise<Result> {
    const held = await database.space();
    if (held?.state.key !== key) throw replaced();
    try {
      return await action(held.table);
    } catch (thrown) {
      if ((await database.space().catch(() => held))?.state.key !== key) throw replaced();
      throw thrown;
    }
  }

  return {
    engine: "lancedb",
    notices,
    pictures,
    search: {
      async canSearch(what) {
        upkeep.searched();
        const table = what === "words" ? exemplars : (await database.space())?.table;
        const column = what === "words" ? "terms" : what;
        return table !== undefined && (await table.listIndices()).some((index) => index.columns.includes(column));
      },
      nearest: ({ key }, channel, vector, limit) =>
        onTable(key, async (table) => {
          const query = table.query().nearestTo(vector).column(channel).distanceType("cosine").ef(Math.max(100, limit * refineFactor)).refineFactor(refineFactor);
          const rows = (await query.select(["id", "_distance"]).limit(limit).toArray()) as Row[];
          return rows.map((row) => ({ id: String(row["id"]), score: 1 - Number(row["_distance"]) }));
        }),
      async fullText(terms, limit) {
        const rows = (await exemplars.query().fullTextSearch(new lancedb.MatchQuery(terms.join(" "), "terms")).select(["id", "_score"]).limit(limit).toArray()) as Row[];
        return rows.map((row) => ({ id: String(row["id"]), score: Number(row["_score"]) }));
      },
    },
    async write<Result>(action: () => Promise<Result>) {
      const fresh = async (): Promise<Result> => {
        if (local === null) await database.refresh();
        return action();
      };
      const result = await (local === null ? retried(fresh) : withLibraryLock(local, clock, () => retried(fresh)));
      upkeep.wrote();
      return result;
    },
    version: async () => String(await exemplars.version()),
    async roster() {
      const entries = new Map<string, RosterEntry>();
      const query = exemplars.query().select({ id: "id", stamp: "stamp", passrate: "passrate", has_context: "context IS NOT NULL" });
      for await (const row of rowsOf(query)) {
        const id = String(row["id"]);
        entries.set(id, { id, stamp: String(row["stamp"]), hasContext: row["has_context"] === true, passRate: row["passrate"] as number | null });
      }
      return entries;
    },
    find,
    async select(query) {
      const { asked, left } = splitWords(query.text);
      const condition = conditionOf(query, asked);
      const light = exemplars.query().select(["id", "created", ...(left.length === 0 ? [] : ["words"])]);
      const all = new Map<string, Pick<Exemplar, "id" | "createdAt">>();
      for await (const row of rowsOf(condition === undefined ? light : light.where(condition))) {
        const words = String(row["words"]);
        if (left.every((word) => words.includes(word))) all.set(String(row["id"]), { id: String(row["id"]), createdAt: Number(row["created"]) });
      }
      const page = pageOf([...all.values()].sort(byAge), query).map(({ id }) => id);
      const found = await find(page);
      return { total: all.size, exemplars: page.flatMap((id) => found.get(id)?.exemplar ?? []) };
    },
    async put(entries) {
      if (entries.length === 0) return;
      await write(entries);
      const added = entries.filter(({ replaces }) => replaces === null);
      if (local === null && added.length > 0) await uniteCopies(added.map(({ exemplar }) => exemplar.id));
    },
    async erase(ids) {
      const held = await database.space();
      for (const some of parts(ids)) {
        await exemplars.delete(isOneOf("id", some));
        await held?.table.delete(isOneOf("id", some));
      }
    },
    async picturesInUse(hashes) {
      const used = new Set<string>();
      for (const some of parts(hashes)) for await (const row of rowsOf(exemplars.query().where(isOneOf("image_sha256", some)).select(["image_sha256"]))) used.add(String(row["image_sha256"]));
      return used;
    },
    space: async () => (await database.space())?.state ?? null,
    vectorVersion: ({ key }) => onTable(key, async (table) => `${key}:${await table.version()}`),
    vectorStamps: ({ key }) =>
      onTable(key, async (table) => {
        const stamps = new Map<string, string>();
        for await (const row of rowsOf(table.query().select(["id", "stamp"]))) stamps.set(String(row["id"]), String(row["stamp"]));
        return stamps;
      }),
    readVectors: ({ key, space }, channel, ids, take) =>
      onTable(key, async (table) => {
        const present = `${channel} IS NOT NULL`;
        const conditions = ids === "all" ? [present] : parts(ids).map((some) => `${present} AND ${isOneOf("id", some)}`);
        for (const condition of conditions) await readBatches(table.query().where(condition).select(["id", channel]), channel, space.dimensions[channel]!, take);
      }),
    vectors: ({ key, space }, ids) =>
      onTable(key, async (table) => {
        const found = new Map<string, ExemplarVectors>();
        const own = channels.filter((channel) => space.dimensions[channel] !== null);
        for (const some of parts(ids)) {
          for await (const row of rowsOf(table.query().where(isOneOf("id", some)).select(["id", ...own]))) {
            found.set(String(row["id"]), Object.fromEntries(channels.map((channel) => [channel, row[channel] === null || row[channel] === undefined ? null : Float32Array.from(row[channel] as Iterable<number>)])) as ExemplarVectors);
          }
        }
        return found;
      }),
    async putVectors(space, entries) {
      const table = await database.useSpace(space);
      if (entries.length > 0) await table.mergeInsert("id").whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(vectorTable(arrow, space, entries, newStamp()));
    },
    async *readTexts(ids) {
      const query = (): Query => exemplars.query().select(["id", "question", "subject", "tags"]);
      const queries = ids === "all" ? [query()] : parts(ids).map((some) => query().where(isOneOf("id", some)));
      for (const one of queries) {
        for await (const row of rowsOf(one)) yield [{ id: String(row["id"]), text: searchText({ question: String(row["question"]), subject: String(row["subject"]), tags: [...(row["tags"] as Iterable<string>)] }) }];
      }
    },
    async close() {
      await upkeep.finish();
      database.close();
    },
  };
}

/** What all copies of one exemplar say together, under the stamp of the one that every writer takes for the first. */
function united(copies: readonly StoredExemplar[]): StoredExemplar {
  const [first, ...others] = [...copies].sort((left, right) => (left.stamp < right.stamp ? -1 : 1));
  return { stamp: first!.stamp, exemplar: others.reduce((exemplar, other) => mergeExemplar(exemplar, other.exemplar, Math.max(exemplar.updatedAt, other.exemplar.updatedAt)), first!.exemplar) };
}
