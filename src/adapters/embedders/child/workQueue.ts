import { setImmediate as nextTurn } from "node:timers/promises";
import { FigtreeError } from "../../../core/ports";

/** Runs jobs one after the other; one can be cancelled while it waits, and while it runs at its checkpoints. */
export class WorkQueue {
  private tail: Promise<unknown> = Promise.resolve();
  private readonly wanted = new Set<number>();

  /** The job's result; rejects with `cancelled` if `cancel(id)` came first. */
  add<Result>(id: number, job: (checkpoint: () => Promise<void>) => Promise<Result>): Promise<Result> {
    this.wanted.add(id);
    const checkpoint = async (): Promise<void> => {
      // Messages from the parent arrive between two turns of the event loop.
      await nextTurn();
      if (!this.wanted.has(id)) throw new FigtreeError("cancelled");
    };
    const result = this.tail.then(async () => {
      try {
        await checkpoint();
        return await job(checkpoint);
      } finally {
        this.wanted.delete(id);
      }
    });
    this.tail = result.catch(() => undefined);
    return result;
  }

  cancel(id: number): void {
    this.wanted.delete(id);
  }
}
