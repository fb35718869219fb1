import * as vscode from "vscode";
import { createNodeFetch } from "../../../adapters/openai";
import type { LocalServer } from "../../models/local/discover";
import { pullableModels, pullModel } from "../../models/local/pull";
import { withCancellableProgress } from "../../progress";
import { useEndpoint } from "./endpoint";
import { heading, type ChooseContext, type ModelItem } from "./context";

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Has the server fetch a model, with progress, and then uses it. */
async function pull(context: ChooseContext, server: LocalServer): Promise<void> {
  const there = new Set(server.models.map(({ name }) => name));
  const other = { label: vscode.l10n.t("Another Name..."), description: "" };
  const known = pullableModels.filter(({ name }) => !there.has(name)).map(({ name, note }) => ({ label: name, description: vscode.l10n.t("{0} parameters", note) }));
  const pick = await vscode.window.showQuickPick([...known, other], { title: vscode.l10n.t("Pull a vision model into {0}", server.title) });
  const name = pick === other ? (await vscode.window.showInputBox({ title: vscode.l10n.t("Model to pull"), ignoreFocusOut: true }))?.trim() : pick?.label;
  if (name === undefined || name === "") return;
  const connection = createNodeFetch();
  try {
    await withCancellableProgress(vscode.l10n.t("Pulling {0} into {1}", name, server.title), (signal, report) =>
      pullModel(server.origin, name, connection.fetch, signal, ({ status, completed, total }) => report(total > 0 ? `${status}: ${megabytes(completed)} / ${megabytes(total)}` : status, total > 0 ? (100 * completed) / total : undefined)),
    );
  } finally {
    connection.close();
  }
  await useEndpoint(context, server.baseUrl, name);
}

/** The models of one server that runs on this machine. */
export function localItems(context: ChooseContext, server: LocalServer): ModelItem[] {
  const items = server.models.map(({ name, sight }): ModelItem => ({
    label: name,
    description: sight === "sees" ? server.title : vscode.l10n.t("{0}; not told whether it sees pictures", server.title),
    choose: () => useEndpoint(context, server.baseUrl, name),
  }));
  const none: ModelItem[] = items.length > 0 || server.pulls ? [] : [{ label: vscode.l10n.t("No vision model"), description: server.title }];
  const pulls: ModelItem[] = server.pulls ? [{ label: vscode.l10n.t("Pull a Vision Model..."), description: server.title, choose: () => pull(context, server) }] : [];
  return [heading(vscode.l10n.t("{0} on {1}", server.title, server.origin)), ...items, ...none, ...pulls];
}
