import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work on one file between two turns of the event loop. */
const slice = 3;

/** Gives a function that lets everything else have its turn once a slice of time is used up. */
export function slices(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < slice) return undefined;
    return nextTurn().then(() => void (began = performance.now()));
  };
}
