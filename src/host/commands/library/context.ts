import type * as vscode from "vscode";
import type { ContextsJob } from "../../library/contexts-job";
import type { Reports } from "../../library/documents";
import type { Library } from "../../library/library";
import type { ExemplarTree } from "../../library/tree";
import type { Panels } from "../../panel/panels";
import type { KeyStore } from "../../secrets";
import type { Services } from "../../services";

/** What the commands of the library work with. */
export interface LibraryContext {
  readonly library: Library;
  readonly exemplars: ExemplarTree;
  readonly job: ContextsJob;
  readonly reports: Reports;
  readonly panels: Panels;
  readonly keys: KeyStore;
  readonly services: Services;
  readonly extensionUri: vscode.Uri;
  /** Folder for the state of unfinished imports. */
  readonly importFolder: string;
}
