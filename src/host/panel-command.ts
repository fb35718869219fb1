import * as vscode from "vscode";
import type { PanelCommand } from "../protocol";
import type { CommandId } from "./ids";

const commandOf: Readonly<Record<Exclude<PanelCommand, "solve" | "pickFigure">, CommandId | "workbench.action.openSettings">> = {
  openSettings: "workbench.action.openSettings",
  chooseModel: "figtree.chooseModel",
  setApiKey: "figtree.setApiKey",
  showLog: "figtree.showLog",
  setLibraryKey: "figtree.setLibraryKey",
  restoreLibrary: "figtree.restoreLibrary",
};

/** Runs what a sentence offers, where it needs no panel. */
export async function runPanelCommand(command: keyof typeof commandOf): Promise<void> {
  await vscode.commands.executeCommand(commandOf[command], ...(command === "openSettings" ? ["@ext:figtree.figtree"] : []));
}
