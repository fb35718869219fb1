import * as vscode from "vscode";

const scheme = "figtree-report";

/** Reports about the library as read-only text documents; the newest of a name replaces the one before. */
export class Reports implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  async show(name: string, lines: readonly string[]): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name.replace(/[\\/]+/g, "-")}.txt` });
    this.#texts.set(uri.toString(), [...lines, ""].join("\n"));
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true, preserveFocus: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
