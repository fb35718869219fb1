import * as vscode from "vscode";
import { editorModelName, listEditorModels } from "../../models/editor/select";
import { heading, writeSettings, type ModelItem } from "./context";

async function useEditorModel(vscodeModel: string): Promise<void> {
  await writeSettings({ vscodeModel, source: "vscode" });
  void vscode.window.setStatusBarMessage(vscode.l10n.t("Figtree uses {0} of VS Code.", vscodeModel), 5000);
}

/** The language models that other extensions bring to VS Code. */
export async function editorItems(): Promise<ModelItem[]> {
  const models = await listEditorModels();
  return models.length === 0 ? [] : [heading(vscode.l10n.t("In VS Code")), ...models.map((model) => ({ label: model.name, description: editorModelName(model), choose: () => useEditorModel(editorModelName(model)) }))];
}
