import * as vscode from "vscode";
import type { ModelStore } from "../../../adapters/hub";
import type { KeyStore } from "../../secrets";
import type { Services } from "../../services";
import { otherKeys } from "../../settings/keys";

export interface ChooseContext {
  readonly keys: KeyStore;
  readonly services: Services;
  /** The store of installed models, at the hub that is set now. */
  installed(): ModelStore;
}

/** A line of the list and what choosing it does. */
export interface ModelItem extends vscode.QuickPickItem {
  /** Absent for headings. */
  readonly choose?: () => Promise<void>;
}

export const heading = (label: string): ModelItem => ({ label, kind: vscode.QuickPickItemKind.Separator });

/** Writes settings of this machine, one after the other in the given order. */
export async function writeSettings(values: Readonly<Partial<Record<keyof typeof otherKeys, string>>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await vscode.workspace.getConfiguration("figtree").update(otherKeys[name as keyof typeof otherKeys], value, vscode.ConfigurationTarget.Global);
  }
}
