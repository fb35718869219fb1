import { exportPack } from "../../adapters/transfer";
import { systemClock } from "../../adapters/system";
import { FigtreeError, type ExemplarStore } from "../../core/ports";
import { exitCode, printJson, type Io } from "../io";
import { oneLine } from "../live";
import { createProgressLine } from "../progress-line";
import type { LibraryChoice } from "./choice";
import type { LibraryCommand } from "./command";

export interface ExportCommandOptions extends LibraryChoice {
  readonly licence?: string;
  readonly name?: string;
  readonly description?: string;
  readonly id?: readonly string[];
  readonly json?: boolean;
}

export interface RemoveOptions extends LibraryChoice {
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** `figtree library export TARGET`: a pack that others can import. */
export async function exportCommand(target: string, options: ExportCommandOptions, io: Io, signal: AbortSignal, store: ExemplarStore): Promise<number> {
  const line = createProgressLine(io, options.json === true);
  const summary = await exportPack({
    store, target, clock: systemClock, signal, licence: options.licence ?? "", name: options.name ?? "Figtree exemplars",
    onProgress: (done, total) => line.update(done / Math.max(1, total), `${done} of ${total} exemplars`),
    ...(options.description === undefined ? {} : { description: options.description }), ...(options.id === undefined ? {} : { ids: options.id }),
  }).finally(line.close);
  if (options.json === true) printJson(io, summary);
  else io.stdout(`${summary.exemplars} exemplars with ${summary.pictures} pictures are in ${summary.target}.\n${summary.left.map(({ id, reason }) => `  left out ${oneLine(`${id}: ${reason}`, 240)}\n`).join("")}`);
  return exitCode.ok;
}

async function allIds(store: ExemplarStore): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { total, exemplars } = await store.list({ offset: ids.length, limit: 500 });
    ids.push(...exemplars.map(({ id }) => id));
    if (exemplars.length === 0 || ids.length >= total) return ids;
  }
}

/** `figtree library remove [ID...]`: asked for once, since it cannot be taken back. */
export async function removeCommand(given: readonly string[], options: RemoveOptions, { io, confirm }: LibraryCommand, store: ExemplarStore): Promise<number> {
  if (given.length === 0 && options.all !== true) throw new FigtreeError("input.invalid", { field: "The exemplars", message: "Name their ids, or give --all." });
  if (given.length > 0 && options.all === true) throw new FigtreeError("input.invalid", { field: "--all", message: "It does not go with ids." });
  const ids = options.all === true ? await allIds(store) : given;
  const known = (await store.get(ids)).filter((exemplar) => exemplar !== undefined).length;
  if (known === 0 && given.length > 0) throw new FigtreeError("input.invalid", { field: "The exemplars", value: given.join(", "), message: "The library has none with such an id." });
  if (known > 0 && options.yes !== true) {
    if (confirm === null) throw new FigtreeError("input.invalid", { field: "--yes", message: `${known} exemplars would be removed for good: add --yes.` });
    if (!(await confirm(`Remove ${known} exemplars for good?`))) {
      if (options.json === true) printJson(io, { removed: 0, unknown: ids.length - known });
      else io.stderr("Nothing was removed.\n");
      return exitCode.partial;
    }
  }
  const removed = known === 0 ? 0 : await store.remove(ids);
  if (options.json === true) printJson(io, { removed, unknown: ids.length - known });
  else io.stdout(`${removed} removed${ids.length > known ? `, ${ids.length - known} were not there` : ""}.\n`);
  return exitCode.ok;
}
