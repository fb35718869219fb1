import * as vscode from "vscode";
import type { TraceSnapshot } from "../../core/trace";
import { contextKeys } from "../ids";

/** What one running solve reports. */
export interface RunningSolve {
  progress(snapshot: TraceSnapshot): void;
  end(): void;
}

/** The one status-bar item: there while something is being solved, and a way back to its panel. */
export class SolveActivity implements vscode.Disposable {
  #item: vscode.StatusBarItem | undefined;
  #running = 0;

  begin(): RunningSolve {
    this.#running += 1;
    if (this.#running === 1) this.#show();
    let ended = false;
    return {
      progress: ({ iterations, settings }) => {
        if (ended || this.#item === undefined) return;
        const total = settings["iterations"];
        this.#item.text = this.#running > 1 ? this.#many() : `$(sync~spin) ${typeof total === "number" && iterations > 0 ? vscode.l10n.t("Figtree {0}/{1}", iterations, total) : "Figtree"}`;
      },
      end: () => {
        if (ended) return;
        ended = true;
        this.#running -= 1;
        if (this.#running === 0) this.#hide();
      },
    };
  }

  dispose(): void {
    this.#hide();
  }

  #many(): string {
    return `$(sync~spin) ${vscode.l10n.t("Figtree: {0} figures", this.#running)}`;
  }

  #show(): void {
    this.#item = vscode.window.createStatusBarItem("figtree.solving", vscode.StatusBarAlignment.Left);
    this.#item.name = "Figtree";
    this.#item.text = "$(sync~spin) Figtree";
    this.#item.tooltip = vscode.l10n.t("Solving a diagram. Select to show it.");
    this.#item.command = "figtree.showPanel";
    this.#item.show();
    void vscode.commands.executeCommand("setContext", contextKeys.solving, true);
  }

  #hide(): void {
    this.#item?.dispose();
    this.#item = undefined;
    void vscode.commands.executeCommand("setContext", contextKeys.solving, false);
  }
}
