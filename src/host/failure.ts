import * as vscode from "vscode";
import { toFigtreeError } from "../core/ports";
import { describeError } from "../protocol";
import type { HostLog } from "./log";

/** Shows a failure that has no panel to be shown in. */
export async function showFailure(thrown: unknown, log: HostLog): Promise<void> {
  const error = toFigtreeError(thrown, "input.invalid");
  if (error.code === "cancelled") return;
  log.error(thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));
  const { what, meaning, next } = describeError(error);
  await vscode.window.showErrorMessage([what, meaning, next].filter((part) => part !== "").join(" "));
}
