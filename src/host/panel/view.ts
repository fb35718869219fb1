import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { panelHtml, isStored, parseViewMessage, type HostMessage, type PanelCommand, type ViewMessage } from "../../protocol";
import { DisposableStore } from "../disposables";
import type { HostLog } from "../log";
import { runPanelCommand } from "../panel-command";
import { Throttle } from "../throttle";
import type { PanelSession } from "./session";

/** Snapshots a second at most. */
const snapshotInterval = 100;

export interface ViewOptions {
  readonly extensionUri: vscode.Uri;
  readonly log: HostLog;
  pickFigure(session: PanelSession): Promise<void>;
  saveTrace(session: PanelSession): Promise<void>;
  addToLibrary(session: PanelSession): Promise<void>;
  /** Lets the person choose methods, and runs them. */
  compare(session: PanelSession): Promise<void>;
}

/** Connects a webview panel with its session. The view may vanish and come back; it then asks for everything anew. */
export class PanelView implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #snapshots = new Throttle(snapshotInterval, () => this.#postSnapshot());
  readonly #comparisons = new Throttle(snapshotInterval, () => this.#postComparison());
  /** Pictures that the present page already holds. */
  readonly #sentImages = new Set<string>();
  #ready = false;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    readonly session: PanelSession,
    private readonly options: ViewOptions & { showStored(id: string): Promise<unknown> },
  ) {
    const { webview } = panel;
    const dist = vscode.Uri.joinPath(options.extensionUri, "dist");
    const inDist = (name: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    this.#store.add(webview.onDidReceiveMessage((raw: unknown) => this.#receive(raw)));
    this.#store.add(session.onDidChange((change) => (change === "state" ? this.#postState() : change === "snapshot" ? this.#snapshots.request() : this.#comparisons.request())));
    this.#store.add(panel.onDidChangeViewState(() => {
      // A hidden page is thrown away; the next one announces itself.
      if (!panel.visible) this.#ready = false;
    }));
    this.#store.add(this.#snapshots);
    this.#store.add(this.#comparisons);
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    // Where VS Code has no translation into its language, page and words are English.
    const words = vscode.l10n.bundle === undefined ? { language: "en", texts: {} } : { language: vscode.env.language, texts: vscode.l10n.bundle };
    webview.html = panelHtml({ scriptUri: inDist("webview.js"), styleUri: inDist("webview.css"), cspSource: webview.cspSource, nonce: randomBytes(24).toString("base64url"), title: "Figtree", ...words });
  }

  reveal(node: number): void {
    this.#post({ type: "reveal", node });
  }

  dispose(): void {
    this.#store.dispose();
  }

  #receive(raw: unknown): void {
    const message = parseViewMessage(raw);
    if (message === undefined) {
      this.options.log.warn("The panel sent a message of an unknown form.");
      return;
    }
    Promise.resolve(this.#handle(message)).catch((error: unknown) => this.session.fail(error));
  }

  #handle(message: ViewMessage): Promise<void> | void {
    const { session, options } = this;
    switch (message.type) {
      case "ready":
        this.#ready = true;
        this.#sentImages.clear();
        return this.#postState();
      case "pasteFigure":
        return session.setFigureFromBytes(message.bytes, message.name);
      case "dropUri":
        return session.setFigureFromUri(vscode.Uri.parse(message.uri, true));
      case "removeFigure":
        return session.removeFigure();
      case "setQuestion":
        return session.setQuestion(message.question, message.choices);
      case "solve":
        return session.solve(message.question, message.choices);
      case "compare":
        session.setQuestion(message.question, message.choices);
        return options.compare(session);
      case "openCompared":
        return this.#openCompared(message.row);
      case "stop":
        return session.stop();
      case "selectNode":
        return session.select(message.node);
      case "saveTrace":
        return options.saveTrace(session);
      case "addToLibrary":
        return options.addToLibrary(session);
      case "needImage":
        return this.#sendExemplarImage(message.sha256);
      case "useExemplars":
        return session.useExemplars(message.on, message.count);
      case "judgeExemplar":
        return session.judgeExemplar(message.id, message.verdict);
      case "copy":
        return void vscode.env.clipboard.writeText(message.text);
      case "command":
        return this.#command(message.command);
      case "viewError":
        return options.log.error(`In the panel: ${message.message}`);
    }
  }

  async #command(command: PanelCommand): Promise<void> {
    if (command === "solve") return this.session.solve(this.session.state.question, this.session.state.choices);
    if (command === "pickFigure") return this.options.pickFigure(this.session);
    await runPanelCommand(command);
  }

  async #openCompared(id: string): Promise<void> {
    const row = this.session.state.comparison?.rows.find((each) => each.id === id);
    if (row !== undefined && isStored(row)) await this.options.showStored(row.solve);
  }

  async #sendExemplarImage(sha256: string): Promise<void> {
    const found = await this.session.exemplarImage(sha256);
    this.#post(found === undefined ? { type: "noImage", sha256 } : { type: "image", sha256, mediaType: found.mediaType, bytes: Uint8Array.from(found.bytes) });
  }

  #postState(): void {
    this.#snapshots.dispose();
    this.#comparisons.dispose();
    this.#postImage();
    this.#post({ type: "state", state: this.session.state });
  }

  #postSnapshot(): void {
    const { snapshot, status } = this.session.state;
    if (snapshot !== null) this.#post({ type: "snapshot", snapshot, status });
  }

  #postComparison(): void {
    const { comparison, status } = this.session.state;
    if (comparison !== null) this.#post({ type: "comparison", comparison, status });
  }

  #postImage(): void {
    const image = this.session.figure?.image;
    if (image === undefined || !this.#ready || this.#sentImages.has(image.sha256)) return;
    this.#sentImages.add(image.sha256);
    // A copy: the bytes may be a view of a larger buffer, which would travel along.
    this.#post({ type: "image", sha256: image.sha256, mediaType: image.mediaType, bytes: Uint8Array.from(image.bytes) });
  }

  #post(message: HostMessage): void {
    if (this.#ready) void this.panel.webview.postMessage(message);
  }
}
