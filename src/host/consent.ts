import * as vscode from "vscode";

const listKey = "figtree.allowedOrigins";

/** True for addresses of this machine itself. */
export function isLoopback(origin: string): boolean {
  const host = new URL(origin).hostname;
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Names the host once before the first figure leaves the machine; remembered per origin. */
export class Consent {
  constructor(private readonly memory: vscode.Memento) {}

  async allows(origin: string): Promise<boolean> {
    const allowed = this.memory.get<readonly string[]>(listKey, []);
    if (isLoopback(origin) || allowed.includes(origin)) return true;
    const send = vscode.l10n.t("Send");
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t("Send figures to {0}?", new URL(origin).host),
      { modal: true, detail: vscode.l10n.t("The figure, the question and the reasoning steps leave this machine and go to {0}. This is asked once for each address.", origin) },
      send,
    );
    if (choice !== send) return false;
    await this.memory.update(listKey, [...allowed, origin]);
    return true;
  }
}
