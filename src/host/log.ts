import * as vscode from "vscode";
import type { Logger } from "../core/ports";

export interface HostLog extends Logger, vscode.Disposable {
  show(): void;
}

/** Data URLs and bearer keys never reach the log, whoever wrote the message. */
function redact(message: string): string {
  return message
    .replace(/data:[\w/+.-]+;base64,[\w+/=-]+/g, "data:[removed]")
    .replace(/\b(bearer|api[-_]?key["':= ]+)\s*[\w.~+/=-]{6,}/gi, "$1 [removed]")
    .replace(/\bsk-[\w-]{6,}/g, "[removed]");
}

export function createLog(): HostLog {
  const channel = vscode.window.createOutputChannel("Figtree", { log: true });
  return {
    info: (message) => channel.info(redact(message)),
    warn: (message) => channel.warn(redact(message)),
    error: (message) => channel.error(redact(message)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
