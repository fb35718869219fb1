import type { EmbeddingSpace, Exemplar, ExemplarQuery, ExemplarVectors, FigtreeError, LibraryNotice, VectorChannel } from "../../../core/ports";

/** An exemplar as kept, with a mark that is another one after every write. */
export interface StoredExemplar {
  readonly exemplar: Exemplar;
  readonly stamp: string;
}

/** What searching and counting need to know of every exemplar. */
export interface RosterEntry {
  readonly id: string;
  readonly stamp: string;
  readonly hasContext: boolean;
  readonly passRate: number | null;
}

/** The space of the vectors and the place that holds them; another place means that nothing of the old one counts. */
export interface SpaceState {
  readonly space: EmbeddingSpace;
  readonly key: string;
}

/** Part of the vectors of one channel: `rows` of length `dimension` one after another. */
export interface VectorBatch {
  readonly ids: readonly string[];
  readonly rows: Float32Array;
}

export interface Pictures {
  /** Keeps a picture under its hash; one that is there and whole is left alone. */
  write(sha256: string, mediaType: string, bytes: Uint8Array): Promise<void>;
  /** Throws `library.damaged` where the content is not what the hash says, `file.notFound`. */
  read(sha256: string): Promise<Uint8Array>;
  remove(hashes: readonly string[]): Promise<void>;
}

/** Search inside the engine, for libraries that are too large for memory. */
export interface EngineSearch {
  /** Whether the index is made; until then the search is done in memory, whatever its size. */
  canSearch(what: VectorChannel | "words"): Promise<boolean>;
  nearest(state: SpaceState, channel: VectorChannel, vector: Float32Array, limit: number): Promise<{ id: string; score: number }[]>;
  fullText(terms: readonly string[], limit: number): Promise<{ id: string; score: number }[]>;
}

/**
 * Where exemplars are kept. Merging, checks and search in memory are the same above every engine. Whatever changes
 * goes through `write`; everything else reads what other processes have written by then.
 */
export interface Backend {
  readonly engine: "lancedb" | "files";
  readonly notices: LibraryNotice[];
  readonly pictures: Pictures;
  /** Null where everything is searched in memory. */
  readonly search: EngineSearch | null;
  /** Runs `action` while no other process on this machine writes; again from its start where another machine came first. */
  write<Result>(action: () => Promise<Result>): Promise<Result>;
  /** Equal texts: nothing has changed since. */
  version(): Promise<string>;
  roster(): Promise<Map<string, RosterEntry>>;
  find(ids: readonly string[]): Promise<Map<string, StoredExemplar>>;
  select(query: ExemplarQuery): Promise<{ readonly total: number; readonly exemplars: Exemplar[] }>;
  /** Inside `write` only, as are the others that change something. `replaces` is the stamp of the record that was read; null: there was none. */
  put(entries: readonly { readonly exemplar: Exemplar; readonly replaces: string | null }[]): Promise<void>;
  erase(ids: readonly string[]): Promise<void>;
  /** Which of these pictures some exemplar has. */
  picturesInUse(hashes: readonly string[]): Promise<Set<string>>;
  space(): Promise<SpaceState | null>;
  /** Equal texts: the vectors are the same. */
  vectorVersion(state: SpaceState): Promise<string>;
  vectorStamps(state: SpaceState): Promise<Map<string, string>>;
  /** Gives `take` the vectors part by part. */
  readVectors(state: SpaceState, channel: VectorChannel, ids: readonly string[] | "all", take: (batch: VectorBatch) => Promise<void>): Promise<void>;
  vectors(state: SpaceState, ids: readonly string[]): Promise<Map<string, ExemplarVectors>>;
  putVectors(space: EmbeddingSpace, entries: readonly { readonly id: string; readonly vectors: ExemplarVectors }[]): Promise<void>;
  /** Texts for the word index: question, subject and tags. */
  readTexts(ids: readonly string[] | "all"): AsyncIterable<readonly { readonly id: string; readonly text: string }[]>;
  /** Says more about damage than the error does: the last version that is whole. Other errors come back as they are. */
  diagnose?(error: FigtreeError): Promise<FigtreeError>;
  close(): Promise<void>;
}
