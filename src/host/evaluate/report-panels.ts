import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { reportViewType } from "../ids";
import { reportPage } from "./page";

/** A report in the forms in which it can be saved. */
export interface Report {
  readonly title: string;
  readonly html: string;
  readonly markdown: string;
  readonly json: string;
}

/** Reports in panels without scripts. They end with the window: the run they were made of is kept, and shows them again. */
export class ReportPanels implements vscode.Disposable {
  readonly #open = new Map<vscode.WebviewPanel, Report>();

  show(report: Report): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(reportViewType, report.title, vscode.ViewColumn.Active, { enableScripts: false, enableForms: false, enableCommandUris: false, localResourceRoots: [], enableFindWidget: true });
    panel.webview.html = reportPage(report.html, randomBytes(24).toString("base64url"));
    this.#open.set(panel, report);
    panel.onDidDispose(() => this.#open.delete(panel));
    return panel;
  }

  /** The one in front. */
  get active(): Report | undefined {
    return [...this.#open].find(([panel]) => panel.active)?.[1];
  }

  dispose(): void {
    for (const panel of [...this.#open.keys()]) panel.dispose();
  }
}
