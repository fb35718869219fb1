import { existsSync } from "node:fs";
import path from "node:path";
import type { Connection, Table } from "@lancedb/lancedb";
import type { Schema } from "apache-arrow";
import { FigtreeError, type EmbeddingSpace } from "../../../core/ports";
import type { SpaceState } from "../engine/backend";
import { sameSpace } from "../engine/check";
import { schemaVersion, spaceSchema } from "../engine/record";
import { exemplarColumns, vectorColumns } from "./rows";
import type { LanceModules } from "./modules";

export interface Database {
  readonly modules: LanceModules;
  readonly connection: Connection;
  readonly exemplars: Table;
  /** The space in use and the table of its vectors; null before the first. */
  space(): Promise<{ state: SpaceState; table: Table } | null>;
  /** The table for a space, which becomes the one in use. Needs the lock. */
  useSpace(space: EmbeddingSpace): Promise<Table>;
  /** The next reads see everything that was written until now, however rarely others' writes are looked for. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Opens the tables of a library, or makes them. Each space has its vectors in a table of its own, named by a small
 * table of settings: whoever changes the space makes a new table and names it, so no window ever asks a table for
 * columns that it has not. Table names count up and are never used again.
 *
 * @param local folder of the library where it is one
 */
export async function openDatabase(modules: LanceModules, connection: Connection, local: string | null): Promise<Database> {
  const { lancedb, arrow } = modules;
  const settings = await openOrCreate(connection, "settings", new arrow.Schema([new arrow.Field("key", new arrow.Utf8(), false), new arrow.Field("value", new arrow.Utf8(), false)]), local);
  const exemplars = await openOrCreate(connection, "exemplars", exemplarColumns(arrow), local);

  const readSetting = async (key: string): Promise<string | undefined> => {
    const [row] = (await settings.query().where(`key = '${key}'`).limit(1).toArray()) as { value: string }[];
    return row?.value;
  };
  const writeSetting = async (key: string, value: string): Promise<void> => {
    const schema = await settings.schema();
    await settings.mergeInsert("key").whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(lancedb.makeArrowTable([{ key, value }], { schema }));
  };

  const kept = Number((await readSetting("schema")) ?? 0);
  if (kept > schemaVersion) throw new FigtreeError("library.unreachable", { place: connection.display(), message: "It was made by a newer version of Figtree." });
  if (kept < schemaVersion) await migrate(kept, () => writeSetting("schema", String(schemaVersion)));

  const namedSpace = async (): Promise<SpaceState | null> => {
    const written = await readSetting("space");
    return written === undefined ? null : spaceSetting(written);
  };
  let known: { version: number; value: { state: SpaceState; table: Table } | null } | undefined;
  const space = async (): Promise<{ state: SpaceState; table: Table } | null> => {
    const version = await settings.version();
    if (known?.version === version) return known.value;
    const named = await namedSpace();
    if (named === null) known = { version, value: null };
    else if (known?.value?.state.key !== named.key) known = { version, value: await openVectors(connection, named) };
    else known = { version, value: { state: named, table: known.value.table } };
    return known.value;
  };

  return {
    modules,
    connection,
    exemplars,
    space,
    async useSpace(wanted) {
      const present = await space();
      if (present !== null && sameSpace(present.state.space, wanted)) {
        if (present.state.space.place !== wanted.place) await writeSetting("space", JSON.stringify({ space: wanted, key: present.state.key }));
        return present.table;
      }
      const last = (await namedSpace())?.key;
      const key = `vectors_${last === undefined ? 1 : Number(/\d+$/.exec(last)![0]) + 1}`;
      const columns = vectorColumns(arrow, wanted);
      // A table of this name can only be what a writer left that was stopped before it could name it.
      const table = await connection.createEmptyTable(key, columns, { mode: "create" }).catch((thrown: unknown) => {
        if (!/exists/i.test(String(thrown))) throw thrown;
        return connection.createEmptyTable(key, columns, { mode: "overwrite" });
      });
      await writeSetting("space", JSON.stringify({ space: wanted, key }));
      if (present !== null) await connection.dropTable(present.state.key).catch(() => undefined);
      return table;
    },
    async refresh() {
      await settings.checkoutLatest();
      await exemplars.checkoutLatest();
    },
    close() {
      known?.value?.table.close();
      exemplars.close();
      settings.close();
      connection.close();
    },
  };
}

/** Whether there is a library that was made before. */
export async function holdsLibrary(connection: Connection): Promise<boolean> {
  try {
    (await connection.openTable("exemplars")).close();
    return true;
  } catch (thrown) {
    if (isNotFound(thrown, "exemplars")) return false;
    throw thrown;
  }
}

/** The door for libraries of older versions: each step brings the tables from one version to the next. */
async function migrate(from: number, finish: () => Promise<void>): Promise<void> {
  // 0: the tables were made just now, in the newest form.
  if (from === 0) await finish();
}

/** Null where the table is not there: it was replaced a moment ago, or set aside because it was damaged. */
async function openVectors(connection: Connection, state: SpaceState): Promise<{ state: SpaceState; table: Table } | null> {
  try {
    return { state, table: await connection.openTable(state.key) };
  } catch (thrown) {
    if (isNotFound(thrown, state.key)) return null;
    throw thrown;
  }
}

const isNotFound = (thrown: unknown, table: string): boolean => thrown instanceof Error && new RegExp(`(table|dataset).*${table}.*not found|TableNotFound`, "is").test(thrown.message);

function spaceSetting(text: string): SpaceState {
  const { space, key } = JSON.parse(text) as { space: unknown; key: unknown };
  return { space: spaceSchema.parse(space), key: String(key) };
}

async function openOrCreate(connection: Connection, name: string, schema: Schema, local: string | null): Promise<Table> {
  try {
    return await connection.openTable(name);
  } catch (thrown) {
    if (!isNotFound(thrown, name)) throw thrown;
    // Data without any version cannot be a library that was never used.
    if (local !== null && existsSync(path.join(local, `${name}.lance`, "data"))) throw new FigtreeError("library.damaged", { place: local, message: `The table ${name} has data but no version.` }, { cause: thrown });
  }
  return connection.createEmptyTable(name, schema, { mode: "create", existOk: true });
}
