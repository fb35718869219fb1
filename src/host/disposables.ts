import type * as vscode from "vscode";

/** Owns disposables; what arrives after its end is disposed at once. */
export class DisposableStore implements vscode.Disposable {
  readonly #items = new Set<vscode.Disposable>();
  #disposed = false;

  add<Item extends vscode.Disposable>(item: Item): Item {
    if (this.#disposed) item.dispose();
    else this.#items.add(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    for (const item of [...this.#items].reverse()) item.dispose();
    this.#items.clear();
  }
}
