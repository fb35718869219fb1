import { existsSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { createSolveStorage } from "../adapters/storage";
import { registerCommands, type CommandContext } from "./commands";
import { askForKey } from "./commands/api-key";
import { compareIn } from "./commands/compare";
import { addSolve } from "./commands/library/from-solve";
import { starterFolder } from "./commands/library/import";
import { vectorsWords } from "./commands/library/vectors";
import { pickFigure } from "./commands/solve-diagram";
import { saveTrace } from "./commands/save-trace";
import { ConnectionReports } from "./connection-report";
import { Consent } from "./consent";
import { DisposableStore } from "./disposables";
import { EvaluationFolder } from "./evaluate/folder";
import { ReportPanels } from "./evaluate/report-panels";
import { showFailure } from "./failure";
import { contextKeys, libraryScheme, panelViewType, traceEditorType } from "./ids";
import { ContextsJob } from "./library/contexts-job";
import { createLibrary } from "./library/create";
import { Reports } from "./library/documents";
import { LibraryFiles } from "./library/files";
import { ExemplarTree } from "./library/tree";
import { VectorsKeeper } from "./library/vectors-keeper";
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
  readonly exemplars: ExemplarTree;
  readonly job: ContextsJob;
  readonly folders: EvaluationFolder;
  readonly reportPanels: ReportPanels;
  readonly vectors: VectorsKeeper;
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
  const consent = new Consent(context.globalState);
  const askForKeyOf = (origin: string): Promise<boolean> => askForKey(keys, origin);
  const library = store.add(createLibrary({ context, settings, consent, keys, log, installed, askForKey: askForKeyOf }));
  const services: Services = {
    settings,
    log,
    models: store.add(new ModelPool(sources, log)),
    consent,
    library,
    activity: store.add(new SolveActivity()),
    store: createSolveStorage(path.join(context.globalStorageUri.fsPath, "solves")),
    askForKey: askForKeyOf,
  };
  const panels = store.add(new Panels(services, { extensionUri: context.extensionUri, log, pickFigure, saveTrace, addToLibrary: (session) => addSolve(commands, session), compare: (session) => compareIn(services, session) }));
  const job = store.add(new ContextsJob(systemClock));
  const exemplars = store.add(new ExemplarTree(library, job, (thrown) => void showFailure(thrown, log)));
  const folders = new EvaluationFolder(path.join(context.globalStorageUri.fsPath, "evaluations"));
  const reportPanels = store.add(new ReportPanels());
  const commands: CommandContext = {
    panels, keys, services, profiles, installed, connections: store.add(new ConnectionReports()), library, exemplars, job, reports: store.add(new Reports()),
    extensionUri: context.extensionUri, importFolder: path.join(context.globalStorageUri.fsPath, "imports"),
    folders, reportPanels,
  };
  const tree = store.add(new SearchTree(panels));
  store.add(vscode.window.registerWebviewPanelSerializer(panelViewType, panels));
  store.add(vscode.window.registerCustomEditorProvider(traceEditorType, new TraceEditor(services, panels)));
  store.add(vscode.workspace.registerFileSystemProvider(libraryScheme, new LibraryFiles(library)));
  const vectors = new VectorsKeeper({ library: commands.library, settings: commands.services.settings, memory: context.globalState, ...vectorsWords });
  store.add(library.onDidChange(() => void vectors.look().catch((thrown: unknown) => log.warn(`Whether the library's vectors are up to date is not known: ${String(thrown)}`))));
  store.add(registerCommands(commands));
  void vscode.commands.executeCommand("setContext", contextKeys.starterLibrary, existsSync(starterFolder(context.extensionUri)));
  return context.extensionMode === vscode.ExtensionMode.Test ? { panels, keys, tree, services, exemplars, job, folders, reportPanels, vectors } : undefined;
}
