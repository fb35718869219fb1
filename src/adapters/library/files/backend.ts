import { rm } from "node:fs/promises";
import path from "node:path";
import type { Clock, LibraryNotice } from "../../../core/ports";
import { slices } from "../../system";
import type { Backend, SpaceState } from "../engine/backend";
import { sameSpace } from "../engine/check";
import { withLibraryLock } from "../engine/lock";
import { createPictureFiles } from "../engine/pictures";
import { newStamp } from "../engine/record";
import { inTurn } from "../engine/turns";
import { byAge, filterText, matches, pageOf, searchText } from "../engine/words";
import { createJournal } from "./journal";
import { createVectorFile, type VectorEntry, type VectorFile } from "./vector-file";

export const filesFolder = (place: string): string => path.join(place, "files");

const batchSize = 1_000;

/** A library of plain files: a journal of the records and a file of the vectors, all of it held in memory. */
export async function openFilesBackend(place: string, clock: Clock): Promise<Backend> {
  const folder = filesFolder(place);
  const journal = createJournal(folder);
  const notices: LibraryNotice[] = [];
  const turn = inTurn();
  let vectors: { name: string; file: VectorFile } | undefined;

  const refresh = (): Promise<void> =>
    turn(async () => {
      await journal.refresh();
      const line = journal.state.space;
      if (line === null) vectors = undefined;
      else if (vectors?.name !== line.file) vectors = { name: line.file, file: createVectorFile(path.join(folder, line.file), line.space) };
      await vectors?.file.refresh();
      tellDamage();
    });

  const tellDamage = (): void => {
    const damaged = journal.state.damaged + (vectors?.file.state.damaged ?? 0);
    const at = notices.findIndex(({ code }) => code === "damagedRecords");
    const notice: LibraryNotice = { code: "damagedRecords", detail: String(damaged) };
    if (damaged === 0) return;
    if (at < 0) notices.push(notice);
    else notices[at] = notice;
  };

  /** Gives the vectors a new file: those of another space, or the living ones of this space. */
  async function replaceVectors(space: SpaceState["space"], entries: readonly VectorEntry[]): Promise<void> {
    const old = vectors?.name;
    const name = `vectors-${old === undefined ? 1 : Number(/\d+/.exec(old)![0]) + 1}.bin`;
    // A leftover of a writer that was stopped before it could name the file.
    await rm(path.join(folder, name), { force: true });
    await createVectorFile(path.join(folder, name), space).append(entries);
    await journal.append([{ space, file: name }]);
    if (old !== undefined) await rm(path.join(folder, old), { force: true }).catch(() => undefined);
  }

  const held = async <Result>(read: () => Result): Promise<Result> => {
    await refresh();
    return read();
  };
  const entries = (): VectorFile["state"]["entries"] => vectors?.file.state.entries ?? new Map<string, never>();

  await refresh();
  // A torn end is closed at once, unless the folder is only for reading, so that it is counted and told.
  if (journal.state.torn) await withLibraryLock(place, clock, () => journal.append([])).catch(() => undefined);
  await refresh();

  return {
    engine: "files",
    notices,
    pictures: createPictureFiles(place),
    search: null,
    write: (action) =>
      withLibraryLock(place, clock, async () => {
        await refresh();
        return action();
      }),
    version: () => held(() => `${journal.state.generation}:${journal.state.offset}`),
    roster: () => mappedOf(journal.state.records, ({ exemplar: { id, context, passRate }, stamp }) => ({ id, stamp, hasContext: context !== null, passRate })),
    find: (ids) => held(() => new Map(ids.map((id) => [id, journal.state.records.get(id)] as const).filter((pair): pair is [string, NonNullable<(typeof pair)[1]>] => pair[1] !== undefined))),
    select: (query) =>
      held(() => {
        const found = [...journal.state.records.values()].map(({ exemplar }) => exemplar).filter((exemplar) => matches(exemplar, query.text === undefined ? "" : filterText(exemplar), query));
        return { total: found.length, exemplars: pageOf(found.sort(byAge), query) };
      }),
    async put(changes) {
      if (changes.length > 0) await journal.append(changes.map(({ exemplar }) => ({ put: exemplar, stamp: newStamp() })));
      await refresh();
      if (journal.state.lines > 4 * journal.state.records.size + 1_000) await journal.compact().catch(() => undefined);
    },
    async erase(ids) {
      if (ids.length === 0) return;
      const known = ids.filter((id) => entries().has(id));
      if (known.length > 0) await vectors!.file.append(known.map((id) => ({ id, vectors: null })));
      await journal.append([{ gone: [...ids] }]);
      await refresh();
    },
    async picturesInUse(hashes) {
      const used = new Set([...journal.state.records.values()].map(({ exemplar }) => exemplar.image.sha256));
      return new Set(hashes.filter((hash) => used.has(hash)));
    },
    space: () => held(() => (journal.state.space === null ? null : { space: journal.state.space.space, key: journal.state.space.file })),
    vectorVersion: () => held(() => `${vectors?.name ?? ""}:${vectors?.file.state.offset ?? 0}`),
    vectorStamps: () => mappedOf(entries(), ({ stamp }) => stamp),
    async readVectors(_state, channel, ids, take) {
      for (const id of ids === "all" ? [...entries().keys()] : ids) {
        const rows = entries().get(id)?.vectors[channel];
        if (rows !== null && rows !== undefined) await take({ ids: [id], rows });
      }
    },
    vectors: (_state, ids) => held(() => new Map(ids.filter((id) => entries().has(id)).map((id) => [id, entries().get(id)!.vectors]))),
    async putVectors(space, added) {
      const present = journal.state.space;
      if (present === null || !sameSpace(present.space, space)) await replaceVectors(space, added);
      else {
        if (present.space.place !== space.place) await journal.append([{ space, file: present.file }]);
        await vectors!.file.append(added);
        await refresh();
        const { records, entries: living } = vectors!.file.state;
        if (records > 2 * living.size + 1_000) await replaceVectors(space, [...living].map(([id, entry]) => ({ id, vectors: entry.vectors })));
      }
      await refresh();
    },
    async *readTexts(ids) {
      const wanted = ids === "all" ? [...journal.state.records.keys()] : ids;
      for (let start = 0; start < wanted.length; start += batchSize) {
        yield wanted.slice(start, start + batchSize).flatMap((id) => {
          const record = journal.state.records.get(id);
          return record === undefined ? [] : [{ id, text: searchText(record.exemplar) }];
        });
      }
    },
    close: () => Promise.resolve(),
  };
}

/** A map of what each value says, made in slices. What is written meanwhile may or may not be in it. */
async function mappedOf<Value, Said>(values: ReadonlyMap<string, Value>, say: (value: Value) => Said): Promise<Map<string, Said>> {
  const said = new Map<string, Said>();
  const pause = slices();
  for (const [id, value] of values) {
    said.set(id, say(value));
    await pause();
  }
  return said;
}
