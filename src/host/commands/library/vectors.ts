import * as vscode from "vscode";
import { fillVectors } from "../../../core/exemplars";
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

/** Offers the rebuild once for each pair of library and embedder; until then exemplars are found by their words. Opens nothing. */
export async function offerRebuild({ library, services }: Pick<LibraryContext, "library" | "services">, memory: vscode.Memento): Promise<void> {
  const store = await library.opened;
  const present = (await store?.stats())?.embedder ?? null;
  if (store === undefined || present === null) return;
  const { embedder } = services.settings.library();
  if (library.knownSpace === undefined && embedder.kind === "offline") await library.embedder();
  if (library.knownSpace === present.id) return;
  const key = `figtree.rebuildOffered:${store.place}:${present.id}:${JSON.stringify(embedder)}`;
  if (memory.get<boolean>(key) === true) return;
  await memory.update(key, true);
  const rebuild = vscode.l10n.t("Rebuild");
  const choice = await vscode.window.showInformationMessage(vscode.l10n.t("The exemplar library was prepared with another embedding model ({0}). Until its vectors are rebuilt, exemplars are found by their words alone.", present.id), rebuild);
  if (choice === rebuild) await vscode.commands.executeCommand("figtree.rebuildVectors");
}
