import * as vscode from "vscode";
import { fillVectors } from "../../../core/exemplars";
import { toFigtreeError, type ExemplarStore, type NewExemplar, type PreparedImage } from "../../../core/ports";
import { sentences } from "../../../protocol";
import { exemplarsView } from "../../ids";
import { withCancellableProgress } from "../../progress";
import { explain } from "../../words";
import type { LibraryContext } from "./context";

/** Exemplars that are embedded without a word. */
const few = 16;

/** Embeds what has no vectors yet. What fails is said and left for the next time: words find an exemplar without vectors too. */
export async function embedNew({ library, services }: LibraryContext, store: ExemplarStore): Promise<void> {
  try {
    const embedder = await library.embedder();
    if (embedder === undefined) return;
    const { embedder: present } = await store.stats();
    // Another space would drop all older vectors: that is asked for by "Rebuild Vectors" alone.
    if (present !== null && present.id !== embedder.space.id) return;
    const missing = await store.withoutVectors(embedder.space);
    // A notification for what takes a moment would only flash.
    if (missing.length <= few) await vscode.window.withProgress({ location: { viewId: exemplarsView } }, () => fillVectors(store, embedder, new AbortController().signal));
    else await withCancellableProgress(vscode.l10n.t("Preparing exemplars for retrieval"), (signal, report) => fillVectors(store, embedder, signal, (done, total) => report(`${done}/${total}`, (100 * done) / total)));
  } catch (thrown) {
    const error = toFigtreeError(thrown, "embedder.failed");
    if (error.code === "cancelled") return;
    services.log.warn(`The library's vectors are not complete: ${error.message}`);
    const { what, meaning, next } = explain(error);
    void vscode.window.showWarningMessage(sentences(what, meaning, vscode.l10n.t("The exemplars are kept and found by their words."), next));
  }
}

/** Adds one exemplar, prepares it for retrieval and tells the views. False: the library was not opened. */
export async function keepExemplar(context: LibraryContext, exemplar: NewExemplar, image: PreparedImage): Promise<boolean> {
  const { library } = context;
  const store = await library.open();
  if (store === undefined) return false;
  const { bytes, ...info } = image;
  const [kept] = await store.add([{ exemplar, image: bytes, imageInfo: { ...info, byteLength: bytes.byteLength } }]);
  await embedNew(context, store);
  await library.refresh();
  void vscode.window.setStatusBarMessage(kept?.merged === true ? vscode.l10n.t("The library has this problem already; what was new was added to it.") : vscode.l10n.t("Added to the exemplar library."), 5000);
  return true;
}
