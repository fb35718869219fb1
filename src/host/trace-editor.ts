import * as vscode from "vscode";
import { parseTrace } from "../adapters/storage";
import { figureOfTrace } from "./figures";
import { PanelSession } from "./panel/session";
import type { Panels } from "./panel/panels";
import type { Services } from "./services";
import { interrupted } from "./solve/interrupted";

/** Opens `NAME.figtree.json` read-only in the same view as a solve. */
export class TraceEditor implements vscode.CustomReadonlyEditorProvider {
  constructor(
    private readonly services: Services,
    private readonly panels: Panels,
  ) {}

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    const session = new PanelSession(this.services, "trace");
    try {
      const { snapshot, image, name } = parseTrace(await vscode.workspace.fs.readFile(uri));
      session.restore(image === null ? null : figureOfTrace(image, name), interrupted(snapshot));
    } catch (thrown) {
      session.fail(thrown, "trace.invalid");
    }
    this.panels.attach(panel, session);
  }
}
