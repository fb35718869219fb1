import type { Sleep } from "../../http";

/** Failures in a row, over all requests, before an endpoint that has worked is left alone for a while. */
const mostFailures = 6;
/** Lengths of the pauses in milliseconds; after the last one the failure stands. */
const pauses = [15_000, 30_000, 60_000];

export interface Breaker {
  /** The endpoint has answered before: what fails now may come back. */
  readonly worked: boolean;
  /** So many failures in a row that more attempts at once are of no use. */
  readonly tripped: boolean;
  /** Tells how an attempt ended; an answer is whatever shows that the endpoint is there, a reply is of use. */
  answered(withReply: boolean): void;
  failed(): void;
  /**
   * Runs `work`, which fails once the breaker has tripped, and runs it again after a pause. After a pause one
   * request tries alone while the others wait for how it fares.
   *
   * @throws what `work` throws; the last failure when the pauses are used up
   */
  pass<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

export interface BreakerOptions {
  readonly sleep: Sleep;
  /** Ends a pause when the endpoint is no longer in use. */
  readonly signal: AbortSignal;
  readonly onPause: (failure: unknown, milliseconds: number) => void;
  readonly onResume: () => void;
}

export function createBreaker({ sleep, signal: closed, onPause, onResume }: BreakerOptions): Breaker {
  let worked = false;
  let failures = 0;
  let rounds = 0;
  let pausing: Promise<void> | undefined;
  let trial: Promise<void> | undefined;

  /** Waits for a turn; the returned function ends a trial. */
  async function admitted(signal: AbortSignal): Promise<() => void> {
    for (;;) {
      const wait = pausing ?? trial;
      if (wait !== undefined) await unlessAborted(wait, signal);
      else if (rounds === 0) return () => undefined;
      else {
        let end = (): void => undefined;
        trial = new Promise((resolve) => (end = resolve));
        return () => {
          trial = undefined;
          end();
        };
      }
    }
  }

  function pause(failure: unknown): void {
    if (pausing !== undefined) return;
    const length = pauses[rounds];
    if (length === undefined) {
      [worked, failures, rounds] = [false, 0, 0];
      throw failure;
    }
    rounds += 1;
    onPause(failure, length);
    pausing = sleep(length, closed).finally(() => (pausing = undefined));
    pausing.catch(() => undefined);
  }

  return {
    get worked() {
      return worked;
    },
    get tripped() {
      return worked && failures >= mostFailures;
    },
    answered(withReply) {
      if (rounds > 0) onResume();
      [worked, failures, rounds] = [worked || withReply, 0, 0];
    },
    failed() {
      failures += 1;
    },
    async pass(work, signal) {
      for (;;) {
        const end = await admitted(signal);
        try {
          return await work();
        } catch (failure) {
          if (signal.aborted || !this.tripped) throw failure;
          pause(failure);
        } finally {
          end();
        }
      }
    },
  };
}

function unlessAborted(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const stop = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    wait.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
