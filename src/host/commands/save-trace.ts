import * as vscode from "vscode";
import type { PanelSession } from "../panel/session";
import { formatTrace } from "../../adapters/storage";

/** `figure.png` becomes `figure.figtree.json`, beside the figure or in the first workspace folder. */
function defaultUri(session: PanelSession): vscode.Uri | undefined {
  const figure = session.figure;
  const stem = (figure?.card.name ?? "").replace(/\.[^.]+$/, "") || "figure";
  const folder = figure?.uri ? vscode.Uri.joinPath(figure.uri, "..") : vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder === undefined ? undefined : vscode.Uri.joinPath(folder, `${stem}.figtree.json`);
}

/** Dialogs know only the last extension: `figure.json` becomes `figure.figtree.json`, unless that would replace a file unasked. */
async function withFullExtension(uri: vscode.Uri): Promise<vscode.Uri> {
  if (uri.path.endsWith(".figtree.json")) return uri;
  const full = uri.with({ path: `${uri.path.replace(/\.json$/, "")}.figtree.json` });
  return vscode.workspace.fs.stat(full).then(() => uri, () => full);
}

export async function saveTrace(session: PanelSession): Promise<void> {
  const { snapshot } = session.state;
  const { figure } = session;
  if (snapshot === null) return;
  const suggested = defaultUri(session);
  const chosen = await vscode.window.showSaveDialog({ ...(suggested === undefined ? {} : { defaultUri: suggested }), filters: { [vscode.l10n.t("Figtree trace")]: ["json"] }, title: vscode.l10n.t("Save Trace") });
  if (chosen === undefined) return;
  const uri = await withFullExtension(chosen);
  await vscode.workspace.fs.writeFile(uri, formatTrace(snapshot, figure?.image ?? null, figure?.card.name ?? ""));
  session.saved(vscode.workspace.asRelativePath(uri));
}
