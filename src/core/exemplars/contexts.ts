import { FigtreeError, toFigtreeError, type Clock, type ErrorCode, type ErrorRecord, type ExemplarStore, type VisionModel } from "../ports";
import { createChannel, type ContextsEvent } from "./contexts-events";
import { shareModel } from "./contexts-model";
import { isFinished, makeContexts } from "./contexts-one";
import { checkContextSettings, type ContextSettings } from "./contexts-settings";

export interface ContextsRequest {
  readonly store: ExemplarStore;
  readonly model: VisionModel;
  readonly settings: ContextSettings;
  /** Which exemplars, in this order; absent: all. */
  readonly ids?: readonly string[];
  /** Exemplars and model calls at once, >= 1; default 4. */
  readonly inFlight?: number;
  readonly clock: Clock;
  /** Ends the run with what is stored. There is no other pause: the next run goes on where this one ended. */
  readonly signal: AbortSignal;
}

/** Failures that the next exemplar would meet too. */
const everywhere = new Set<ErrorCode>([
  "cancelled", "endpoint.unreachable", "endpoint.unauthorized", "endpoint.modelNotFound", "endpoint.quota", "endpoint.noVision",
  "model.notFound", "model.loadFailed", "model.notInstalled", "editor.notAllowed", "editor.modelNotFound", "library.unreachable", "library.full",
]);
const page = 200;

async function exemplarIds(store: ExemplarStore): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { total, exemplars } = await store.list({ offset: ids.length, limit: page });
    ids.push(...exemplars.map(({ id }) => id));
    if (exemplars.length === 0 || ids.length >= total) return [...new Set(ids)];
  }
}

/** The ids that have work left, in the order given. */
async function unfinished(store: ExemplarStore, ids: readonly string[], force: boolean): Promise<string[]> {
  const left: string[] = [];
  for (let from = 0; from < ids.length; from += page) {
    for (const exemplar of await store.get(ids.slice(from, from + page))) if (exemplar !== undefined && (force || !isFinished(exemplar))) left.push(exemplar.id);
  }
  return left;
}

/**
 * Builds the reasoning contexts of a library (RCTS 3.1): M contexts for each exemplar, each verified V times, the best
 * kept. Every exemplar is stored as soon as it is done, so a run that is cancelled, paused or killed is resumed by
 * running it again: finished exemplars are not asked about, unless `force`. A failing exemplar never stops the rest;
 * a failure of the endpoint itself does. Nothing is thrown but `input.invalid` for the settings and the store's
 * failures before the first exemplar; leaving the iteration early cancels the model's work.
 */
export async function* buildContexts({ store, model, settings, ids, inFlight = 4, clock, signal }: ContextsRequest): AsyncGenerator<ContextsEvent, void> {
  checkContextSettings(settings);
  const startedAt = clock.now();
  const inner = new AbortController();
  const onAbort = (): void => inner.abort();
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });

  const shared = shareModel(model, inFlight, inner.signal);
  const channel = createChannel<ContextsEvent>();
  const seconds = (): number => (clock.now() - startedAt) / 1000;
  let [done, failed] = [0, 0];
  let stop: ErrorRecord | undefined;

  async function one(id: string, total: number): Promise<void> {
    try {
      const [exemplar] = await store.get([id]);
      if (exemplar === undefined) throw new FigtreeError("input.invalid", { field: "The exemplar", message: "It was removed in the meantime." });
      channel.put({ type: "begun", id, question: exemplar.question });
      const { passRate, candidates } = await makeContexts(store, shared, exemplar, settings);
      done += 1;
      channel.put({ type: "done", id, passRate, candidates: candidates.length });
    } catch (thrown) {
      const { code, details } = toFigtreeError(thrown, "endpoint.badResponse");
      // What the end of the run has cut off has not failed.
      if (inner.signal.aborted) return;
      if (everywhere.has(code)) {
        stop = { code, details };
        return inner.abort();
      }
      failed += 1;
      channel.put({ type: "failed", id, error: { code, details } });
    }
    const left = total - done - failed;
    channel.put({ type: "progress", done, failed, total, usage: shared.usage(), seconds: seconds(), remainingSeconds: done === 0 ? null : (seconds() / (done + failed)) * left });
  }

  async function run(left: readonly string[]): Promise<void> {
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < left.length && !inner.signal.aborted) await one(left[next++]!, left.length);
    };
    await Promise.all(Array.from({ length: Math.min(Math.max(1, Math.trunc(inFlight)), left.length) }, worker));
    channel.put({
      type: "finished", reason: stop !== undefined && stop.code !== "cancelled" ? "stopped" : inner.signal.aborted ? "cancelled" : "completed",
      error: stop === undefined || stop.code === "cancelled" ? null : stop, done, failed, usage: shared.usage(), seconds: seconds(),
    });
    channel.end();
  }

  try {
    const all = signal.aborted ? [] : [...new Set(ids ?? (await exemplarIds(store)))];
    const left = await unfinished(store, all, settings.force === true);
    yield { type: "started", total: left.length, finished: all.length - left.length };
    const running = run(left);
    try {
      yield* channel.drain();
    } finally {
      inner.abort();
      await running;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
