import * as vscode from "vscode";
import { findEditorModel } from "./models/editor/select";
import type { ModelPlace } from "./settings/read";

const listKey = "figtree.allowedOrigins";

/** True for addresses of this machine itself. */
export function isLoopback(origin: string): boolean {
  const host = new URL(origin).hostname;
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Names the receiver once before the first figure leaves the machine; remembered per origin, or per provider of VS Code. */
export class Consent {
  constructor(private readonly memory: vscode.Memento) {}

  /** For what is solved at this place. False: the person said no. */
  async allows(place: ModelPlace): Promise<boolean> {
    if (place.kind === "embedded" || (place.kind === "endpoint" && isLoopback(place.origin))) return true;
    if (place.kind === "endpoint") {
      return this.#ask(place.origin, new URL(place.origin).host, vscode.l10n.t("The figure, the question and the reasoning steps leave this machine and go to {0}. This is asked once for each address.", place.origin));
    }
    const { vendor, name } = await findEditorModel(place.model);
    return this.#ask(`vscode:${vendor}`, vendor, vscode.l10n.t("The figure, the question and the reasoning steps go to the language model {0}, which {1} brings to VS Code; most of these run on other machines. This is asked once for each provider.", name, vendor));
  }

  /** For exemplars that are kept or embedded at another place. False: the person said no. */
  async allowsExemplars(origin: string): Promise<boolean> {
    if (/^https?:/i.test(origin) && isLoopback(origin)) return true;
    return this.#ask(origin, origin.replace(/^[a-z0-9+]+:\/\//i, ""), vscode.l10n.t("The figures, questions and answers of the exemplar library, and those of what you solve with it, leave this machine and go to {0}. This is asked once for each address.", origin));
  }

  async #ask(key: string, receiver: string, detail: string): Promise<boolean> {
    if (this.memory.get<readonly string[]>(listKey, []).includes(key)) return true;
    const send = vscode.l10n.t("Send");
    const choice = await vscode.window.showWarningMessage(vscode.l10n.t("Send figures to {0}?", receiver), { modal: true, detail }, send);
    if (choice !== send) return false;
    // Read anew: another receiver may have been allowed while the question stood.
    await this.memory.update(listKey, [...this.memory.get<readonly string[]>(listKey, []), key]);
    return true;
  }
}
