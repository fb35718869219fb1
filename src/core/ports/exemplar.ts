/** A worked problem's reasoning context and how often it led back to the answer. */
export interface ContextCandidate {
  /** Steps in the form of the prompt protocol, final answer line included. */
  readonly text: string;
  /** Passes / V in [0, 1]; null while it has not been verified. */
  readonly passRate: number | null;
}

/** The picture of an exemplar as the store keeps it, by content. */
export interface ExemplarImage {
  /** Lower-case hexadecimal SHA-256 of the bytes. */
  readonly sha256: string;
  readonly mediaType: "image/png" | "image/jpeg";
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly byteLength: number;
}

/** A worked problem that may teach the model (RCTS section 3.1). */
export interface Exemplar {
  /** Picture's hash and question decide it: `exemplarId`. */
  readonly id: string;
  readonly image: ExemplarImage;
  /** Empty where it stands in the figure. */
  readonly question: string;
  /** Options without letters; empty when open. */
  readonly choices: readonly string[];
  /** For choices the text of the right one. */
  readonly answer: string;
  /** Empty where unknown, as are `source` and `licence`. */
  readonly subject: string;
  readonly tags: readonly string[];
  readonly source: string;
  readonly licence: string;
  /** Every generated context with its rate, in order of generation. */
  readonly candidates: readonly ContextCandidate[];
  /** The context in use; null where there is none. */
  readonly context: string | null;
  /** Pass rate of `context`; null where it was written or imported and never verified. 0: kept but never retrieved. */
  readonly passRate: number | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type NewExemplar = Omit<Exemplar, "id" | "image" | "createdAt" | "updatedAt">;

/** What may be changed later. The picture and the question are what an exemplar is. */
export type ExemplarPatch = Partial<Pick<Exemplar, "choices" | "answer" | "subject" | "tags" | "source" | "licence" | "candidates" | "context" | "passRate">>;

/** `text` and `image` compare like with like; `joint` is the question's text in the picture's space, for image-text matching. */
export type VectorChannel = "text" | "image" | "joint";

/** What vectors mean: two vectors may be compared only where the ids are equal. */
export interface EmbeddingSpace {
  /** Names the models and how they are used. */
  readonly id: string;
  /** Dimension by channel; null: the embedder has no such vectors. */
  readonly dimensions: Readonly<Record<VectorChannel, number | null>>;
  /** Address of the model where one name may mean different models at different places. It is no part of what vectors mean. */
  readonly place?: string;
}

/** Vectors of one exemplar, of length 1, or null where it has none. */
export type ExemplarVectors = Readonly<Record<VectorChannel, Float32Array | null>>;

export interface ExemplarHit {
  readonly id: string;
  /** Cosine in [-1, 1] for vectors, BM25 (>= 0, unbounded) for full text. Larger is nearer. */
  readonly score: number;
}

export interface LibraryStats {
  readonly exemplars: number;
  readonly withContext: number;
  /** Over the exemplars with a pass rate; null without any. */
  readonly meanPassRate: number | null;
  /** Space of the vectors; null before any were written. */
  readonly embedder: EmbeddingSpace | null;
  /** Exemplars without vectors in that space. */
  readonly withoutVectors: number;
}

export interface ExemplarQuery {
  /** Words that must occur in question, answer, subject, tags or source; empty: no condition. */
  readonly text?: string;
  readonly subject?: string;
  readonly tag?: string;
  /** `verified`: with a context and a pass rate above 0. */
  readonly state?: "verified" | "withContext" | "withoutContext" | "flagged";
  readonly offset?: number;
  readonly limit?: number;
}

/** Something the person should know about the store, once. */
export interface LibraryNotice {
  /** `fallback`: the native database is missing here. `restored`: a damaged table was set back. `damagedRecords`: some could not be read. */
  readonly code: "fallback" | "restored" | "damagedRecords";
  readonly detail: string;
}

/**
 * The knowledge base. Safe to use from several windows and processes at once. Throws `library.*`, `input.invalid`,
 * `cancelled`.
 */
export interface ExemplarStore {
  /** Folder or address, without secrets. */
  readonly place: string;
  readonly engine: "lancedb" | "files";
  readonly notices: readonly LibraryNotice[];
  /**
   * Adds exemplars; one that is there already (same picture and question) is merged: what the old one lacks is
   * taken from the new one, tags are united, contexts are kept. Results are in the order given.
   */
  add(entries: readonly { readonly exemplar: NewExemplar; readonly image: Uint8Array; readonly imageInfo: ExemplarImage }[]): Promise<{ readonly id: string; readonly merged: boolean }[]>;
  get(ids: readonly string[]): Promise<(Exemplar | undefined)[]>;
  list(query?: ExemplarQuery): Promise<{ readonly total: number; readonly exemplars: Exemplar[] }>;
  /** False where there is no such exemplar. */
  update(id: string, patch: ExemplarPatch): Promise<boolean>;
  /** How many were there. Their pictures go when no other exemplar has them. */
  remove(ids: readonly string[]): Promise<number>;
  /** Throws `file.notFound` where no exemplar has that picture, `library.damaged` where its content is another one now. */
  readImage(sha256: string): Promise<Uint8Array>;
  stats(): Promise<LibraryStats>;
  /** Writes vectors. Another space than the present one replaces it: all older vectors are dropped. */
  setVectors(space: EmbeddingSpace, entries: readonly { readonly id: string; readonly vectors: ExemplarVectors }[]): Promise<void>;
  /** Ids that lack vectors in this space; all of them where the store has another one. */
  withoutVectors(space: EmbeddingSpace): Promise<string[]>;
  vectors(ids: readonly string[]): Promise<(ExemplarVectors | undefined)[]>;
  /** Nearest exemplars by cosine, best first; flagged ones (pass rate 0) and `exclude` are left out. Empty where the store has no such vectors. */
  nearest(channel: VectorChannel, vector: Float32Array, limit: number, exclude?: ReadonlySet<string>): Promise<ExemplarHit[]>;
  /** BM25 over question, subject and tags, best first; flagged ones and `exclude` are left out. */
  fullText(query: string, limit: number, exclude?: ReadonlySet<string>): Promise<ExemplarHit[]>;
  /** Frees what the store holds. Idempotent. */
  close(): Promise<void>;
}
