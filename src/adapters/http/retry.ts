/** Waits; rejects as soon as the signal is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export interface RetryPolicy {
  /** @param attempt how many attempts have failed, >= 1 */
  readonly shouldRetry: (error: unknown, attempt: number) => boolean;
  /** Milliseconds before the next attempt. */
  readonly delay: (error: unknown, attempt: number) => number;
  readonly sleep: Sleep;
  readonly signal: AbortSignal;
}

/** Runs `work` until it succeeds or `shouldRetry` says no; the last error is thrown. An abort ends a pause at once. */
export async function retry<Result>(work: () => Promise<Result>, policy: RetryPolicy): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (policy.signal.aborted || !policy.shouldRetry(error, attempt)) throw error;
      await policy.sleep(policy.delay(error, attempt), policy.signal);
      policy.signal.throwIfAborted();
    }
  }
}

export const sleepReal: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const wake = (): void => {
      signal.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
