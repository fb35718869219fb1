import type { Clock } from "../../core/ports";

/** The machine's time. A pending timer keeps the process alive only where it is awaited. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, action, awaited = false) => {
    // Node's timers hold 32-bit delays; anything longer would fire at once.
    const timer = setTimeout(action, Math.min(milliseconds, 2 ** 31 - 1));
    if (!awaited) timer.unref();
    return () => clearTimeout(timer);
  },
};
