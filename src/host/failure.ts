import * as vscode from "vscode";
import { toFigtreeError } from "../core/ports";
import { sentences } from "../protocol";
import type { HostLog } from "./log";
import { runPanelCommand } from "./panel-command";
import { explain } from "./words";

/** Shows a failure that has no panel to be shown in, with the command that helps. */
export async function showFailure(thrown: unknown, log: HostLog): Promise<void> {
  const error = toFigtreeError(thrown, "input.invalid");
  if (error.code === "cancelled") return;
  log.error(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  const { what, meaning, next, action } = explain(error);
  const labels = action === undefined ? [] : [action.label];
  const choice = await vscode.window.showErrorMessage(sentences(what, meaning, next), ...labels);
  if (choice !== undefined && action !== undefined && action.command !== "solve" && action.command !== "pickFigure") await runPanelCommand(action.command);
}
