import type { NewExemplar } from "../../core/ports";
import type { PartialMapping } from "./mapping/mapping";
import type { Encoding } from "./read/records";
import type { ImportProblem, ReasonCount } from "./refusal";

/** One exemplar as it would come out. */
export interface ImportSample {
  readonly exemplar: NewExemplar;
  /** Path of the picture, or words for one inside the record. */
  readonly picture: string;
}

/** What an import would do; plain data. Nothing has been written. */
export interface ImportPlan {
  /** Absolute path of the folder, archive or data file. */
  readonly place: string;
  readonly container: "folder" | "zip";
  /** `figtree-pack`, `scienceqa`, `mathvista`, `mathvision`, `mmmu`, `puzzlevqa`, `vlmevalkit`, `conversations`, `other`. */
  readonly format: string;
  /** For people. */
  readonly formatName: string;
  readonly encoding: Encoding;
  /** Data files below the folder or in the archive, in the order in which they are read. */
  readonly files: readonly string[];
  /** Records in all, also those that cannot be taken. */
  readonly records: number;
  /** As guessed or given; entries that could not be guessed are missing. Empty for packs, which need none. */
  readonly mapping: PartialMapping;
  /** Dotted paths that occur in the records. */
  readonly fields: readonly string[];
  /** At most three. */
  readonly samples: readonly ImportSample[];
  /** What was found in the records that were looked at: the first 200, and lines of any place that cannot be read. */
  readonly problems: readonly ImportProblem[];
  readonly reasons: readonly ReasonCount[];
  /** Sentences about the data set as a whole. */
  readonly notices: readonly string[];
  /** Of the pack; null elsewhere. */
  readonly licence: string | null;
}
