import * as vscode from "vscode";
import type { LibraryContext } from "./context";
import { pickExemplar, targetsOf } from "./targets";

/** Removes exemplars for good, after the person has confirmed it. */
export async function removeExemplars(context: LibraryContext, element: unknown, selected: unknown): Promise<void> {
  const targets = targetsOf(context, element, selected);
  const picked = targets.length === 0 ? await pickExemplar(context, vscode.l10n.t("Remove Exemplar")) : undefined;
  const exemplars = picked === undefined ? targets : [picked];
  if (exemplars.length === 0) return;
  const remove = vscode.l10n.t("Remove");
  const [first] = exemplars;
  const words = exemplars.length === 1 ? vscode.l10n.t("Remove this exemplar from the library?") : vscode.l10n.t("Remove {0} exemplars from the library?", exemplars.length);
  const detail = `${exemplars.length === 1 ? `${first!.question === "" ? first!.answer : first!.question}\n` : ""}${vscode.l10n.t("Their reasoning contexts go too. This cannot be undone.")}`;
  if ((await vscode.window.showWarningMessage(words, { modal: true, detail }, remove)) !== remove) return;
  const store = await context.library.open();
  if (store === undefined) return;
  await store.remove(exemplars.map(({ id }) => id));
  await context.library.refresh();
}
