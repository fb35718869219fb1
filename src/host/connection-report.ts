import * as vscode from "vscode";
import type { EndpointProfile } from "../core/ports";
import { describeProfile } from "../protocol";

const scheme = "figtree-connection";

/** Chinese letters take two columns of an editor's font. */
const columnsOf = (text: string): number => text.length + (text.match(/[\u2E80-\uA4CF\uFF00-\uFF60]/g)?.length ?? 0);

/** A capability and what was found on one line, what follows on the next: three columns run off a narrow window. */
function tableOf(profile: EndpointProfile): string {
  const rows = describeProfile(profile, vscode.l10n.t);
  const width = Math.max(...rows.map(({ capability }) => columnsOf(capability)));
  const lines = rows.flatMap(({ capability, finding, action }) => [`${capability}${" ".repeat(width - columnsOf(capability))}  ${finding.replace(/\s+/g, " ")}`, `${" ".repeat(width)}  ${vscode.l10n.t("Figtree: {0}", action)}`]);
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
    const name = vscode.l10n.t("{0} at {1}", profile.model, new URL(profile.baseUrl).host).replace(/[\\/]+/g, "-");
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
