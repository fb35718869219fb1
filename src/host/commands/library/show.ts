import * as vscode from "vscode";
import { pictureUri, textUri } from "../../library/files";
import type { LibraryContext } from "./context";
import { pickExemplar, targetsOf } from "./targets";

/** Shows an exemplar: its words in an editor, its picture beside them. */
export async function showExemplar(context: LibraryContext, element: unknown): Promise<void> {
  const exemplar = targetsOf(context, element, undefined)[0] ?? (await pickExemplar(context, vscode.l10n.t("Show Exemplar")));
  if (exemplar === undefined) return;
  await vscode.window.showTextDocument(textUri(exemplar), { preview: true, preserveFocus: true, viewColumn: vscode.ViewColumn.One });
  await vscode.commands.executeCommand("vscode.open", pictureUri(exemplar), { preview: true, preserveFocus: true, viewColumn: vscode.ViewColumn.Two } satisfies vscode.TextDocumentShowOptions);
}

/** Shows only exemplars with some words; the question is asked for with the present one. */
export async function searchExemplars({ exemplars }: LibraryContext): Promise<void> {
  const text = await vscode.window.showInputBox({ title: vscode.l10n.t("Search Exemplars"), prompt: vscode.l10n.t("Words of the question, answer, subject, tags or source"), value: exemplars.searchText });
  if (text !== undefined) exemplars.search(text);
}
