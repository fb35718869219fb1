import * as vscode from "vscode";
import { DisposableStore } from "../disposables";
import { contextKeys, panelViewType } from "../ids";
import type { Services } from "../services";
import { interrupted } from "../solve/interrupted";
import { figureOfTrace } from "../figures";
import { readKeptSolves } from "../compare/kept";
import { restoreComparison } from "../compare/restore";
import { PanelSession } from "./session";
import { PanelView, type ViewOptions } from "./view";

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly session: PanelSession;
  readonly view: PanelView;
}

/** All panels and trace editors of this window, and which of them the side bar follows. */
export class Panels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #open: OpenPanel[] = [];
  readonly #store = new DisposableStore();
  readonly #followed = this.#store.add(new vscode.EventEmitter<void>());
  /** The followed session, its tree or its selection changed. */
  readonly onDidChangeFollowed = this.#followed.event;

  constructor(
    private readonly services: Services,
    private readonly options: ViewOptions,
  ) {
    this.#store.add(services.settings.onDidChange(() => this.#open.forEach(({ session }) => session.refreshSettings())));
    this.#store.add(services.library.onDidChange(() => this.#open.forEach(({ session }) => session.refreshExemplars())));
  }

  /** The session that was used last, if any is open. */
  get followed(): PanelSession | undefined {
    return this.#open.at(-1)?.session;
  }

  get sessions(): readonly PanelSession[] {
    return this.#open.map(({ session }) => session);
  }

  /** Opens an empty panel beside nothing in particular. */
  create(title = vscode.l10n.t("Solve Diagram")): PanelSession {
    const panel = vscode.window.createWebviewPanel(panelViewType, title, vscode.ViewColumn.Active, {});
    return this.attach(panel, new PanelSession(this.services));
  }

  /** Brings a panel that is solving to the front, or else the one that was used last. */
  showSolving(): void {
    (this.#open.findLast(({ session }) => session.solving) ?? this.#open.at(-1))?.panel.reveal();
  }

  /** Scrolls the session's own panel to a node. */
  reveal(session: PanelSession, node: number): void {
    session.select(node);
    this.#open.find((each) => each.session === session)?.view.reveal(node);
  }

  /** Takes charge of a panel until it is closed. */
  attach(panel: vscode.WebviewPanel, session: PanelSession): PanelSession {
    const media = vscode.Uri.joinPath(this.options.extensionUri, "media");
    panel.iconPath = { light: vscode.Uri.joinPath(media, "panel-light.svg"), dark: vscode.Uri.joinPath(media, "panel-dark.svg") };
    const view = new PanelView(panel, session, { ...this.options, showStored: (id) => this.showStored(id) });
    const entry: OpenPanel = { panel, session, view };
    const store = new DisposableStore();
    store.add(view);
    store.add(session);
    store.add(session.onDidChange(() => {
      const name = session.state.figure?.name ?? "";
      if (name !== "" && session.state.mode === "solve" && panel.title !== name) panel.title = name;
      if (session === this.followed) this.#announce();
    }));
    store.add(panel.onDidChangeViewState(() => {
      if (panel.active) this.#follow(entry);
    }));
    store.add(panel.onDidDispose(() => {
      this.#open.splice(this.#open.indexOf(entry), 1);
      store.dispose();
      this.#announce();
    }));
    this.#open.push(entry);
    this.#announce();
    if (session.state.mode === "solve") this.services.library.peek();
    return session;
  }

  /** VS Code brings a panel back after a reload; `state` is what the view kept: the ids of its solves. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const session = new PanelSession(this.services);
    const { solve, comparison } = readKeptSolves(state);
    if (solve !== null) await this.#restore(session, solve);
    if (comparison !== null) await restoreComparison(this.services.store, session, comparison);
    this.attach(panel, session);
  }

  /** Opens a stored solve in a panel of its own. */
  async openStored(id: string): Promise<PanelSession> {
    const session = this.create();
    await this.#restore(session, id);
    return session;
  }

  /** Brings the panel of a stored solve to the front, or opens one. */
  async showStored(id: string): Promise<void> {
    const open = this.#open.find(({ session }) => session.state.snapshot?.id === id);
    if (open === undefined) await this.openStored(id);
    else open.panel.reveal();
  }

  dispose(): void {
    for (const { panel } of [...this.#open]) panel.dispose();
    this.#store.dispose();
  }

  async #restore(session: PanelSession, id: string): Promise<void> {
    try {
      const { snapshot, image, name } = await this.services.store.read(id);
      session.restore(figureOfTrace(image, name), interrupted(snapshot));
    } catch (thrown) {
      session.fail(thrown);
    }
  }

  #follow(entry: OpenPanel): void {
    if (this.#open.at(-1) === entry) return;
    this.#open.splice(this.#open.indexOf(entry), 1);
    this.#open.push(entry);
    this.#announce();
  }

  #announce(): void {
    this.#followed.fire();
    void vscode.commands.executeCommand("setContext", contextKeys.hasTrace, (this.followed?.state.snapshot ?? null) !== null);
  }
}
