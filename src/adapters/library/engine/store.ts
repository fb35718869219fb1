import { FigtreeError, type Exemplar, type ExemplarStore, type NewExemplar } from "../../../core/ports";
import type { Clock } from "../../../core/ports";
import { slices } from "../../system";
import { exemplarId } from "../identity";
import type { LibrarySearch } from "../search/memory";
import type { Backend, StoredExemplar } from "./backend";
import { checkExemplar, checkImage, checkQuery, checkSpace, checkVectors, sameSpace } from "./check";
import { libraryError, mayBeDamage } from "./failures";
import { mergeExemplar } from "./merge";
import { checkHash } from "./pictures";

/** The store over an engine: checks, merging, and names for whatever goes wrong below. */
export function createStore(place: string, backend: Backend, search: LibrarySearch, clock: Clock): ExemplarStore {
  let closed = false;
  const guard = async <Result>(action: () => Promise<Result>): Promise<Result> => {
    if (closed) throw new FigtreeError("library.unreachable", { place, message: "It has been closed." });
    try {
      return await action();
    } catch (thrown) {
      const error = libraryError(thrown, place);
      throw mayBeDamage(error, thrown) ? ((await backend.diagnose?.(error)) ?? error) : error;
    }
  };
  /** Vectors may be replaced by another window while they are read; then the new ones are. */
  const readVectors = <Result>(action: () => Promise<Result>): Promise<Result> =>
    guard(async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await action();
        } catch (thrown) {
          if (attempt === 5 || !(thrown instanceof FigtreeError) || thrown.code !== "library.busy") throw thrown;
        }
      }
    });

  return {
    place,
    engine: backend.engine,
    notices: backend.notices,
    add: (entries) =>
      guard(async () => {
        const pause = slices();
        for (const { exemplar, image, imageInfo } of entries) {
          checkExemplar(exemplar);
          checkImage(image, imageInfo);
          await pause();
        }
        if (entries.length === 0) return [];
        const keyed = entries.map((entry) => ({ ...entry, id: exemplarId(entry.imageInfo.sha256, entry.exemplar.question) }));
        return backend.write(async () => {
          const old = await backend.find([...new Set(keyed.map(({ id }) => id))]);
          const now = new Map<string, Exemplar>();
          const results: { id: string; merged: boolean }[] = [];
          for (const { id, exemplar, imageInfo } of keyed) {
            await pause();
            const known = now.get(id) ?? old.get(id)?.exemplar;
            now.set(id, known === undefined ? newExemplar(id, exemplar, imageInfo, clock.now()) : mergeExemplar(known, exemplar, clock.now()));
            results.push({ id, merged: known !== undefined });
          }
          const pictures = new Map(keyed.map(({ imageInfo, image }) => [imageInfo.sha256, { imageInfo, image }]));
          for (const [sha256, { imageInfo, image }] of pictures) await backend.pictures.write(sha256, imageInfo.mediaType, image);
          await backend.put(changed([...now.values()], old));
          return results;
        });
      }),
    get: (ids) =>
      guard(async () => {
        const found = await backend.find([...new Set(ids)]);
        return ids.map((id) => found.get(id)?.exemplar);
      }),
    list: (query = {}) =>
      guard(async () => {
        checkQuery(query);
        return backend.select(query);
      }),
    update: (id, patch) =>
      guard(async () => {
        checkExemplar(patch);
        return backend.write(async () => {
          const old = await backend.find([id]);
          const known = old.get(id);
          if (known === undefined) return false;
          await backend.put([{ exemplar: { ...known.exemplar, ...picked(patch), updatedAt: clock.now() }, replaces: known.stamp }]);
          return true;
        });
      }),
    remove: (ids) =>
      guard(async () => {
        if (ids.length === 0) return 0;
        return backend.write(async () => {
          const found = [...(await backend.find([...new Set(ids)])).values()];
          await backend.erase(found.map(({ exemplar }) => exemplar.id));
          const hashes = [...new Set(found.map(({ exemplar }) => exemplar.image.sha256))];
          const inUse = await backend.picturesInUse(hashes);
          await backend.pictures.remove(hashes.filter((sha256) => !inUse.has(sha256)));
          return found.length;
        });
      }),
    readImage: (sha256) =>
      guard(async () => {
        checkHash(sha256);
        return backend.pictures.read(sha256);
      }),
    stats: () =>
      readVectors(async () => {
        const entries = await search.roster();
        const state = await backend.space();
        const stamps = state === null ? new Map<string, string>() : await backend.vectorStamps(state);
        const pause = slices();
        const counts = { withContext: 0, rated: 0, rates: 0, withoutVectors: 0 };
        for (const { id, hasContext, passRate } of entries.values()) {
          if (hasContext) counts.withContext += 1;
          if (passRate !== null) {
            counts.rated += 1;
            counts.rates += passRate;
          }
          if (!stamps.has(id)) counts.withoutVectors += 1;
          await pause();
        }
        const { withContext, rated, rates, withoutVectors } = counts;
        return { exemplars: entries.size, withContext, meanPassRate: rated === 0 ? null : rates / rated, embedder: state?.space ?? null, withoutVectors };
      }),
    setVectors: (space, entries) =>
      guard(async () => {
        checkSpace(space);
        const pause = slices();
        for (const { vectors } of entries) {
          checkVectors(space, vectors);
          await pause();
        }
        await backend.write(async () => {
          // One that was removed in the meantime must not leave its vectors behind.
          const there = await backend.find(entries.map(({ id }) => id));
          await backend.putVectors(space, [...new Map(entries.filter(({ id }) => there.has(id)).map((entry) => [entry.id, entry])).values()]);
        });
      }),
    withoutVectors: (space) =>
      readVectors(async () => {
        const ids = [...(await search.roster()).keys()];
        const state = await backend.space();
        if (state === null || !sameSpace(state.space, space)) return ids;
        const stamps = await backend.vectorStamps(state);
        return ids.filter((id) => !stamps.has(id));
      }),
    vectors: (ids) =>
      readVectors(async () => {
        const state = await backend.space();
        if (state === null) return ids.map(() => undefined);
        const found = await backend.vectors(state, [...new Set(ids)]);
        return ids.map((id) => found.get(id));
      }),
    nearest: (channel, vector, limit, exclude) => readVectors(() => search.nearest(channel, vector, limit, exclude)),
    fullText: (query, limit, exclude) => guard(() => search.fullText(query, limit, exclude)),
    async close() {
      if (closed) return;
      closed = true;
      await backend.close();
    },
  };
}

function newExemplar(id: string, { question, choices, answer, subject, tags, source, licence, candidates, context, passRate }: NewExemplar, image: Exemplar["image"], now: number): Exemplar {
  return { id, image, question, choices, answer, subject, tags: [...new Set(tags)], source, licence, candidates, context, passRate, createdAt: now, updatedAt: now };
}

/** What is new or another object than before. */
function changed(exemplars: readonly Exemplar[], old: ReadonlyMap<string, StoredExemplar>): { exemplar: Exemplar; replaces: string | null }[] {
  return exemplars.filter((exemplar) => old.get(exemplar.id)?.exemplar !== exemplar).map((exemplar) => ({ exemplar, replaces: old.get(exemplar.id)?.stamp ?? null }));
}

const patchable = ["choices", "answer", "subject", "tags", "source", "licence", "candidates", "context", "passRate"] as const;

/** Nothing but what may be changed, whatever else an object carries. */
function picked(patch: Partial<Exemplar>): Partial<Exemplar> {
  return Object.fromEntries(patchable.filter((key) => patch[key] !== undefined).map((key) => [key, patch[key]]));
}
