import * as vscode from "vscode";
import { readLibrarySettings, type LibrarySettings } from "./read-library";
import { readPorts, readSettings, type FigtreeSettings } from "./read";

/** The settings as they are now, and news of their change. */
export interface SettingsSource extends vscode.Disposable {
  /** Throws `input.invalid` when a value is not usable. */
  current(): FigtreeSettings;
  /** Throws `input.invalid` when a value about the library is not usable. */
  library(): LibrarySettings;
  /** Loopback ports that are searched for model servers. */
  discoveryPorts(): readonly number[];
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
    library: () => {
      const configuration = vscode.workspace.getConfiguration("figtree");
      return readLibrarySettings((key) => configuration.get(key));
    },
    discoveryPorts: () => readPorts((key) => vscode.workspace.getConfiguration("figtree").get(key)),
    onDidChange: emitter.event,
    dispose: () => {
      listener.dispose();
      emitter.dispose();
    },
  };
}
