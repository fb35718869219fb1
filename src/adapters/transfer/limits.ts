const mebibyte = 1024 * 1024;

/** What untrusted files may cost. Sizes in bytes, texts in UTF-16 units. */
export const limits = {
  /** One picture as it lies in the source. */
  pictureBytes: 50 * mebibyte,
  /** A JSON document is parsed whole. */
  jsonBytes: 384 * mebibyte,
  /** A line of JSONL or a row of CSV, base64 pictures included. */
  lineLength: 80 * mebibyte,
  /** Row groups of Parquet larger than this are read in slices. */
  parquetSlice: 192 * mebibyte,
  /** Parquet in an archive has to be unpacked into memory. */
  unpackedParquet: 512 * mebibyte,
  /** One file streamed out of an archive. */
  unpackedFile: 16 * 1024 * mebibyte,
  archiveEntries: 500_000,
  folderFiles: 200_000,
  folderDepth: 8,
  question: 20_000,
  choice: 4_000,
  choices: 26,
  answer: 4_000,
  context: 40_000,
  /** Subject, source, licence. */
  label: 1_000,
  tag: 200,
  tags: 50,
  /** Records that the inspection looks at closely. */
  sample: 200,
  /** It stops earlier beyond this many bytes. */
  sampleBytes: 64 * mebibyte,
  problems: 200,
  fields: 500,
} as const;

/** A size as a person reads it. */
export const megabytes = (bytes: number): string => `${bytes / mebibyte} MB`;
