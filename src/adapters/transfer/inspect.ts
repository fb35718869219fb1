import path from "node:path";
import { FigtreeError } from "../../core/ports";
import { slices } from "../system";
import { importError } from "./failures";
import type { Files } from "./files/files";
import { openPlace } from "./files/open";
import { limits } from "./limits";
import { draftOf, type Draft } from "./mapping/draft";
import { fieldPaths } from "./mapping/field";
import { guessMapping } from "./mapping/guess";
import { checkFields, readMapping, type PartialMapping } from "./mapping/mapping";
import { manifestName, packDraft, recordsName } from "./pack/format";
import { findPack, type FoundPack } from "./pack/manifest";
import { findPicture, pictureFolders } from "./picture";
import type { ImportPlan, ImportSample } from "./plan";
import { sizeOf, type Fields } from "./read/item";
import { countParquet } from "./read/parquet";
import { readRecords, sniffEncoding, type SourceRecord } from "./read/records";
import { ProblemList, Refusal } from "./refusal";
import { dataFile, fileHash, findDataFiles, type Shards } from "./source";

export interface InspectOptions {
  readonly signal: AbortSignal;
  /** Shows what comes out with this mapping (a `FieldMapping`; checked) instead of the guessed one. */
  readonly mapping?: unknown;
}

/**
 * Looks at a data file, a folder, a ZIP archive or a pack: what it is, how its fields are mapped, three records as
 * they would come out, and the problems so far. Writes nothing, fetches nothing. Throws `file.notFound`,
 * `import.unreadable`, `import.nothingFound` (no records at all), `input.invalid` for a given mapping, `cancelled`.
 */
export async function inspectImport(place: string, options: InspectOptions): Promise<ImportPlan> {
  const absolute = path.resolve(place);
  let files: Files | undefined;
  try {
    options.signal.throwIfAborted();
    const opened = await openPlace(absolute);
    files = opened.files;
    const { chosen } = opened;
    const entries = chosen === undefined ? await files.list(dataFile, options.signal) : chosen === recordsName || chosen === manifestName ? [{ path: manifestName, size: 0 }] : [];
    const pack = await findPack(files, entries.map((entry) => entry.path), absolute);
    if (pack !== undefined) return await inspectPack(absolute, files, pack, options);
    if (chosen !== undefined) return await inspectShards(absolute, files, { files: [chosen], encoding: await sniffEncoding(files, chosen, options.signal) }, options);
    const failures: FigtreeError[] = [];
    const candidates = await findDataFiles(files, entries, options.signal, (failure) => failures.push(failure));
    return await bestOf(absolute, files, candidates, failures[0], options);
  } catch (thrown) {
    throw importError(thrown, absolute, options.signal);
  } finally {
    await files?.close();
  }
}

/**
 * The candidate from whose first records most exemplars come out; on a tie the first. Without any, the first failure is
 * thrown, that of a file that is no candidate last.
 */
async function bestOf(place: string, files: Files, candidates: readonly Shards[], unreadable: FigtreeError | undefined, options: InspectOptions): Promise<ImportPlan> {
  let best: { readonly shards: Shards; readonly score: number } | undefined;
  let failure: unknown;
  for (const shards of candidates) {
    try {
      const sample = await take(readRecords(files, shards.files, shards.encoding, options.signal, undefined, 20), 20);
      const rows = sample.flatMap(({ fields }) => (fields === null ? [] : [fields]));
      const { mapping } = guessMapping(rows);
      const score = ["question", "answer", "image"].filter((entry) => Object.hasOwn(mapping, entry)).length;
      const [refused] = rows.length === 0 ? sample : [];
      if (refused !== undefined) failure ??= new FigtreeError("import.unreadable", { file: refused.file, message: refused.reason });
      if (rows.length > 0 && score > (best?.score ?? 0)) best = { shards, score };
    } catch (thrown) {
      options.signal.throwIfAborted();
      failure ??= thrown;
    }
  }
  if (best === undefined) throw failure ?? unreadable ?? new FigtreeError("import.nothingFound", { file: place, message: "There is no JSON, JSONL, CSV, TSV or Parquet file with records in it." });
  const plan = await inspectShards(place, files, best.shards, options);
  const others = candidates.filter((shards) => shards !== best.shards).flatMap((shards) => shards.files);
  return others.length === 0 ? plan : { ...plan, notices: [...plan.notices, `There are other data files, which are not read: ${others.slice(0, 5).join(", ")}${others.length > 5 ? " and more" : ""}.`] };
}

async function take<T>(items: AsyncIterable<T>, most: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of items) if (taken.push(item) >= most) break;
  return taken;
}

interface Survey {
  readonly records: number;
  readonly sample: readonly SourceRecord[];
  readonly fields: readonly string[];
  readonly problems: ProblemList;
}

/** Reads through everything once, except for Parquet, which says itself how much it holds. */
async function survey(files: Files, shards: Shards, signal: AbortSignal): Promise<Survey> {
  const sample: SourceRecord[] = [];
  const found = new Set<string>();
  const problems = new ProblemList(limits.problems);
  let records = 0;
  let held = 0;
  const parquet = shards.encoding === "parquet";
  for await (const record of readRecords(files, shards.files, shards.encoding, signal, undefined, parquet ? limits.sample : undefined)) {
    records += 1;
    if (record.fields === null) problems.add({ file: record.file, record: record.number, line: record.line, reason: record.reason, detail: "" });
    else if (found.size < limits.fields) fieldPaths(record.fields, found, limits.fields);
    if (record.fields === null || sample.length >= limits.sample || held > limits.sampleBytes) continue;
    sample.push(record);
    held += sizeOf(record.fields);
  }
  if (parquet) {
    records = 0;
    for (const file of shards.files) records += await countParquet(await files.buffer(file), file);
  }
  return { records, sample, fields: [...found], problems };
}

async function inspectShards(place: string, files: Files, shards: Shards, options: InspectOptions): Promise<ImportPlan> {
  const { records, sample, fields, problems } = await survey(files, shards, options.signal);
  if (sample.length === 0) throw new FigtreeError("import.nothingFound", { file: place, message: "It holds no records." });
  const guess = guessMapping(sample.map((record) => record.fields!));
  const whole = options.mapping !== undefined || isWhole(guess.mapping) ? readMapping(options.mapping ?? guess.mapping) : undefined;
  if (whole !== undefined) checkFields(whole, fields);
  const samples = whole === undefined ? [] : await tryOut(files, sample, (record) => draftOf(record, whole, {}), problems, options.signal);
  const notices = [...guess.notices, ...(await packedPictures(files, shards.files[0]!, problems))];
  return { place, container: files.kind, format: guess.format, formatName: guess.formatName, encoding: shards.encoding, files: shards.files, records, mapping: whole ?? guess.mapping, fields, samples, problems: problems.first, reasons: problems.reasons, notices, licence: null };
}

/** Data sets come with their pictures in an archive of their own. */
async function packedPictures(files: Files, dataFile: string, problems: ProblemList): Promise<string[]> {
  if (!problems.reasons.some(({ reason }) => reason === "Its picture is not there.")) return [];
  for (const folder of pictureFolders(dataFile)) {
    const name = folder === "" ? "images.zip" : `${folder}/images.zip`;
    if ((await files.find(name).catch(() => undefined)) !== undefined) return [`Pictures seem to be in ${name}: unpack it first.`];
  }
  return [];
}

const isWhole = (mapping: PartialMapping): boolean => mapping.question !== undefined && mapping.answer !== undefined && mapping.image !== undefined;

/** Makes exemplars of the sample as the import would, short of reading the pictures. */
async function tryOut(files: Files, sample: readonly SourceRecord[], draft: (fields: Fields) => Draft, problems: ProblemList, signal: AbortSignal): Promise<ImportSample[]> {
  const samples: ImportSample[] = [];
  const pause = slices();
  for (const { fields, file, number, line } of sample) {
    await pause();
    signal.throwIfAborted();
    try {
      const { exemplar, picture } = draft(fields!);
      const { name } = await findPicture(picture, files, pictureFolders(file));
      if (samples.length < 3) samples.push({ exemplar, picture: name });
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      problems.add({ file, record: number, line, reason: thrown.reason, detail: thrown.detail });
    }
  }
  return samples;
}

async function inspectPack(place: string, files: Files, { manifest, folder }: FoundPack, { signal }: InspectOptions): Promise<ImportPlan> {
  const name = folder === "" ? recordsName : `${folder}/${recordsName}`;
  if ((await files.find(name)) === undefined) throw new FigtreeError("import.unreadable", { file: place, message: `The pack lacks its list of records, ${recordsName}.` });
  const shards: Shards = { files: [name], encoding: "jsonl" };
  const { records, sample, problems } = await survey(files, shards, signal);
  const hash = await fileHash(files, name, signal);
  const samples = await tryOut(files, sample, (fields) => packDraft(fields, manifest.licence), problems, signal);
  return {
    place, container: files.kind, format: "figtree-pack", formatName: manifest.name === "" ? "Figtree pack" : `Figtree pack "${manifest.name}"`, ...shards, records, mapping: {}, fields: [], samples, problems: problems.first, reasons: problems.reasons,
    notices: [...(manifest.description === "" ? [] : [manifest.description]), ...(hash === manifest.sha256 ? [] : ["The list of records is not the one that the manifest names: the pack was changed or cut off."])],
    licence: manifest.licence,
  };
}
