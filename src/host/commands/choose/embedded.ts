import * as vscode from "vscode";
import { curatedModels, type InstallProgress } from "../../../adapters/hub";
import { withCancellableProgress } from "../../progress";
import { heading, writeSettings, type ChooseContext, type ModelItem } from "./context";

const size = (megabytes: number): string => (megabytes >= 1000 ? `${(megabytes / 1000).toFixed(1)} GB` : `${Math.max(1, Math.round(megabytes))} MB`);

async function useEmbedded(embeddedModel: string): Promise<void> {
  await writeSettings({ embeddedModel, source: "embedded" });
  void vscode.window.setStatusBarMessage(vscode.l10n.t("Figtree uses the embedded model {0}.", embeddedModel === "" ? "sample-model" : embeddedModel), 5000);
}

function progressText({ doneBytes, totalBytes, secondsLeft }: InstallProgress): string {
  const done = `${size(doneBytes / 1e6)} / ${size(totalBytes / 1e6)}`;
  return secondsLeft === undefined || secondsLeft === 0 ? done : vscode.l10n.t("{0}, {1} s left", done, Math.ceil(secondsLeft));
}

/** Downloads a model into this machine's storage, with progress, and then uses it. What a cancel leaves is gone on from. */
async function install({ installed }: ChooseContext, id: string): Promise<void> {
  await withCancellableProgress(vscode.l10n.t("Installing {0}", id), (signal, report) =>
    installed().install(id, { signal, onProgress: (progress) => report(progressText(progress), progress.totalBytes === 0 ? undefined : (100 * progress.doneBytes) / progress.totalBytes) }),
  );
  await useEmbedded(id);
}

async function installOther(context: ChooseContext): Promise<void> {
  const id = await vscode.window.showInputBox({ title: vscode.l10n.t("Model of the hub"), placeHolder: "OWNER/NAME", prompt: vscode.l10n.t("A vision-language model with networks for transformers.js."), ignoreFocusOut: true });
  if (id !== undefined && id.trim() !== "") await install(context, id.trim());
}

async function chooseFolder(): Promise<void> {
  const [uri] = (await vscode.window.showOpenDialog({ canSelectFiles: false, canSelectFolders: true, canSelectMany: false, openLabel: vscode.l10n.t("Use This Model") })) ?? [];
  if (uri !== undefined) await useEmbedded(uri.fsPath);
}

/** Models that run in a process of Figtree: bundled, installed, and a few that can be installed. */
export async function embeddedItems(context: ChooseContext): Promise<ModelItem[]> {
  const installed = await context.installed().list();
  const there = new Set(installed.map(({ id }) => id));
  const suggested = curatedModels.filter(({ id }) => !there.has(id));
  return [
    heading(vscode.l10n.t("Embedded")),
    { label: "sample-model", description: vscode.l10n.t("bundled; only reads figures like the bundled ones"), choose: () => useEmbedded("") },
    ...installed.map(({ id, size: bytes }) => ({ label: id, description: vscode.l10n.t("installed, {0}", size(bytes / 1e6)), choose: () => useEmbedded(id) })),
    ...suggested.map(({ id, downloadMegabytes, memoryMegabytes, tried, note }) => ({
      label: id, detail: note, choose: () => install(context, id),
      description: [vscode.l10n.t("download {0}, memory {1}", size(downloadMegabytes), size(memoryMegabytes)), ...(tried ? [] : [vscode.l10n.t("not tried by us")])].join("; "),
    })),
    { label: vscode.l10n.t("Another Model of the Hub..."), choose: () => installOther(context) },
    { label: vscode.l10n.t("A Folder on This Machine..."), choose: chooseFolder },
    ...(installed.length === 0 ? [] : [{ label: vscode.l10n.t("Delete an Installed Model..."), choose: () => removeInstalled(context) }]),
  ];
}

async function removeInstalled({ installed }: ChooseContext): Promise<void> {
  const store = installed();
  const items = (await store.list()).map(({ id, size: bytes }) => ({ label: id, description: size(bytes / 1e6) }));
  const pick = await vscode.window.showQuickPick(items, { title: vscode.l10n.t("Delete which model?") });
  if (pick !== undefined) await store.remove(pick.label);
}
