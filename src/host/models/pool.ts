import type * as vscode from "vscode";
import { FigtreeError, type Logger, type ModelInfo, type VisionModel } from "../../core/ports";
import type { ModelPlace } from "../settings/read";
import type { ModelSource, PlaceOf, Say } from "./source";

/** A model in use; `release` when the solve is over. */
export interface ModelLease {
  readonly model: VisionModel;
  release(): void;
}

export type ModelSources = { readonly [Kind in ModelPlace["kind"]]: ModelSource<PlaceOf<Kind>> };

interface Entry {
  readonly opening: Promise<VisionModel>;
  /** Ends the opening when nobody waits for it any more. */
  readonly stop: AbortController;
  /** Those who use the model now. */
  readonly listeners: Set<Say>;
  opened: boolean;
  users: number;
}

/** Rejects with `cancelled` as soon as the signal is aborted. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new FigtreeError("cancelled"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * Hands out models, one for each place, so that solves side by side share its process or its request limit.
 * A model whose place is no longer wanted is disposed when its last solve ends.
 */
export class ModelPool implements vscode.Disposable {
  readonly #entries = new Map<string, Entry>();
  #wanted = "";

  constructor(
    private readonly sources: ModelSources,
    private readonly logger: Logger,
  ) {}

  /** What a person may be told before anything is loaded. */
  describe(place: ModelPlace): ModelInfo {
    return this.#source(place).describe(place);
  }

  /** Opens the model of a place, or joins those who use it. `say` is told about it until the lease is released. */
  async acquire(place: ModelPlace, signal: AbortSignal, say: Say): Promise<ModelLease> {
    const name = await this.#source(place).identity(place);
    this.#wanted = name;
    this.#sweep();
    const entry = this.#entries.get(name) ?? this.#open(name, place, say);
    entry.listeners.add(say);
    entry.users += 1;
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      entry.listeners.delete(say);
      entry.users -= 1;
      if (entry.users === 0 && !entry.opened) entry.stop.abort();
      this.#sweep();
    };
    try {
      const model = await unlessAborted(entry.opening, signal);
      say(null);
      return { model, release };
    } catch (thrown) {
      release();
      throw thrown;
    }
  }

  dispose(): void {
    for (const entry of this.#entries.values()) this.#end(entry);
    this.#entries.clear();
  }

  #source(place: ModelPlace): ModelSource<ModelPlace> {
    return this.sources[place.kind] as ModelSource<ModelPlace>;
  }

  #open(name: string, place: ModelPlace, first: Say): Entry {
    const stop = new AbortController();
    const listeners = new Set([first]);
    const opening = this.#source(place).open(place, stop.signal, (progress) => listeners.forEach((say) => say(progress)));
    const entry: Entry = { opening, stop, listeners, opened: false, users: 0 };
    this.#entries.set(name, entry);
    opening.then(
      () => (entry.opened = true),
      () => {
        if (this.#entries.get(name) === entry) this.#entries.delete(name);
      },
    );
    return entry;
  }

  #sweep(): void {
    for (const [name, entry] of this.#entries) {
      if (entry.users > 0 || (name === this.#wanted && !entry.stop.signal.aborted)) continue;
      this.#entries.delete(name);
      this.#end(entry);
    }
  }

  #end({ opening, stop }: Entry): void {
    stop.abort();
    opening.then((model) => model.dispose(), () => undefined).catch((error: unknown) => this.logger.warn(`A model did not end cleanly: ${String(error)}`));
  }
}
