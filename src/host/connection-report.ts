import * as vscode from "vscode";
import type { EndpointProfile } from "../core/ports";
import { describeProfile } from "../protocol";

const scheme = "figtree-connection";

function tableOf(profile: EndpointProfile): string {
  const rows = [[vscode.l10n.t("Capability"), vscode.l10n.t("Found"), vscode.l10n.t("What Figtree does")] as const, ...describeProfile(profile).map(({ capability, finding, action }) => [capability, finding.replace(/\s+/g, " "), action] as const)];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map(([capability, finding, action]) => `${capability.padEnd(widths[0]!)}  ${finding.padEnd(widths[1]!)}  ${action}`);
  return [vscode.l10n.t("{0} at {1}, tested on {2} with {3} requests", profile.model, profile.baseUrl, new Date(profile.probedAt).toLocaleString(), profile.requests), "", ...lines, ""].join("\n");
}

/** What tests of connections found, as read-only text documents. */
export class ConnectionReports implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  async show(profile: EndpointProfile): Promise<void> {
    const name = `${profile.model} at ${new URL(profile.baseUrl).host}`.replace(/[\\/]+/g, "-");
    const uri = vscode.Uri.from({ scheme, path: `/${name}.txt` });
    this.#texts.set(uri.toString(), tableOf(profile));
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}
