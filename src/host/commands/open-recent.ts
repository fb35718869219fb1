import * as vscode from "vscode";
import type { SolveStorage } from "../../adapters/storage";
import type { Panels } from "../panel/panels";

export async function openRecent(panels: Panels, store: SolveStorage): Promise<void> {
  const solves = await store.list();
  if (solves.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("Nothing has been solved yet."));
    return;
  }
  const picks = solves.map(({ id, name, question, answer, partial, startedAt }) => ({
    id,
    label: question.trim() === "" ? vscode.l10n.t("Question in the figure") : question,
    description: [answer ?? vscode.l10n.t("no answer"), ...(partial ? [vscode.l10n.t("partial")] : [])].join(" · "),
    detail: [name, new Date(startedAt).toLocaleString()].filter((part) => part !== "").join(" · "),
  }));
  const pick = await vscode.window.showQuickPick(picks, { title: vscode.l10n.t("Open Recent Solve"), matchOnDescription: true, matchOnDetail: true });
  if (pick !== undefined) await panels.openStored(pick.id);
}
