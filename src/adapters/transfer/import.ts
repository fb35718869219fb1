import { FigtreeError, type Clock, type ExemplarStore } from "../../core/ports";
import { entryOf, type Entry, type PrepareImage } from "./batch";
import { importError } from "./failures";
import type { Files } from "./files/files";
import { openPlace } from "./files/open";
import { limits } from "./limits";
import { draftOf, type Draft } from "./mapping/draft";
import { checkFields, columnsOf, readMapping, type FieldMapping } from "./mapping/mapping";
import { packDraft } from "./pack/format";
import type { ImportPlan } from "./plan";
import { sizeOf } from "./read/item";
import { readRecords, type SourceRecord } from "./read/records";
import { ProblemList, Refusal, type ImportProblem, type ReasonCount } from "./refusal";
import { fileHash } from "./source";
import { stateFile } from "./state";

export interface ImportProgress {
  /** Records that are finished, whatever became of them. */
  readonly done: number;
  readonly total: number;
  readonly added: number;
  /** Were there already, or earlier in the same import. */
  readonly merged: number;
  readonly skipped: number;
  /** Estimate; null before anything was measured. */
  readonly secondsLeft: number | null;
  /** The first 200 that were skipped. */
  readonly problems: readonly ImportProblem[];
  readonly reasons: readonly ReasonCount[];
  /** True in the last one. */
  readonly finished: boolean;
}

export interface ImportOptions {
  readonly plan: ImportPlan;
  /** Instead of the plan's. */
  readonly mapping?: unknown;
  readonly store: ExemplarStore;
  readonly prepareImage: PrepareImage;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Where the state of an unfinished import is kept. */
  readonly stateFolder: string;
  /** Ends after this many exemplars were added or merged. */
  readonly limit?: number;
  /** For records that name none. */
  readonly licence?: string;
  readonly source?: string;
}

const batchRecords = 32;
const batchBytes = 24 * 1024 * 1024;
const atOnce = 4;

/**
 * Imports what a plan describes, batch by batch, and tells how far it is. Records that cannot be taken are listed
 * and skipped. One that is cancelled or killed goes on where it stopped when it is started again with the same
 * content and mapping; records of the batch that was under way are then merged with themselves. Throws
 * `input.invalid` for a mapping, `file.notFound`, `import.unreadable`, `import.nothingFound` (nothing could be
 * taken), `library.*` of the store, `cancelled`.
 */
export async function* importExemplars(options: ImportOptions): AsyncGenerator<ImportProgress, ImportProgress> {
  const { plan, signal, limit = Infinity } = options;
  if (!(limit >= 1)) throw new FigtreeError("input.invalid", { field: "The limit", value: limit, message: "At least one exemplar has to be imported." });
  const mapping = plan.format === "figtree-pack" ? null : readMapping(options.mapping ?? plan.mapping);
  if (mapping !== null) checkFields(mapping, plan.fields);
  let files: Files | undefined;
  try {
    signal.throwIfAborted();
    ({ files } = await openPlace(plan.place));
    return yield* run(files, mapping, options, limit);
  } catch (thrown) {
    throw importError(thrown, plan.place, signal);
  } finally {
    await files?.close();
  }
}

type ToDraft = (record: SourceRecord) => Draft & { readonly sha256?: string };

async function* run(files: Files, mapping: FieldMapping | null, options: ImportOptions, limit: number): AsyncGenerator<ImportProgress, ImportProgress> {
  const { plan, store, clock, signal } = options;
  const defaults = { licence: options.licence, source: options.source };
  const toDraft: ToDraft = (record) => (mapping === null ? packDraft(record.fields!, plan.licence ?? "") : draftOf(record.fields!, mapping, defaults));
  const content: string[] = [];
  for (const name of plan.files) content.push(await fileHash(files, name, signal));
  const state = stateFile(options.stateFolder, { content, mapping, defaults, store: store.place });
  const before = await state.load();
  const problems = new ProblemList(limits.problems, before);
  let { done, added, merged, skipped } = before;
  const began = clock.now();
  const progress = (finished: boolean): ImportProgress => {
    const rate = (done - before.done) / Math.max(1, clock.now() - began);
    const taken = added + merged;
    const recordsLeft = Math.min(Math.max(0, plan.records - done), taken === 0 || limit === Infinity ? Infinity : ((limit - taken) * done) / taken);
    const secondsLeft = finished ? 0 : done === before.done ? null : recordsLeft / rate / 1000;
    return { done, total: plan.records, added, merged, skipped, secondsLeft, problems: [...problems.first], reasons: problems.reasons, finished };
  };
  const columns = mapping === null ? undefined : columnsOf(mapping);
  for await (const batch of batchesOf(readRecords(files, plan.files, plan.encoding, signal, columns), before.done)) {
    if (added + merged >= limit) break;
    const { entries, handled } = await prepareBatch(batch, files, toDraft, options.prepareImage, problems, limit - added - merged);
    signal.throwIfAborted();
    const results = entries.length === 0 ? [] : await store.add(entries);
    merged += results.filter((result) => result.merged).length;
    added += results.filter((result) => !result.merged).length;
    skipped += handled - entries.length;
    done += handled;
    await state.save({ version: 1, done, added, merged, skipped, problems: problems.first, reasons: problems.reasons });
    yield progress(false);
    signal.throwIfAborted();
  }
  await state.clear();
  if (added + merged === 0) throw new FigtreeError("import.nothingFound", { file: plan.place, message: problems.reasons[0] === undefined ? "It holds no records." : `None of its ${done} records can be taken. ${problems.reasons[0].reason}` });
  const last = progress(true);
  yield last;
  return last;
}

/** Records in groups that are added at once, without those that an earlier try finished. */
async function* batchesOf(records: AsyncIterable<SourceRecord>, done: number): AsyncGenerator<SourceRecord[]> {
  let batch: SourceRecord[] = [];
  let held = 0;
  for await (const record of records) {
    if (record.number <= done) continue;
    batch.push(record);
    held += sizeOf(record.fields);
    if (batch.length < batchRecords && held < batchBytes) continue;
    yield batch;
    batch = [];
    held = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Prepares records in order, some at once, until there are as many exemplars as have room. */
async function prepareBatch(batch: readonly SourceRecord[], files: Files, toDraft: ToDraft, prepare: PrepareImage, problems: ProblemList, room: number): Promise<{ readonly entries: Entry[]; readonly handled: number }> {
  const entries: Entry[] = [];
  let handled = 0;
  while (handled < batch.length && entries.length < room) {
    const part = batch.slice(handled, handled + Math.min(atOnce, room - entries.length));
    const outcomes = await Promise.all(part.map((record) => entryOf(record, files, toDraft, prepare).catch((thrown: unknown) => {
      if (thrown instanceof Refusal) return thrown;
      throw thrown;
    })));
    outcomes.forEach((outcome, index) => {
      const { file, number, line } = part[index]!;
      if (outcome instanceof Refusal) problems.add({ file, record: number, line, reason: outcome.reason, detail: outcome.detail });
      else entries.push(outcome);
    });
    handled += part.length;
  }
  return { entries, handled };
}
