import * as vscode from "vscode";
import { FigtreeError, type ErrorCode } from "../../../core/ports";

const codes: Readonly<Record<string, ErrorCode>> = { NoPermissions: "editor.notAllowed", Blocked: "editor.blocked", NotFound: "editor.modelNotFound" };

function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message === "" ? thrown.name : thrown.message.slice(0, 500);
  // VS Code decodes pictures in its window; what fails there comes as a bare event.
  return typeof thrown === "string" ? thrown.slice(0, 500) : "VS Code could not hand the request over; it may not be able to read the picture.";
}

/** A failure of a language model of VS Code, as the product speaks of failures. */
export function editorFailure(thrown: unknown, { name, vendor }: vscode.LanguageModelChat): FigtreeError {
  if (thrown instanceof FigtreeError) return thrown;
  if (thrown instanceof vscode.CancellationError) return new FigtreeError("cancelled");
  const message = messageOf(thrown);
  const told = thrown instanceof vscode.LanguageModelError ? codes[thrown.code] : undefined;
  // Providers throw their own errors too, and quota is the one that people meet.
  const code = told ?? (/quota|rate.?limit|too many requests|\b429\b/i.test(message) ? "editor.blocked" : "editor.failed");
  return new FigtreeError(code, { model: name, place: vendor, message }, { cause: thrown });
}
