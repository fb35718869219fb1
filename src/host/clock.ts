import type { Clock } from "../core/ports";

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, action) => {
    // Node caps timers at 2^31-1 ms; a longer time cap than 24 days is no cap.
    const timer = setTimeout(action, Math.min(milliseconds, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  },
};
