import * as vscode from "vscode";
import type { Exemplar, LibraryStats } from "../../core/ports";
import { DisposableStore } from "../disposables";
import { contextKeys, exemplarsView } from "../ids";
import { exemplarItem, groupItem } from "./item";
import type { ContextsJob } from "./contexts-job";
import type { Library } from "./library";
import { groupExemplars, rateText, type ExemplarGroup } from "./model";

/** A native tree of tens of thousands of lines helps nobody; the search finds the others. */
const mostShown = 2000;

export type ExemplarElement = ExemplarGroup | Exemplar;

const isGroup = (element: ExemplarElement): element is ExemplarGroup => "exemplars" in element;

/** The exemplars that a tree element stands for. */
export const exemplarsOf = (element: ExemplarElement): readonly Exemplar[] => (isGroup(element) ? element.exemplars : [element]);

function statsText({ exemplars, withContext, meanPassRate }: LibraryStats): string {
  const parts = [exemplars === 1 ? vscode.l10n.t("1 exemplar") : vscode.l10n.t("{0} exemplars", exemplars), vscode.l10n.t("{0} with a reasoning context", withContext)];
  return [...parts, ...(meanPassRate === null ? [] : [vscode.l10n.t("mean pass rate {0}", rateText(meanPassRate))])].join(", ");
}

/** The side bar's view of the library. It opens the library when it is first looked at. */
export class ExemplarTree implements vscode.TreeDataProvider<ExemplarElement>, vscode.Disposable {
  readonly #listeners = new DisposableStore();
  readonly #changed = this.#listeners.add(new vscode.EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<ExemplarElement>;
  #search = "";
  #failure = "";
  /** What the message says while no job runs. */
  #stats = "";

  constructor(
    private readonly library: Library,
    private readonly job: ContextsJob,
    private readonly fail: (thrown: unknown) => void,
  ) {
    this.#view = this.#listeners.add(vscode.window.createTreeView(exemplarsView, { treeDataProvider: this, showCollapseAll: true, canSelectMany: true }));
    this.#listeners.add(library.onDidChange(() => this.#changed.fire(undefined)));
    this.#listeners.add(job.onDidChange(() => this.#showJob()));
  }

  /** What is selected, for commands that were not called on an element. */
  get selection(): readonly ExemplarElement[] {
    return this.#view.selection;
  }

  get message(): string {
    return this.#view.message ?? "";
  }

  get searchText(): string {
    return this.#search;
  }

  /** Shows only what has these words; an empty text shows everything. */
  search(text: string): void {
    this.#search = text.trim();
    this.#view.description = this.#search;
    void vscode.commands.executeCommand("setContext", contextKeys.searched, this.#search !== "");
    this.#changed.fire(undefined);
  }

  async getChildren(parent?: ExemplarElement): Promise<ExemplarElement[]> {
    if (parent !== undefined) return isGroup(parent) ? [...parent.exemplars] : [];
    try {
      const roots = await this.#roots();
      this.#failure = "";
      return roots;
    } catch (thrown) {
      this.#none();
      // Said once: the view asks again with every change.
      const sign = String(thrown);
      if (sign !== this.#failure) this.fail(thrown);
      this.#failure = sign;
      return [];
    }
  }

  getTreeItem(element: ExemplarElement): vscode.TreeItem {
    return isGroup(element) ? groupItem(element) : exemplarItem(element);
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  async #roots(): Promise<ExemplarElement[]> {
    // A folder that was never written to stays unwritten until there is something to keep.
    const store = this.library.exists ? await this.library.open() : undefined;
    if (store === undefined) return this.#none();
    const stats = await store.stats();
    const { total, exemplars } = await store.list({ limit: mostShown, ...(this.#search === "" ? {} : { text: this.#search }) });
    this.#tell(stats.exemplars > 0);
    if (stats.exemplars === 0) return this.#none();
    const hidden = total > exemplars.length ? [vscode.l10n.t("The first {0} of {1} are shown; search for the others.", exemplars.length, total)] : [];
    const found = this.#search === "" ? [] : [vscode.l10n.t("{0} found for \"{1}\".", total, this.#search)];
    this.#stats = [`${statsText(stats)}.`, ...found, ...hidden].join(" ");
    this.#showJob();
    return [...(groupExemplars(exemplars) ?? exemplars)];
  }

  /** No message: it would stand above the welcome text. */
  #none(): [] {
    this.#stats = "";
    this.#showJob();
    this.#tell(false);
    return [];
  }

  #showJob(): void {
    this.#view.message = this.job.text === "" ? this.#stats : this.job.text;
    void vscode.commands.executeCommand("setContext", contextKeys.contextsRunning, this.job.state === "running");
    void vscode.commands.executeCommand("setContext", contextKeys.contextsPaused, this.job.state === "paused");
  }

  #tell(filled: boolean): void {
    void vscode.commands.executeCommand("setContext", contextKeys.libraryFilled, filled);
  }
}
