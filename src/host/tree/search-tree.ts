import * as vscode from "vscode";
import type { TraceSnapshot } from "../../core/trace";
import { DisposableStore } from "../disposables";
import { searchTreeView } from "../ids";
import type { Panels } from "../panel/panels";
import { Throttle } from "../throttle";
import { bestPath, createItem } from "./item";

/** Redraws a second at most; a native tree flickers when it is redrawn more often. */
const redrawInterval = 250;

/** The native tree of the search that the last used panel shows. Elements are node ids. */
export class SearchTree implements vscode.TreeDataProvider<number>, vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #redraw = this.#store.add(new Throttle(redrawInterval, () => this.#changed.fire(undefined)));
  readonly #view: vscode.TreeView<number>;
  #shown: TraceSnapshot | null = null;
  #best: ReadonlySet<number> = new Set();
  #selected: number | null = null;

  constructor(private readonly panels: Panels) {
    this.#view = this.#store.add(vscode.window.createTreeView(searchTreeView, { treeDataProvider: this, showCollapseAll: true }));
    this.#store.add(panels.onDidChangeFollowed(() => this.#follow()));
  }

  getChildren(parent?: number): number[] {
    const id = parent ?? 0;
    return this.#shown?.nodes.filter((node) => node.parent === id).map((node) => node.id) ?? [];
  }

  getParent(id: number): number | undefined {
    const parent = this.#shown?.nodes[id]?.parent ?? 0;
    return parent === 0 ? undefined : parent;
  }

  getTreeItem(id: number): vscode.TreeItem {
    const node = this.#shown?.nodes[id];
    // An element of an older tree, asked for while the view is being redrawn.
    if (this.#shown === null || node === undefined) return new vscode.TreeItem("");
    return createItem(this.#shown, node, this.#best);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(): void {
    const state = this.panels.followed?.state;
    const snapshot = state?.snapshot ?? null;
    if (snapshot !== this.#shown) {
      const other = snapshot?.id !== this.#shown?.id;
      this.#shown = snapshot;
      this.#best = snapshot === null ? new Set() : bestPath(snapshot);
      this.#view.description = snapshot?.problem.question ?? "";
      // Only beside a tree: a message would stand above the welcome text otherwise.
      this.#view.message = (snapshot?.nodes.length ?? 0) > 1 ? vscode.l10n.t("Value (visits) of each step") : "";
      if (other) this.#selected = null;
      this.#redraw.request();
    }
    this.#reveal(state?.selectedNode ?? null);
  }

  /** Follows the panel's selection while the view is open; it never opens the side bar by itself. */
  #reveal(node: number | null): void {
    if (node === this.#selected) return;
    this.#selected = node;
    if (node === null || node === 0 || !this.#view.visible || this.#view.selection[0] === node) return;
    // The tree may have moved on meanwhile; the selection in the panel stands anyway.
    this.#view.reveal(node, { select: true, focus: false, expand: false }).then(undefined, () => undefined);
  }
}
