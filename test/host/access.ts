import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import type { TestAccess } from "../../src/host/extension";
import type { PanelSession } from "../../src/host/panel/session";

export const extension = (): vscode.Extension<TestAccess | undefined> => {
  const found = vscode.extensions.getExtension<TestAccess | undefined>("figtree.figtree");
  assert.ok(found, "the extension is there");
  return found;
};

/** The parts of the running extension. */
export async function access(): Promise<TestAccess> {
  const parts = await extension().activate();
  assert.ok(parts, "the extension runs in test mode");
  return parts;
}

/** A file in the workspace of the tests, which holds the bundled sample figures. */
export function inWorkspace(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder, "a folder is open");
  return vscode.Uri.joinPath(folder, name);
}

export const bars = { file: "002-bars.png", question: "How much are B and E together?", answer: "35" };

/** A session with a figure that is ready to be solved. */
export async function openFigure(name = bars.file): Promise<PanelSession> {
  const { panels } = await access();
  await vscode.commands.executeCommand("figtree.solveDiagram", inWorkspace(name));
  const session = panels.followed;
  assert.ok(session, "a panel is open");
  assert.equal(session.state.figure?.name, path.basename(name));
  return session;
}

/** Waits for something that VS Code does in its own time; the test's own limit ends the wait. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** One user setting for the time of a test. */
export async function setSetting(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration("figtree").update(key, value, vscode.ConfigurationTarget.Global);
}

/** Closes all editors and waits until the extension knows it, so that none is taken for the next test's. */
export async function closeEverything(): Promise<void> {
  const { panels, reportPanels } = await access();
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  await until(() => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0) && vscode.window.activeTextEditor === undefined && panels.sessions.length === 0 && reportPanels.active === undefined);
}
