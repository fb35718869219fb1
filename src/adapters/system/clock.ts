import type { Clock } from "../../core/ports";

/** The machine's time. A pending timer never keeps the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, action) => {
    // Node's timers hold 32-bit delays; anything longer would fire at once.
    const timer = setTimeout(action, Math.min(milliseconds, 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
