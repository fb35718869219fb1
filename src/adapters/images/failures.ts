import { FigtreeError } from "../../core/ports";
import { decodedPixelLimit } from "./sharp";
import type { Size } from "./size";

/** Turns what the decoder threw into a typed error. */
export function decodingError(thrown: unknown, format: string, size: Size | undefined): FigtreeError {
  if (thrown instanceof FigtreeError) return thrown;
  // The decoder's messages have several lines; the last ones may hold the reason.
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (/pixel limit/i.test(message)) return tooLarge(size ?? { width: 0, height: 0 }, decodedPixelLimit, thrown);
  if (/^timeout/im.test(message)) return new FigtreeError("image.unsupported", { format: `${format.toUpperCase()} that takes too long to decode` }, { cause: thrown });
  if (/not supported|unsupported|not configured|channel limit|compression scheme/i.test(message) && !/unsupported image format/i.test(message)) {
    return new FigtreeError("image.unsupported", { format: `this kind of ${format.toUpperCase()}`, message: message.split("\n")[0]! }, { cause: thrown });
  }
  return new FigtreeError("image.damaged", { format, message: message.split("\n")[0]! }, { cause: thrown });
}

export function tooLarge({ width, height }: Size, limit: number, cause?: unknown): FigtreeError {
  return new FigtreeError("image.tooLarge", { width, height, limit: limit / 1e6 }, { cause });
}

/** Rejects as soon as the signal is aborted; the decoder's own work ends in the background, within its time limit. */
export async function orCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const stop = new AbortController();
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        const cancel = (): void => { reject(new FigtreeError("cancelled")); };
        if (signal.aborted) cancel();
        else signal.addEventListener("abort", cancel, { once: true, signal: stop.signal });
      }),
    ]);
  } finally {
    stop.abort();
    work.catch(() => undefined);
  }
}
