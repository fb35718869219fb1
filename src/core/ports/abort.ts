import { FigtreeError } from "./errors";

/**
 * The work's result, or the reason of the signal (else `cancelled`) as soon as it is aborted, even where the work
 * itself hears nothing of it.
 */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const stop = (): void => reject(signal.reason instanceof FigtreeError ? signal.reason : new FigtreeError("cancelled"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
