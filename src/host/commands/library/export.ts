import * as vscode from "vscode";
import { exportPack } from "../../../adapters/transfer";
import { systemClock } from "../../../adapters/system";
import { withCancellableProgress } from "../../progress";
import type { LibraryContext } from "./context";

const ask = (prompt: string, value: string): Thenable<string | undefined> =>
  vscode.window.showInputBox({ title: vscode.l10n.t("Export Library as Pack"), prompt, value, ignoreFocusOut: true, validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("It cannot be empty.") : undefined) });

/** Writes the whole library as a pack that others can import: pictures, contexts and rates, no vectors. */
export async function exportLibrary({ library, reports }: LibraryContext): Promise<void> {
  const store = await library.open();
  if (store === undefined) return;
  const name = await ask(vscode.l10n.t("Name of the pack"), "");
  if (name === undefined) return;
  const licence = await ask(vscode.l10n.t("Licence of the pack: what others may do with it. Exemplars that name one keep theirs."), "");
  if (licence === undefined) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = `${name.trim().replace(/[^\p{L}\p{N}._-]+/gu, "-")}.zip`;
  const target = await vscode.window.showSaveDialog({ title: vscode.l10n.t("Export Library as Pack"), filters: { [vscode.l10n.t("ZIP archive")]: ["zip"] }, ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }) });
  if (target === undefined) return;
  const summary = await withCancellableProgress(vscode.l10n.t("Exporting the library"), (signal, report) =>
    exportPack({ store, target: target.fsPath, licence, name, clock: systemClock, signal, onProgress: (done, total) => report(`${done}/${total}`, (100 * done) / Math.max(1, total)) }));
  const details = vscode.l10n.t("Show Details");
  const words = vscode.l10n.t("{0} exemplars with {1} pictures are in {2}.", summary.exemplars, summary.pictures, vscode.workspace.asRelativePath(summary.target));
  const left = summary.left.length === 0 ? "" : ` ${vscode.l10n.t("{0} could not be written.", summary.left.length)}`;
  void vscode.window.showInformationMessage(words + left, ...(left === "" ? [] : [details])).then((choice) => (choice === details ? reports.show(vscode.l10n.t("Export"), summary.left.map(({ id, reason }) => `${id}: ${reason}`)) : undefined));
}
