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
  /** Questions for the roots may overlap: the message is that of the newest which has been answered. */
  #asked = 0;
  #answered = 0;

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
    const turn = (this.#asked += 1);
    try {
      const roots = await this.#roots(turn);
      this.#failure = "";
      return roots;
    } catch (thrown) {
      this.#none(turn);
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

  async #roots(turn: number): Promise<ExemplarElement[]> {
    const search = this.#search;
    // A folder that was never written to stays unwritten until there is something to keep.
    const store = this.library.exists ? await this.library.open() : undefined;
    if (store === undefined) return this.#none(turn);
    const stats = await store.stats();
    const { total, exemplars } = await store.list({ limit: mostShown, ...(search === "" ? {} : { text: search }) });
    if (stats.exemplars === 0) return this.#none(turn);
    const hidden = total > exemplars.length ? [vscode.l10n.t("The first {0} of {1} are shown; search for the others.", exemplars.length, total)] : [];
    const found = search === "" ? [] : [vscode.l10n.t("{0} found for \"{1}\".", total, search)];
    this.#show(turn, [`${statsText(stats)}.`, ...found, ...hidden].join(" "), true);
    return [...(groupExemplars(exemplars) ?? exemplars)];
  }

  /** No message: it would stand above the welcome text. */
  #none(turn: number): [] {
    this.#show(turn, "", false);
    return [];
  }

  #show(turn: number, stats: string, filled: boolean): void {
    if (turn < this.#answered) return;
    this.#answered = turn;
    this.#stats = stats;
    this.#showJob();
    void vscode.commands.executeCommand("setContext", contextKeys.libraryFilled, filled);
  }

  #showJob(): void {
    this.#view.message = this.job.text === "" ? this.#stats : this.job.text;
    void vscode.commands.executeCommand("setContext", contextKeys.contextsRunning, this.job.state === "running");
    void vscode.commands.executeCommand("setContext", contextKeys.contextsPaused, this.job.state === "paused");
  }
}
