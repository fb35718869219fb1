import path from "node:path";
import { FigtreeError, type Clock, type LibraryNotice } from "../../../core/ports";
import { withLibraryLock } from "../engine/lock";
import type { LanceModules } from "./modules";
import { lastWholeVersion, setBack, tablesOf, versionsOf, type WholeVersion } from "./versions";

/** A table whose newest version cannot be read. */
interface Damage {
  readonly table: string;
  /** Null: no version can be read. */
  readonly whole: WholeVersion | null;
}

/** What a restore would bring back. */
export interface WholeLibrary {
  /** Universal time, to the minute, at which it was written. */
  readonly date: string;
  readonly version: number;
  readonly exemplars: number;
}

/** Nothing is lost with these that cannot be made anew. */
const isDerived = (table: string): boolean => table !== "exemplars";

/**
 * The error with what can be done: the table, and the version to which the library can be set back. An error that
 * names no cause is damage where there is any.
 */
export async function explainDamage(modules: LanceModules, place: string, error: FigtreeError): Promise<FigtreeError> {
  const damaged = await assess(modules, place);
  const worst = worstOf(damaged);
  if (worst === undefined) return error;
  return new FigtreeError("library.damaged", { ...error.details, place, table: worst.table, ...(await targetOf(modules, place, worst)) }, { cause: error });
}

/** What a restore would bring back; null where nothing is damaged, or nothing whole is left. */
export async function wholeLibrary(modules: LanceModules, place: string): Promise<WholeLibrary | null> {
  const worst = worstOf(await assess(modules, place));
  return worst === undefined ? null : targetOf(modules, place, worst);
}

const worstOf = (damaged: readonly Damage[]): Damage | undefined => damaged.find(({ table }) => !isDerived(table)) ?? damaged[0];

/** The damaged table's version, and the exemplars that are there with it. */
async function targetOf(modules: LanceModules, place: string, { table, whole }: Damage): Promise<WholeLibrary | null> {
  // Vectors go without touching the exemplars.
  const exemplars = isDerived(table) ? await lastWholeVersion(modules, place, "exemplars") : whole;
  const target = whole ?? exemplars;
  return target === null || exemplars === null ? null : { version: target.version, date: dateOf(target.writtenAt), exemplars: exemplars.rows };
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
