import * as vscode from "vscode";
import { chooseContext, rejectContext } from "../../../core/exemplars";
import type { Exemplar } from "../../../core/ports";
import { contextUri, pictureUri, textUri } from "../../library/files";
import { rateText } from "../../library/model";
import type { LibraryContext } from "./context";
import { pickExemplar, targetsOf } from "./targets";

interface ReviewItem extends vscode.QuickPickItem {
  readonly act?: () => Promise<void>;
}

function itemsOf(context: LibraryContext, exemplar: Exemplar): ReviewItem[] {
  const change = async (work: (store: NonNullable<Awaited<ReturnType<typeof context.library.open>>>) => Promise<void>): Promise<void> => {
    const store = await context.library.open();
    if (store === undefined) return;
    await work(store);
    await context.library.refresh();
  };
  const ranked = exemplar.candidates.map((candidate, index) => ({ ...candidate, index })).sort((a, b) => (b.passRate ?? -1) - (a.passRate ?? -1) || a.text.length - b.text.length);
  const candidates = ranked.map(({ text, passRate, index }): ReviewItem => ({
    label: passRate === null ? vscode.l10n.t("Not verified") : rateText(passRate),
    description: text === exemplar.context ? vscode.l10n.t("in use") : "",
    detail: text.replace(/\s+/g, " "),
    act: () => change((store) => chooseContext(store, exemplar.id, index)),
  }));
  const edit: ReviewItem = { label: vscode.l10n.t("Edit the Context..."), description: vscode.l10n.t("saving checks that it ends in the answer"), act: async () => void (await vscode.window.showTextDocument(contextUri(exemplar), { preview: false })) };
  const reject: ReviewItem = { label: vscode.l10n.t("Reject the Context"), description: vscode.l10n.t("it is not used any more"), act: () => change((store) => rejectContext(store, exemplar.id)) };
  return [...candidates, { label: vscode.l10n.t("Other"), kind: vscode.QuickPickItemKind.Separator }, edit, ...(exemplar.context === null ? [] : [reject])];
}

/** Shows the contexts of one exemplar, best first, beside its picture: another one can be taken, edited or rejected. */
export async function reviewContexts(context: LibraryContext, element: unknown): Promise<void> {
  const found = targetsOf(context, element, undefined)[0] ?? (await pickExemplar(context, vscode.l10n.t("Review the Contexts of Which Exemplar?"), ({ candidates, context: used }) => candidates.length > 0 || used !== null));
  if (found === undefined) return;
  const exemplar = (await (await context.library.open())?.get([found.id]))?.[0];
  if (exemplar === undefined) return;
  await vscode.window.showTextDocument(textUri(exemplar), { preview: true, preserveFocus: true, viewColumn: vscode.ViewColumn.One });
  await vscode.commands.executeCommand("vscode.open", pictureUri(exemplar), { preview: true, preserveFocus: true, viewColumn: vscode.ViewColumn.Two } satisfies vscode.TextDocumentShowOptions);
  const pick = await vscode.window.showQuickPick(itemsOf(context, exemplar), { title: vscode.l10n.t("Reasoning contexts, best first"), placeHolder: vscode.l10n.t("Choose the one to use"), matchOnDetail: true, ignoreFocusOut: true });
  await pick?.act?.();
}
