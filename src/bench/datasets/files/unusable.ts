import { FigtreeError, toFigtreeError } from "../../../core/ports";

/** A data set's copy that cannot be used: which place, and what is wrong with it. */
export function unusable(place: string, message: string, cause?: unknown): FigtreeError {
  return new FigtreeError("input.invalid", { field: "The data set", value: place, message }, { cause });
}

/** Runs a read; aborting ends it as `cancelled`, whatever else fails as `input.invalid` at `place`. */
export async function reading<Result>(place: string, signal: AbortSignal | undefined, read: () => Promise<Result>): Promise<Result> {
  stopIfAborted(signal);
  try {
    return await read();
  } catch (thrown) {
    stopIfAborted(signal);
    const error = toFigtreeError(thrown, "input.invalid");
    throw error === thrown || error.code === "cancelled" ? error : unusable(place, `It cannot be read: ${error.details["message"] ?? error.code}`, thrown);
  }
}

export function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new FigtreeError("cancelled");
}
