import * as vscode from "vscode";
import { exemplarFromTrace } from "../../../core/exemplars";
import type { PanelSession } from "../../panel/session";
import type { LibraryContext } from "./context";
import { keepExemplar } from "./keep";

/** The answer as a person judges it; undefined: called off. */
async function judgedAnswer(answer: string | null): Promise<string | undefined> {
  const title = vscode.l10n.t("Add to Library");
  const correct = (): Thenable<string | undefined> => vscode.window.showInputBox({
    title, prompt: vscode.l10n.t("The right answer. A chain of steps that reached it becomes the reasoning context."), value: answer ?? "", ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("An exemplar needs an answer.") : undefined),
  });
  if (answer === null) return correct();
  const right = { label: vscode.l10n.t("Yes, {0} is right", answer), right: true };
  const wrong = { label: vscode.l10n.t("No, Enter the Right Answer..."), right: false };
  const pick = await vscode.window.showQuickPick([right, wrong], { title, placeHolder: vscode.l10n.t("Is the answer right? A wrong one would teach the model a mistake."), ignoreFocusOut: true });
  return pick === undefined ? undefined : pick.right ? answer : correct();
}

/** Keeps a solved problem as an exemplar: the person says whether the answer is right, and its best trace becomes the context. */
export async function addSolve(context: LibraryContext, session: PanelSession | undefined): Promise<void> {
  const snapshot = session?.state.snapshot ?? null;
  const image = session?.figure?.image;
  if (snapshot === null || image === undefined) {
    await vscode.window.showInformationMessage(vscode.l10n.t("Solve a figure first: its best chain of steps becomes the reasoning context."));
    return;
  }
  const answer = await judgedAnswer(snapshot.best?.answer ?? null);
  if (answer === undefined) return;
  const subject = await vscode.window.showInputBox({ title: vscode.l10n.t("Add to Library"), prompt: vscode.l10n.t("The subject, to find it by; may be empty"), ignoreFocusOut: true });
  if (subject === undefined) return;
  await keepExemplar(context, exemplarFromTrace(snapshot, { answer: answer.trim(), subject: subject.trim() }), image);
}
