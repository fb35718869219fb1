import * as vscode from "vscode";
import { lookBack } from "../../../adapters/library";
import { systemClock } from "../../../adapters/system";
import { silentLogger } from "../../../core/ports";
import { sentences, wholeVersionSentence } from "../../../protocol";
import { setKeyOf } from "../api-key";
import type { LibraryContext } from "./context";

/** Sets a damaged library back to its last whole version, after the person has read what that holds and confirmed it. */
export async function restoreDamaged({ library }: LibraryContext): Promise<void> {
  const restore = vscode.l10n.t("Restore");
  const { place } = library.place;
  const whole = await lookBack({ place, clock: systemClock, logger: silentLogger });
  const loss = vscode.l10n.t("What cannot be read is moved aside into the folder \"damaged\" of {0}; nothing is deleted. Exemplars that were added after that version are lost.", place);
  const detail = whole === null ? loss : sentences(wholeVersionSentence({ ...whole }, vscode.l10n.t), loss);
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
