import * as vscode from "vscode";
import { setKeyOf } from "../api-key";
import type { LibraryContext } from "./context";

/** Sets a damaged library back to its last whole version, after the person has confirmed it. */
export async function restoreDamaged({ library }: LibraryContext): Promise<void> {
  const restore = vscode.l10n.t("Restore");
  const detail = vscode.l10n.t("What cannot be read is moved aside into the folder \"damaged\" of {0}; nothing is deleted. Exemplars that were added after that version are lost.", library.place.place);
  if ((await vscode.window.showWarningMessage(vscode.l10n.t("Set the exemplar library back to its last whole version?"), { modal: true, detail }, restore)) !== restore) return;
  await library.restore();
  await library.refresh();
}

/** Sets the API key of the library's address (LanceDB Cloud and Enterprise). */
export async function setLibraryKey({ library, keys }: LibraryContext): Promise<void> {
  const { origin, keyed } = library.place;
  if (origin === null || !keyed) {
    await vscode.window.showInformationMessage(vscode.l10n.t("The exemplar library needs no key: only addresses that begin with db:// do."));
    return;
  }
  if (await setKeyOf(keys, origin)) library.reopen();
}
