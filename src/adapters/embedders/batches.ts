import { FigtreeError } from "../../core/ports";

/** Cuts a list into runs of at most `count` items whose sizes add up to at most `bytes`; a larger item is alone. */
export function cutBatches<Item>(items: readonly Item[], count: number, bytes: number, sizeOf: (item: Item) => number): Item[][] {
  const batches: Item[][] = [];
  let room = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const last = batches.at(-1);
    if (last === undefined || last.length >= count || size > room) {
      batches.push([item]);
      room = bytes - size;
    } else {
      last.push(item);
      room -= size;
    }
  }
  return batches;
}

/**
 * Works on several batches at once and gives their results as one list in the order given. The first failure
 * stops the others and is thrown; an abort of `signal` is thrown as `cancelled` at once.
 */
export async function mapBatches<Item, Result>(batches: readonly (readonly Item[])[], atOnce: number, signal: AbortSignal, work: (batch: readonly Item[], signal: AbortSignal) => Promise<Result[]>): Promise<Result[]> {
  if (signal.aborted) throw new FigtreeError("cancelled");
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  signal.addEventListener("abort", stop, { once: true });
  const results = new Array<Result[]>(batches.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < batches.length && !controller.signal.aborted) {
      const index = next++;
      results[index] = await work(batches[index]!, controller.signal);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, batches.length) }, worker));
    if (signal.aborted) throw new FigtreeError("cancelled");
    return results.flat();
  } catch (failure) {
    controller.abort();
    throw signal.aborted ? new FigtreeError("cancelled") : failure;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
