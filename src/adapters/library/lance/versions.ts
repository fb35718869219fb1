import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LanceModules } from "./modules";

/** A version of a table of a local library. */
export interface TableVersion {
  readonly version: number;
  /** Milliseconds since the epoch at which it was written. */
  readonly writtenAt: number;
  /** File that describes it. */
  readonly manifest: string;
}

/** Versions of a table, newest first, by its files alone: a damaged table cannot be opened. */
export async function versionsOf(tableFolder: string): Promise<TableVersion[]> {
  const folder = path.join(tableFolder, "_versions");
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d+\.manifest$/.test(name));
  const versions = await Promise.all(
    names.map(async (name) => {
      const number = BigInt(name.slice(0, -".manifest".length));
      // Names of twenty digits count down from the largest number, so that the newest comes first in a listing.
      const version = Number(name.length === 20 + ".manifest".length ? 2n ** 64n - 1n - number : number);
      return { version, manifest: path.join(folder, name), writtenAt: (await stat(path.join(folder, name))).mtimeMs };
    }),
  );
  return versions.sort((left, right) => right.version - left.version);
}

/** A version of which every row can be read. */
export interface WholeVersion extends TableVersion {
  readonly rows: number;
}

/** Tables of a local library. */
export async function tablesOf(place: string): Promise<string[]> {
  return (await readdir(place)).filter((name) => name.endsWith(".lance")).map((name) => name.slice(0, -".lance".length)).sort();
}

/**
 * The newest version of a table of which every row can be read; null where there is none. Nothing of the table is
 * changed: each version is opened in a folder of its own that has the manifests up to it and links to the data.
 */
export async function lastWholeVersion(modules: LanceModules, place: string, table: string): Promise<WholeVersion | null> {
  const versions = await versionsOf(path.join(place, `${table}.lance`));
  const known = new Map<number, number | null>();
  const isWhole = async (index: number): Promise<boolean> => {
    if (!known.has(index)) known.set(index, await rowsIn(modules, path.join(place, `${table}.lance`), versions.slice(index)));
    return known.get(index) !== null;
  };
  if (versions.length === 0) return null;
  // Damage reaches from some version to the newest, mostly: steps that double, then halves.
  let bad = -1;
  let good = 0;
  for (let step = 1; !(await isWhole(good)); step *= 2) {
    if (good === versions.length - 1) return null;
    bad = good;
    good = Math.min(versions.length - 1, good + step);
  }
  while (good - bad > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await isWhole(middle)) good = middle;
    else bad = middle;
  }
  return { ...versions[good]!, rows: known.get(good)! };
}

/** How many rows the first of these versions holds; null where one of them cannot be read. */
async function rowsIn({ lancedb }: LanceModules, tableFolder: string, versions: readonly TableVersion[]): Promise<number | null> {
  const probe = await mkdtemp(path.join(tmpdir(), "figtree-library-"));
  try {
    const copy = path.join(probe, "probe.lance");
    await mkdir(path.join(copy, "_versions"), { recursive: true });
    await cp(versions[0]!.manifest, path.join(copy, "_versions", path.basename(versions[0]!.manifest)));
    for (const name of await readdir(tableFolder)) if (name !== "_versions") await symlink(path.join(path.resolve(tableFolder), name), path.join(copy, name), "junction");
    const connection = await lancedb.connect(probe);
    const table = await connection.openTable("probe");
    let rows = 0;
    for await (const batch of table.query()) rows += batch.numRows;
    const whole = rows === (await table.countRows());
    table.close();
    connection.close();
    return whole ? rows : null;
  } catch {
    return null;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

/**
 * Makes an older version the newest one: what came after it is moved to the folder `damaged` of the library, with
 * everything of the table where there is no whole version. Nothing is deleted.
 */
export async function setBack(place: string, table: string, to: TableVersion | null, now: number): Promise<void> {
  const aside = path.join(place, "damaged", `${table}-${now}`);
  const folder = path.join(place, `${table}.lance`);
  await mkdir(aside, { recursive: true });
  if (to === null) return rename(folder, path.join(aside, `${table}.lance`));
  for (const { version, manifest } of await versionsOf(folder)) if (version > to.version) await rename(manifest, path.join(aside, path.basename(manifest)));
}
