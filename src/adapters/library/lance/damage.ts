import path from "node:path";
import { FigtreeError, type Clock, type LibraryNotice } from "../../../core/ports";
import { withLibraryLock } from "../engine/lock";
import type { LanceModules } from "./modules";
import { lastWholeVersion, setBack, tablesOf, versionsOf, type TableVersion } from "./versions";

/** A table whose newest version cannot be read. */
interface Damage {
  readonly table: string;
  /** Null: no version can be read. */
  readonly whole: TableVersion | null;
}

/** Nothing is lost with these that cannot be made anew. */
const isDerived = (table: string): boolean => table !== "exemplars";

/**
 * The error with what can be done: the table, and the version to which the library can be set back. An error that
 * names no cause is damage where there is any.
 */
export async function explainDamage(modules: LanceModules, place: string, error: FigtreeError): Promise<FigtreeError> {
  const damaged = await assess(modules, place);
  const worst = damaged.find(({ table }) => !isDerived(table)) ?? damaged[0];
  if (worst === undefined) return error;
  const { table } = worst;
  const target = worst.whole ?? (isDerived(table) ? (await versionsOf(path.join(place, "exemplars.lance")))[0] : undefined);
  const about = target === undefined ? {} : { version: target.version, date: dateOf(target.writtenAt) };
  return new FigtreeError("library.damaged", { ...error.details, place, table, ...about }, { cause: error });
}

/**
 * Sets every damaged table of a local library back to its last whole version; vectors and settings without one are
 * dropped, to be made anew. What is taken away lies in the folder `damaged` afterwards. Throws `library.damaged`
 * where the exemplars have no whole version; then nothing was changed.
 */
export async function setBackDamaged(modules: LanceModules, place: string, clock: Clock): Promise<LibraryNotice[]> {
  return withLibraryLock(place, clock, async () => {
    const damaged = await assess(modules, place);
    const lost = damaged.find(({ table, whole }) => whole === null && !isDerived(table));
    if (lost !== undefined) throw new FigtreeError("library.damaged", { place, table: lost.table, message: "No version of it can be read." });
    for (const { table, whole } of damaged) await setBack(place, table, whole, clock.now());
    return damaged.map(({ table, whole }) => ({ code: "restored", detail: whole === null ? `${table}: made anew` : `${table}: ${dateOf(whole.writtenAt)}` }));
  });
}

async function assess(modules: LanceModules, place: string): Promise<Damage[]> {
  const damaged: Damage[] = [];
  for (const table of await tablesOf(place)) {
    const whole = await lastWholeVersion(modules, place, table);
    const [newest] = await versionsOf(path.join(place, `${table}.lance`));
    if (whole === null || whole.version !== newest?.version) damaged.push({ table, whole });
  }
  return damaged;
}

/** Universal time, to the minute. */
const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
