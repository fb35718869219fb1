const firstPause = 500;
const longestPause = 8_000;
/** A server that asks for more patience than this is reported instead of waited for. */
export const longestRetryAfter = 120_000;

/**
 * How long the server asks to wait, in milliseconds, from `retry-after-ms` or `Retry-After` (seconds, or a
 * date compared with `now`); undefined when it does not say or says nonsense.
 */
export function retryAfter(headers: Headers | undefined, now: number): number | undefined {
  const exact = headers?.get("retry-after-ms") ?? "";
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(exact)) return Number(exact);
  const value = headers?.get("retry-after") ?? "";
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Exponential pause with jitter: 0.5, 1, 2, 4, 8, 8, ... seconds, each reduced by up to a quarter.
 *
 * @param attempt attempts failed so far, >= 1
 * @param random in [0, 1)
 */
export function backoff(attempt: number, random: number): number {
  return Math.min(firstPause * 2 ** (attempt - 1), longestPause) * (1 - random / 4);
}
