import { prepareImage } from "../../adapters/images";
import { systemClock } from "../../adapters/system";
import type { BenchEnd, RunProgress } from "../../bench";
import { fillVectors, retrievalSettingsOf } from "../../core/exemplars";
import { FigtreeError, type Embedder, type ExemplarStore } from "../../core/ports";
import { parseSpec } from "../../core/solve";
import { leaseModel } from "../models/lease";
import type { Services } from "../services";
import type { ModelPlace } from "../settings/read";
import type { EvaluationFolder, StoredEvaluation } from "./folder";
import { loadBench } from "./bench";
import { openSet } from "./sets";

/** Problems at the same time; each has a few requests under way. */
const problemsAtOnce = (place: ModelPlace): number => (place.kind === "endpoint" ? Math.min(8, place.inFlight) : 2);

export interface EvaluationRequest {
  readonly stored: StoredEvaluation;
  readonly store: ExemplarStore;
  readonly folders: EvaluationFolder;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

/** Without an embedder exemplars are found by their words, as in a solve. Those that were added a moment ago get their vectors first. */
async function embedderOr({ library, log }: Services, store: ExemplarStore, signal: AbortSignal): Promise<Embedder | null> {
  try {
    const embedder = (await library.embedder()) ?? null;
    const space = (await store.stats()).embedder;
    if (embedder !== null && (space === null || space.id === embedder.space.id)) await fillVectors(store, embedder, signal);
    return embedder;
  } catch (thrown) {
    if (signal.aborted) throw new FigtreeError("cancelled", {}, { cause: thrown });
    log.warn(`The evaluation compares exemplars by their words alone: ${String(thrown)}`);
    return null;
  }
}

/**
 * Begins an evaluation or goes on with it. Undefined: the person did not agree to where figures go. Throws
 * `input.invalid` where it was begun with another model, and what model, library and data set throw.
 */
export async function runEvaluation(services: Services, { stored, store, folders, signal, onProgress }: EvaluationRequest): Promise<BenchEnd | undefined> {
  const { folder, evaluation } = stored;
  const { place } = services.settings.current();
  const lease = await leaseModel(services, place, signal, () => undefined);
  if (lease === undefined) return undefined;
  try {
    const { name, place: where } = lease.model.info;
    const { model, limit, seed, preset, specs } = evaluation;
    const known = model.name !== "";
    if (known && (model.name !== name || model.place !== where)) throw new FigtreeError("input.invalid", { field: "The model", value: `${name} (${where})`, message: `This evaluation was begun with ${model.name} (${model.place}). Choose that one to go on.` });
    const begun = { ...evaluation, model: { name, place: where } };
    await folders.write({ folder, evaluation: begun });
    const { runBench } = loadBench();
    const embedder = await embedderOr(services, store, signal);
    const { dataset, mayTeach } = await openSet(evaluation.set, store, signal);
    try {
      const end = await runBench({
        folder, dataset, limit, seed, preset, specs: specs.map(parseSpec), model: lease.model, judge: null, atOnce: problemsAtOnce(place),
        library: { store, embedder, settings: retrievalSettingsOf({ seed }), pinned: [], banned: [] }, ...(mayTeach === undefined ? {} : { mayTeach }),
        prepare: async (bytes, problem) => (await prepareImage(bytes, { name: problem })).image,
        caps: { maxCalls: null, maxTokens: null, maxSeconds: null }, extend: false, retryFailed: true, clock: systemClock, onProgress, signal,
      });
      const { reason, done, total, failed } = end;
      await folders.write({ folder, evaluation: { ...begun, end: { reason, done, total, failed } } });
      return end;
    } finally {
      await dataset.close();
    }
  } finally {
    lease.release();
  }
}
