import { FigtreeError, type Clock } from "../ports";

/** Keeps long computing from holding up whoever else needs the thread. */
export interface Pacer {
  /** Counts work in microseconds of an idle machine, roughly; true when it is time to pause. */
  spend(cost: number): boolean;
  /** Lets everyone else run. Throws `cancelled` once the signal is aborted. */
  pause(): Promise<void>;
}

/** A slice stays well below the 10 ms that nobody may be held up for, on a busy machine and before the code is compiled too. */
const slice = 800;

/** @param clock without one only the signal is looked at, and nobody else gets to run. */
export function createPacer(signal: AbortSignal, clock?: Pick<Clock, "after">): Pacer {
  let spent = 0;
  return {
    spend(cost) {
      spent += cost;
      return spent >= slice;
    },
    async pause() {
      spent = 0;
      if (clock !== undefined) await new Promise<void>((resolve) => void clock.after(0, resolve, true));
      throwIfCancelled(signal);
    },
  };
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new FigtreeError("cancelled");
}
