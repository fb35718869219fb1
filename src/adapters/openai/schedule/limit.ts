/** Successes of one kind that are looked at together. */
const window = 8;
/** Latency may grow by this much before more requests at once bring nothing. */
const tolerated = 1.5;

export interface AdaptiveLimit {
  readonly value: number;
  /** Call before an attempt; the returned function takes how it ended. */
  begin(kind: number): (end: "succeeded" | "throttled" | "failed") => void;
}

/**
 * Additive increase, multiplicative decrease: the limit grows by one after a window of successes whose median
 * latency is at most 1.5 times the best median of its kind, while all places were in use; it halves when the
 * endpoint asks to slow down, once for all requests that were already on their way.
 *
 * @param start where it begins, >= 1
 * @param most it never exceeds this
 * @param now milliseconds
 * @param onChange called with every new limit
 */
export function createAdaptiveLimit({ start, most, now, onChange }: { readonly start: number; readonly most: number; readonly now: () => number; readonly onChange: (limit: number) => void }): AdaptiveLimit {
  let limit = Math.max(1, Math.min(start, most));
  let running = 0;
  let full = false;
  let epoch = 0;
  // Kinds are kept apart: a reward of one token is no measure for a generation.
  const kinds = new Map<number, { latencies: number[]; best: number }>();

  const change = (value: number): void => {
    if (value === limit) return;
    limit = value;
    full = false;
    for (const kind of kinds.values()) kind.latencies = [];
    onChange(limit);
  };

  function succeeded(kind: number, milliseconds: number): void {
    const known = kinds.get(kind) ?? { latencies: [], best: Infinity };
    kinds.set(kind, known);
    known.latencies.push(milliseconds);
    if (known.latencies.length < window) return;
    const median = known.latencies.sort((a, b) => a - b)[window / 2]!;
    known.latencies = [];
    const holds = median <= tolerated * known.best;
    known.best = Math.min(known.best, median);
    if (holds && full && limit < most) change(limit + 1);
  }

  return {
    get value() {
      return limit;
    },
    begin(kind) {
      const begunAt = now();
      const begunIn = epoch;
      running += 1;
      full ||= running >= limit;
      return (end) => {
        running -= 1;
        if (end === "succeeded") succeeded(kind, now() - begunAt);
        else if (end === "throttled" && begunIn === epoch) {
          epoch += 1;
          change(Math.max(1, Math.floor(limit / 2)));
        }
      };
    },
  };
}
