import type { Score } from "../scoring/score";

/** Values of one record by reported column, e.g. `{ task: ["FQA"], skills: ["ALG", "ARI"] }`; a record counts in each value. */
export type Categories = Readonly<Record<string, readonly string[]>>;

/** One problem of a data set, ready to be asked. */
export interface BenchProblem {
  /** Unique in its data set; as the data set calls the record. */
  readonly id: string;
  /** What a model is asked: `asked` with the content of the official prompt (form of the answer, unit, context), without the options. */
  readonly question: string;
  /** The question as it stands in the data set. */
  readonly asked: string;
  /** Options without letters, in order; empty when open, and where the options stand in the picture alone. */
  readonly choices: readonly string[];
  /** Answers that count as right for our own equality, for choices the text of the right one. At least one. */
  readonly references: readonly string[];
  /** The picture's bytes as they lie in the data set. Throws `input.invalid`, `cancelled`. */
  image(signal?: AbortSignal): Promise<Uint8Array>;
  /** The record's own fields that its official rule needs, kept raw. */
  readonly gold: Readonly<Record<string, unknown>>;
  readonly categories: Categories;
  /** Further facts for reports. */
  readonly meta: Readonly<Record<string, string | number | boolean | null>>;
}

/** A record that cannot be asked, and why. */
export interface SkippedRecord {
  readonly id: string;
  readonly reason: "noPicture" | "severalPictures" | "noAnswer";
}

export interface DataSet {
  /** Name of its reader. */
  readonly name: string;
  /** Which part was read, e.g. `testmini`. */
  readonly split: string;
  /** In the data set's own order. */
  readonly problems: readonly BenchProblem[];
  /** Records left out; never silently. */
  readonly skipped: readonly SkippedRecord[];
  /** Closes files that `image` reads from. Idempotent. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** As the data set names its parts; the reader's default where absent. */
  readonly split?: string;
  readonly signal?: AbortSignal;
}

export interface DatasetReader {
  /** For commands: lower case. */
  readonly name: string;
  readonly title: string;
  /** Licence and what it asks of the person who uses the data. */
  readonly licence: string;
  /** What the folder should look like, for a person. */
  readonly layout: string;
  /** Names of the parts, the default first. */
  readonly splits: readonly string[];
  /**
   * Reads the records of a copy that lies at `path` (a folder, or the file of records itself); pictures are read when asked for.
   * Throws `input.invalid` naming what is missing or unreadable, `cancelled`.
   */
  open(path: string, options?: OpenOptions): Promise<DataSet>;
}

/** How a data set counts an answer. */
export interface Scorer {
  readonly name: string;
  /**
   * Never throws.
   * @param reply the model's last reply as it came; null where there was none.
   * @param answer the final answer that the method made of it; null where there was none. Neither: wrong.
   */
  score(problem: BenchProblem, reply: string | null, answer: string | null): Score;
}
