import type * as vscode from "vscode";
import { endpointSpace } from "../../adapters/embedders";
import { fillVectors, isSpaceOf } from "../../core/exemplars";
import type { ExemplarStore } from "../../core/ports";
import { Follower } from "../follower";
import type { SettingsSource } from "../settings/settings";
import type { Library } from "./library";

export interface KeeperParts {
  readonly library: Pick<Library, "opened" | "embedder" | "knownSpace">;
  readonly settings: Pick<SettingsSource, "library">;
  /** Remembers which rebuilds were offered. */
  readonly memory: vscode.Memento;
  /** Asks whether to rebuild the vectors, which are of this model; not waited for, since a message may stay for hours. */
  offerRebuild(model: string): void;
  whileFilling(work: () => Promise<unknown>): Promise<void>;
}

/**
 * Keeps the vectors of an open library complete: what lacks some is embedded where that costs nothing and nobody has to
 * be asked; another embedder than before is offered a rebuild, once. It opens nothing that is not open.
 */
export class VectorsKeeper {
  readonly #follower = new Follower(() => this.#look());
  /** Places where filling has failed: not tried again in this window. */
  readonly #failed = new Set<string>();

  constructor(private readonly parts: KeeperParts) {}

  /** Settles when everything that has changed up to now was looked at. */
  look(): Promise<void> {
    return this.#follower.follow();
  }

  async #look(): Promise<void> {
    const { library, settings, memory } = this.parts;
    const store = await library.opened;
    const stats = await store?.stats();
    if (store === undefined || stats === undefined || stats.exemplars === 0) return;
    const { embedder } = settings.library();
    if (embedder.kind === "offline") await library.embedder();
    const present = stats.embedder;
    if (present === null || library.knownSpace === present.id) {
      if (stats.withoutVectors > 0 && embedder.kind === "offline") await this.#fill(store);
      return;
    }
    // A server at another address: whether it has the same model is found out at the next use.
    if (library.knownSpace === undefined && embedder.kind === "endpoint" && isSpaceOf(present.id, endpointSpace(embedder.model))) return;
    const key = `figtree.rebuildOffered:${store.place}:${present.id}:${JSON.stringify(embedder)}`;
    if (memory.get<boolean>(key) === true) return;
    await memory.update(key, true);
    this.parts.offerRebuild(present.id);
  }

  async #fill(store: ExemplarStore): Promise<void> {
    const embedder = this.#failed.has(store.place) ? undefined : await this.parts.library.embedder();
    if (embedder === undefined) return;
    try {
      await this.parts.whileFilling(() => fillVectors(store, embedder, new AbortController().signal));
    } catch (thrown) {
      this.#failed.add(store.place);
      throw thrown;
    }
  }
}
