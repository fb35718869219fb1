import PQueue from "p-queue";
import type { Sleep } from "../../http";
import { createBreaker, type Breaker } from "./breaker";
import { createAdaptiveLimit, type AdaptiveLimit } from "./limit";

/** Requests at once before anything is known. */
const firstLimit = 4;

export interface SchedulerOptions {
  /** Requests at once that were found useful before; null: not known. */
  readonly known: number | null;
  /** Requests at once, at most. */
  readonly most: number;
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** Hears of pauses; the failure is what the endpoint did last. */
export interface PauseListener {
  onPause(failure: unknown, milliseconds: number): void;
  onResume(): void;
}

/** Everything that goes to one endpoint and model shares one of these: its limit, its order and its breaker. */
export interface Scheduler {
  readonly limit: AdaptiveLimit;
  readonly breaker: Breaker;
  /** Runs `work` when it is its turn: higher priorities first, then first come, first served. */
  run<Result>(work: () => Promise<Result>, priority: number, signal: AbortSignal): Promise<Result>;
  /** Ends the use by one model; the last one's end ends pauses. */
  release(): void;
}

interface Shared {
  readonly scheduler: Omit<Scheduler, "release">;
  readonly listeners: Set<PauseListener>;
  readonly closed: AbortController;
}

const shared = new Map<string, Shared>();

/**
 * The scheduler of an endpoint and model, one for the whole process while anyone uses it. The options of the
 * first user hold.
 *
 * @param key endpoint and model
 */
export function openScheduler(key: string, options: SchedulerOptions, listener: PauseListener): Scheduler {
  const known = shared.get(key) ?? create(options);
  shared.set(key, known);
  known.listeners.add(listener);
  return {
    ...known.scheduler,
    release() {
      known.listeners.delete(listener);
      if (known.listeners.size > 0) return;
      known.closed.abort();
      if (shared.get(key) === known) shared.delete(key);
    },
  };
}

function create({ known, most, now, sleep }: SchedulerOptions): Shared {
  const listeners = new Set<PauseListener>();
  const closed = new AbortController();
  const limit = createAdaptiveLimit({ start: known ?? firstLimit, most, now, onChange: (value) => (queue.concurrency = value) });
  const queue = new PQueue({ concurrency: limit.value });
  const breaker = createBreaker({
    sleep,
    signal: closed.signal,
    onPause: (failure, milliseconds) => listeners.forEach((listener) => listener.onPause(failure, milliseconds)),
    onResume: () => listeners.forEach((listener) => listener.onResume()),
  });
  return { scheduler: { limit, breaker, run: (work, priority, signal) => queue.add(work, { priority, signal }) }, listeners, closed };
}
