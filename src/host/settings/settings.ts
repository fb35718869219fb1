import * as vscode from "vscode";
import { readSettings, type FigtreeSettings } from "./read";

/** The settings as they are now, and news of their change. */
export interface SettingsSource extends vscode.Disposable {
  /** Throws `input.invalid` when a value is not usable. */
  current(): FigtreeSettings;
  readonly onDidChange: vscode.Event<void>;
}

export function watchSettings(): SettingsSource {
  const emitter = new vscode.EventEmitter<void>();
  const listener = vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("figtree")) emitter.fire();
  });
  return {
    current: () => {
      const configuration = vscode.workspace.getConfiguration("figtree");
      return readSettings((key) => configuration.get(key));
    },
    onDidChange: emitter.event,
    dispose: () => {
      listener.dispose();
      emitter.dispose();
    },
  };
}
