import { FigtreeError, type ExemplarHit, type VectorChannel } from "../../../core/ports";
import { slices } from "../../system";
import type { Backend, RosterEntry, SpaceState } from "../engine/backend";
import { checkVector } from "../engine/check";
import { inTurn } from "../engine/turns";
import { createWordIndex } from "./bm25";
import { createMatrix, type VectorMatrix } from "./matrix";
import { termsOf } from "./terms";

/**
 * Exemplars up to which words are searched in memory: an index of words is far smaller than one of vectors, exact, and
 * many times faster than the database's, which may also leave out some of the best.
 */
export const wordRowsOf = (memoryRows: number): number => 4 * memoryRows;

export interface LibrarySearch {
  /** Every exemplar that is there now. */
  roster(): Promise<ReadonlyMap<string, RosterEntry>>;
  nearest(channel: VectorChannel, vector: Float32Array, limit: number, exclude?: ReadonlySet<string>): Promise<ExemplarHit[]>;
  fullText(query: string, limit: number, exclude?: ReadonlySet<string>): Promise<ExemplarHit[]>;
}

interface Roster {
  readonly version: string;
  readonly entries: ReadonlyMap<string, RosterEntry>;
  /** Exemplars that are kept but never found. */
  readonly hiddenCount: number;
}

/** What is held of one channel's vectors or of the texts, and which state of each exemplar that is. */
interface Held<Index> {
  readonly key: string;
  version: string;
  readonly stamps: Map<string, string>;
  readonly index: Index;
}

/**
 * Searches exactly in memory up to `memoryRows` exemplars (words: `wordRowsOf`) and lets the engine search above, where it can. Indices are
 * loaded at the first search; later only what has changed since is read again.
 */
export function createLibrarySearch(backend: Backend, memoryRows: number): LibrarySearch {
  const turns = { roster: inTurn(), words: inTurn(), text: inTurn(), image: inTurn(), joint: inTurn() };
  let roster: Roster = { version: "", entries: new Map(), hiddenCount: 0 };
  let words: Held<ReturnType<typeof createWordIndex>> | undefined;
  const matrices = new Map<VectorChannel, Held<VectorMatrix>>();

  const currentRoster = (): Promise<Roster> =>
    turns.roster(async () => {
      const version = await backend.version();
      if (version !== roster.version) {
        const entries = await backend.roster();
        let hiddenCount = 0;
        const pause = slices();
        for (const { passRate } of entries.values()) {
          if (passRate === 0) hiddenCount += 1;
          await pause();
        }
        roster = { version, entries, hiddenCount };
      }
      return roster;
    });

  const hides = (entries: ReadonlyMap<string, RosterEntry>, exclude?: ReadonlySet<string>) => (id: string): boolean => {
    const entry = entries.get(id);
    return entry === undefined || entry.passRate === 0 || exclude?.has(id) === true;
  };

  /** Asks for more until enough of it is visible or there is no more. */
  async function fromEngine(limit: number, all: number, hidden: (id: string) => boolean, hiddenCount: number, ask: (limit: number) => Promise<ExemplarHit[]>): Promise<ExemplarHit[]> {
    for (let asked = Math.min(all, limit + Math.min(limit, hiddenCount)); ; asked = Math.min(all, asked * 4)) {
      const found = await ask(asked);
      const visible = [...new Map(found.filter(({ id }) => !hidden(id)).map((hit) => [hit.id, hit])).values()];
      if (visible.length >= limit || found.length < asked || asked >= all) return visible.slice(0, limit);
    }
  }

  async function matrixOf(state: SpaceState, channel: VectorChannel): Promise<VectorMatrix> {
    const version = await backend.vectorVersion(state);
    let held = matrices.get(channel);
    if (held?.key !== state.key) {
      held = { key: state.key, version: "", stamps: new Map(), index: createMatrix(state.space.dimensions[channel]!) };
      matrices.set(channel, held);
    }
    if (held.version === version) return held.index;
    const { index, stamps } = held;
    const dimension = state.space.dimensions[channel]!;
    const pause = slices();
    await catchUp(stamps, await backend.vectorStamps(state), (id) => index.delete(id), async (ids) => {
      await backend.readVectors(state, channel, ids, async (batch) => {
        for (const [row, id] of batch.ids.entries()) {
          index.set(id, batch.rows.subarray(row * dimension, (row + 1) * dimension));
          await pause();
        }
      });
    });
    held.version = version;
    return index;
  }

  async function wordIndex(version: string, entries: ReadonlyMap<string, RosterEntry>): Promise<ReturnType<typeof createWordIndex>> {
    if (words === undefined || words.index.worn) words = { key: "", version: "", stamps: new Map(), index: createWordIndex() };
    if (words.version === version) return words.index;
    const { index, stamps } = words;
    const pause = slices();
    await catchUp(stamps, await stampsOf(entries), (id) => index.delete(id), async (ids) => {
      for await (const batch of backend.readTexts(ids)) {
        for (const { id, text } of batch) {
          index.set(id, termsOf(text));
          await pause();
        }
      }
    });
    words.version = version;
    return index;
  }

  return {
    roster: async () => (await currentRoster()).entries,
    async nearest(channel, vector, limit, exclude) {
      checkLimit(limit);
      const state = await backend.space();
      const dimension = state?.space.dimensions[channel] ?? null;
      if (state === null || dimension === null) return [];
      checkVector(vector, dimension);
      const { entries, hiddenCount } = await currentRoster();
      const hidden = hides(entries, exclude);
      const { search } = backend;
      if (search !== null && entries.size > memoryRows && (await search.canSearch(channel))) {
        matrices.delete(channel);
        return fromEngine(limit, entries.size, hidden, hiddenCount + (exclude?.size ?? 0), (asked) => search.nearest(state, channel, vector, asked));
      }
      return turns[channel](async () => (await matrixOf(state, channel)).search(vector, limit, hidden));
    },
    async fullText(query, limit, exclude) {
      checkLimit(limit);
      const terms = [...new Set(termsOf(query))];
      if (terms.length === 0) return [];
      const { version, entries, hiddenCount } = await currentRoster();
      const hidden = hides(entries, exclude);
      const { search } = backend;
      if (search !== null && entries.size > wordRowsOf(memoryRows) && (await search.canSearch("words"))) {
        words = undefined;
        return fromEngine(limit, entries.size, hidden, hiddenCount + (exclude?.size ?? 0), (asked) => search.fullText(terms, asked));
      }
      return turns.words(async () => (await wordIndex(version, entries)).search(terms, limit, hidden));
    },
  };
}

/** Brings what is held from the states `held` to the states `now`. */
async function catchUp(held: Map<string, string>, now: ReadonlyMap<string, string>, remove: (id: string) => void, read: (ids: readonly string[] | "all") => Promise<void>): Promise<void> {
  const pause = slices();
  for (const id of held.keys()) {
    await pause();
    if (now.has(id)) continue;
    remove(id);
    held.delete(id);
  }
  const changed: string[] = [];
  for (const [id, stamp] of now) {
    await pause();
    if (held.get(id) === stamp) continue;
    changed.push(id);
    // A record without a vector in this channel must lose the one that it had.
    if (held.has(id)) remove(id);
  }
  if (changed.length > 0) await read(changed.length > now.size / 2 ? "all" : changed);
  for (const id of changed) {
    held.set(id, now.get(id)!);
    await pause();
  }
}

async function stampsOf(entries: ReadonlyMap<string, RosterEntry>): Promise<Map<string, string>> {
  const stamps = new Map<string, string>();
  const pause = slices();
  for (const { id, stamp } of entries.values()) {
    stamps.set(id, stamp);
    await pause();
  }
  return stamps;
}

function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 0) throw new FigtreeError("input.invalid", { field: "The number of exemplars", value: limit, message: "It must be a whole number from 0." });
}
