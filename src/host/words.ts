import * as vscode from "vscode";
import type { ErrorRecord } from "../core/ports";
import { describeError, type Sentence } from "../protocol";

/** The one place where the host words a failure: in the language of VS Code. */
export const explain = (error: ErrorRecord): Sentence => describeError(error, vscode.l10n.t);
