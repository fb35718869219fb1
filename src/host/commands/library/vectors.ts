import * as vscode from "vscode";
import { fillVectors } from "../../../core/exemplars";
import { exemplarsView } from "../../ids";
import type { KeeperParts } from "../../library/vectors-keeper";
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

/** How the keeper of vectors speaks to the person. */
export const vectorsWords: Pick<KeeperParts, "offerRebuild" | "whileFilling"> = {
  offerRebuild(model) {
    const rebuild = vscode.l10n.t("Rebuild");
    void vscode.window.showInformationMessage(vscode.l10n.t("The exemplar library was prepared with another embedding model ({0}). Until its vectors are rebuilt, exemplars are found by their words alone.", model), rebuild)
      .then((choice) => (choice === rebuild ? vscode.commands.executeCommand("figtree.rebuildVectors") : undefined));
  },
  whileFilling: async (work) => void (await vscode.window.withProgress({ location: { viewId: exemplarsView } }, work)),
};
