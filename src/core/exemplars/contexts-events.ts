import type { ErrorRecord, Usage } from "../ports";

/** What happens while contexts are built, in order: `started`, the exemplars, `finished`. */
export type ContextsEvent =
  /** `total`: exemplars to do; `finished`: those that were left alone because nothing is left to ask. */
  | { readonly type: "started"; readonly total: number; readonly finished: number }
  | { readonly type: "begun"; readonly id: string; readonly question: string }
  /** Stored. `passRate`: that of the best context, in [0, 1]. */
  | { readonly type: "done"; readonly id: string; readonly passRate: number; readonly candidates: number }
  | { readonly type: "failed"; readonly id: string; readonly error: ErrorRecord }
  /** After each exemplar. `remainingSeconds`: by the pace so far; null before the first one is done. */
  | { readonly type: "progress"; readonly done: number; readonly failed: number; readonly total: number; readonly usage: Usage; readonly seconds: number; readonly remainingSeconds: number | null }
  /** `stopped`: a failure that concerns every exemplar. Whatever was done by then is stored. */
  | { readonly type: "finished"; readonly reason: "completed" | "cancelled" | "stopped"; readonly error: ErrorRecord | null; readonly done: number; readonly failed: number; readonly usage: Usage; readonly seconds: number };

/** Brings events from several workers to the one who iterates. */
export function createChannel<Event>(): { readonly put: (event: Event) => void; readonly end: () => void; readonly drain: () => AsyncGenerator<Event, void> } {
  const waiting: Event[] = [];
  let ended = false;
  let wake: () => void = () => undefined;
  return {
    put: (event) => {
      waiting.push(event);
      wake();
    },
    end: () => {
      ended = true;
      wake();
    },
    drain: async function* () {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!;
        if (ended) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
