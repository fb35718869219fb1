import path from "node:path";
import * as vscode from "vscode";
import { exemplarFromMarkdown } from "../../../adapters/transfer";
import { FigtreeError } from "../../../core/ports";
import { figureFromBytes } from "../../figures";
import type { LibraryContext } from "./context";
import { keepExemplar } from "./keep";

const namesAnswer = /^\W*(?:(?:final|correct|right) )?answer\W*[:：]|^\W*a\W*[:：]|the answer is|^#+\s*answer\s*$/im;

/** Keeps the worked problem that is selected in a Markdown document: its picture, question, answer and steps. */
export async function addSelection(context: LibraryContext): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const selected = editor?.document.getText(editor.selection) ?? "";
  if (editor === undefined || selected.trim() === "") throw new FigtreeError("input.invalid", { field: "The selection", message: "Select the picture's link together with the question." });
  const { document } = editor;
  const text = namesAnswer.test(selected) ? selected : await withAnswer(selected);
  if (text === undefined) return;
  const folder = document.uri.scheme === "file" ? path.dirname(document.uri.fsPath) : "";
  if (folder === "" && !/data:image\//.test(text)) throw new FigtreeError("input.invalid", { field: "The selection", message: "Save the document beside its picture first." });
  const root = vscode.workspace.getWorkspaceFolder(document.uri)?.uri.fsPath;
  const { exemplar, picture } = await exemplarFromMarkdown(text, folder, root ?? folder);
  const { image } = await figureFromBytes(picture.bytes, picture.name);
  await keepExemplar(context, { ...exemplar, source: exemplar.source === "" ? path.basename(document.uri.path) : exemplar.source }, image);
}

async function withAnswer(selected: string): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t("Add Selection to Library"), prompt: vscode.l10n.t("The selection names no answer. Which one is right?"), ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? vscode.l10n.t("An exemplar needs an answer.") : undefined),
  });
  return answer === undefined ? undefined : `${selected}\n\nAnswer: ${answer.trim()}`;
}
