import type { TraceEvent, WarningCode } from "../trace";

/** Where a running method tells what happens; the pipeline turns it into one stream. */
export interface Reporter {
  emit(event: TraceEvent): void;
  warn(code: WarningCode, count?: number, detail?: string): void;
}

/** A queue between whoever emits and the one consumer that iterates; ends or fails when told. */
export interface EventQueue extends Reporter {
  end(): void;
  fail(error: unknown): void;
  drain(): AsyncGenerator<TraceEvent, void>;
}

export function createEventQueue(): EventQueue {
  const waiting: TraceEvent[] = [];
  let ended = false;
  let failure: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;

  return {
    emit: (event) => {
      waiting.push(event);
      wake();
    },
    warn: (code, count = 1, detail = "") => {
      waiting.push({ type: "warning", warning: { code, count, detail } });
      wake();
    },
    end: () => {
      ended = true;
      wake();
    },
    fail: (error) => {
      failure = { error };
      wake();
    },
    drain: async function* () {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!;
        if (failure !== undefined) throw failure.error;
        if (ended) return;
        await new Promise<void>((resolve) => (wake = resolve));
        wake = () => undefined;
      }
    },
  };
}
