import * as vscode from "vscode";
import { endpointSpace } from "../../../adapters/embedders";
import { fillVectors, isSpaceOf } from "../../../core/exemplars";
import type { ExemplarStore } from "../../../core/ports";
import { Follower } from "../../follower";
import { exemplarsView } from "../../ids";
import { withCancellableProgress } from "../../progress";
import type { LibraryContext } from "./context";

/** Embeds every exemplar that has no vectors of the present embedder; with another embedder than before, all of them. */
export async function rebuildVectors({ library }: LibraryContext): Promise<void> {
  const store = await library.open();
  const embedder = store === undefined ? undefined : await library.embedder();
  if (store === undefined || embedder === undefined) return;
  const embedded = await withCancellableProgress(vscode.l10n.t("Rebuilding the vectors of the library"), (signal, report) => fillVectors(store, embedder, signal, (done, total) => report(`${done}/${total}`, (100 * done) / total)));
  await library.refresh();
  void vscode.window.setStatusBarMessage(embedded === 0 ? vscode.l10n.t("Every exemplar has its vectors already.") : vscode.l10n.t("{0} exemplars have new vectors.", embedded), 5000);
}

/**
 * Keeps the vectors of an open library complete: what lacks some is embedded where that costs nothing and nobody has to
 * be asked; another embedder than before is offered a rebuild, once. It opens nothing that is not open.
 */
export class VectorsKeeper {
  readonly #follower = new Follower(() => this.#look());
  /** Places where filling has failed: not tried again in this window. */
  readonly #failed = new Set<string>();

  constructor(
    private readonly context: Pick<LibraryContext, "library" | "services">,
    private readonly memory: vscode.Memento,
  ) {}

  /** Settles when everything that has changed up to now was looked at. */
  look(): Promise<void> {
    return this.#follower.follow();
  }

  async #look(): Promise<void> {
    const { library, services } = this.context;
    const store = await library.opened;
    const stats = await store?.stats();
    if (store === undefined || stats === undefined || stats.exemplars === 0) return;
    const { embedder } = services.settings.library();
    if (embedder.kind === "offline") await library.embedder();
    const present = stats.embedder;
    if (present === null || library.knownSpace === present.id) {
      if (stats.withoutVectors > 0 && embedder.kind === "offline") await this.#fill(store);
      return;
    }
    // A server at another address: whether it has the same model is found out at the next use.
    if (library.knownSpace === undefined && embedder.kind === "endpoint" && isSpaceOf(present.id, endpointSpace(embedder.model))) return;
    const key = `figtree.rebuildOffered:${store.place}:${present.id}:${JSON.stringify(embedder)}`;
    if (this.memory.get<boolean>(key) === true) return;
    await this.memory.update(key, true);
    const rebuild = vscode.l10n.t("Rebuild");
    // Not waited for: a message may stay for hours.
    void vscode.window.showInformationMessage(vscode.l10n.t("The exemplar library was prepared with another embedding model ({0}). Until its vectors are rebuilt, exemplars are found by their words alone.", present.id), rebuild)
      .then((choice) => (choice === rebuild ? vscode.commands.executeCommand("figtree.rebuildVectors") : undefined));
  }

  async #fill(store: ExemplarStore): Promise<void> {
    const embedder = this.#failed.has(store.place) ? undefined : await this.context.library.embedder();
    if (embedder === undefined) return;
    try {
      await vscode.window.withProgress({ location: { viewId: exemplarsView } }, () => fillVectors(store, embedder, new AbortController().signal));
    } catch (thrown) {
      this.#failed.add(store.place);
      throw thrown;
    }
  }
}
