import path from "node:path";
import * as vscode from "vscode";
import { createSolveStorage } from "../adapters/storage";
import { registerCommands } from "./commands";
import { askForKey } from "./commands/api-key";
import { pickFigure } from "./commands/solve-diagram";
import { saveTrace } from "./commands/save-trace";
import { ConnectionReports } from "./connection-report";
import { Consent } from "./consent";
import { DisposableStore } from "./disposables";
import { panelViewType, traceEditorType } from "./ids";
import { createLog } from "./log";
import { createModelStore, type ModelStore } from "../adapters/hub";
import { systemClock } from "../adapters/system";
import { createEmbeddedSource } from "./models/embedded";
import { createEndpointSource } from "./models/endpoint";
import { editorSource } from "./models/editor/source";
import { ModelPool } from "./models/pool";
import { createProfileStore } from "./models/profiles";
import { Panels } from "./panel/panels";
import { KeyStore } from "./secrets";
import type { Services } from "./services";
import { watchSettings } from "./settings/settings";
import { SolveActivity } from "./solve/activity";
import { TraceEditor } from "./trace-editor";
import { SearchTree } from "./tree/search-tree";

/** What the tests inside VS Code look at; nobody else gets it. */
export interface TestAccess {
  readonly panels: Panels;
  readonly keys: KeyStore;
  readonly tree: SearchTree;
  readonly services: Services;
}

/** Puts the parts together; nothing here loads a model, a picture or a native module. */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const store = new DisposableStore();
  context.subscriptions.push(store);
  const log = store.add(createLog());
  const settings = store.add(watchSettings());
  const keys = new KeyStore(context.secrets, context.globalState);
  const profiles = createProfileStore(context.globalState);
  const installed = (): ModelStore => createModelStore({ folder: path.join(context.globalStorageUri.fsPath, "models"), hubHost: settings.current().hubHost, clock: systemClock, logger: log });
  const sources = { endpoint: createEndpointSource(keys, profiles, log), embedded: createEmbeddedSource(context.extensionPath, installed, log), vscode: editorSource };
  const services: Services = {
    settings,
    log,
    models: store.add(new ModelPool(sources, log)),
    consent: new Consent(context.globalState),
    activity: store.add(new SolveActivity()),
    store: createSolveStorage(path.join(context.globalStorageUri.fsPath, "solves")),
    askForKey: (origin) => askForKey(keys, origin),
  };
  const panels = store.add(new Panels(services, { extensionUri: context.extensionUri, log, pickFigure, saveTrace }));
  const tree = store.add(new SearchTree(panels));
  store.add(vscode.window.registerWebviewPanelSerializer(panelViewType, panels));
  store.add(vscode.window.registerCustomEditorProvider(traceEditorType, new TraceEditor(services, panels)));
  store.add(registerCommands({ panels, keys, services, profiles, installed, reports: store.add(new ConnectionReports()) }));
  return context.extensionMode === vscode.ExtensionMode.Test ? { panels, keys, tree, services } : undefined;
}
