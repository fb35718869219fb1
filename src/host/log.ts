import * as vscode from "vscode";
import type { Logger } from "../core/ports";
import { redact } from "./redact";

export interface HostLog extends Logger, vscode.Disposable {
  show(): void;
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
