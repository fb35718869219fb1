import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Clock, Exemplar, Logger } from "../../core/ports";
import { slices } from "../system";
import type { Backend } from "./engine/backend";
import { sameSpace } from "./engine/check";
import { mergeExemplar } from "./engine/merge";
import { filesFolder, openFilesBackend } from "./files/backend";

const batch = 200;

/** Whether plain files hold exemplars that the database has not taken over. */
export const hasFiles = (place: string): boolean => existsSync(path.join(filesFolder(place), "exemplars.jsonl"));

/**
 * Brings what was kept in plain files while the database was missing into the database, merged as if it were added.
 * Vectors come along where the database has none or has the same space. The journal stays under another name.
 */
export async function takeOverFiles(place: string, database: Backend, clock: Clock, logger: Logger): Promise<void> {
  const files = await openFilesBackend(place, clock);
  await database.write(async () => {
    // Another window may have done it while this one waited for its turn.
    if (!hasFiles(place)) return;
    await files.version();
    const ids = [...(await files.roster()).keys()];
    const state = await files.space();
    const present = await database.space();
    const pause = slices();
    for (let start = 0; start < ids.length; start += batch) {
      const some = ids.slice(start, start + batch);
      const found = await files.find(some);
      const known = await database.find(some);
      const entries: { exemplar: Exemplar; replaces: string | null }[] = [];
      for (const id of some) {
        await pause();
        const fresh = found.get(id)!.exemplar;
        const old = known.get(id);
        const exemplar = old === undefined ? fresh : mergeExemplar(old.exemplar, fresh, clock.now());
        if (exemplar !== old?.exemplar) entries.push({ exemplar, replaces: old?.stamp ?? null });
      }
      await database.put(entries);
      if (state === null || (present !== null && !sameSpace(present.space, state.space))) continue;
      const vectors = await files.vectors(state, some);
      if (vectors.size > 0) await database.putVectors(state.space, [...vectors].map(([id, own]) => ({ id, vectors: own })));
    }
    const folder = filesFolder(place);
    await rename(path.join(folder, "exemplars.jsonl"), path.join(folder, `taken-over-${clock.now()}.jsonl`));
    for (const name of await readdir(folder)) if (/^vectors-\d+\.bin$/.test(name)) await rm(path.join(folder, name), { force: true });
    logger.info(`${ids.length} exemplars kept in files were taken into the database.`);
  });
  for (const notice of files.notices) if (notice.code === "damagedRecords") database.notices.push(notice);
}
