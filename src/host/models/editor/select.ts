import * as vscode from "vscode";
import { FigtreeError } from "../../../core/ports";

/** As the setting names a model. */
export const editorModelName = ({ vendor, id }: vscode.LanguageModelChat): string => `${vendor}/${id}`;

/** The vendor in a setting's text, or the whole text. */
export const vendorOf = (named: string): string => named.split("/")[0]!;

/** Every chat model that VS Code has at the moment; none where it has no such thing. */
export async function listEditorModels(): Promise<readonly vscode.LanguageModelChat[]> {
  return vscode.lm.selectChatModels({}).then((models) => models, () => []);
}

/** The model that a text names: `VENDOR/ID`, else an id, `VENDOR/FAMILY`, a family or a vendor. Throws `editor.modelNotFound`. */
export async function findEditorModel(named: string): Promise<vscode.LanguageModelChat> {
  const models = await listEditorModels();
  const spellings: readonly ((model: vscode.LanguageModelChat) => string)[] = [editorModelName, ({ id }) => id, ({ vendor, family }) => `${vendor}/${family}`, ({ family }) => family, ({ vendor }) => vendor];
  const found = spellings.map((spelling) => models.find((model) => spelling(model) === named)).find((model) => model !== undefined);
  if (found !== undefined) return found;
  throw new FigtreeError("editor.modelNotFound", { model: named, ...(models.length === 0 ? {} : { available: models.slice(0, 8).map(editorModelName).join(", ").slice(0, 300) }) });
}
