import * as vscode from "vscode";
import { DisposableStore } from "../disposables";
import { showFailure } from "../failure";
import { commandIds, type CommandId } from "../ids";
import type { ProfileStore } from "../../core/ports";
import type { ConnectionReports } from "../connection-report";
import { chooseModel, type ChooseContext } from "./choose";
import { removeApiKey, setApiKey } from "./api-key";
import { compareMethods } from "./compare";
import { evaluateLibrary, saveReport, type EvaluateContext } from "./evaluate";
import { libraryHandlers, type Handler, type LibraryContext } from "./library";
import { openRecent } from "./open-recent";
import { saveTrace } from "./save-trace";
import { solveDiagram } from "./solve-diagram";
import { testConnection } from "./test-connection";

export interface CommandContext extends ChooseContext, LibraryContext, EvaluateContext {
  readonly profiles: ProfileStore;
  readonly connections: ConnectionReports;
}

function handlersOf(context: CommandContext): Readonly<Record<CommandId, Handler>> {
  const { panels, keys, services } = context;
  return {
    ...libraryHandlers(context),
    "figtree.solveDiagram": (argument) => solveDiagram(panels, argument),
    "figtree.compareMethods": () => compareMethods(services, panels),
    "figtree.evaluateLibrary": () => evaluateLibrary(context),
    "figtree.saveReport": () => saveReport(context.reportPanels),
    "figtree.chooseModel": () => chooseModel(context),
    "figtree.testConnection": () => testConnection({ ...context, reports: context.connections }),
    "figtree.stop": () => panels.sessions.forEach((session) => session.stop()),
    "figtree.saveTrace": async () => {
      if (panels.followed !== undefined) await saveTrace(panels.followed);
    },
    "figtree.openRecent": () => openRecent(panels, services.store),
    "figtree.setApiKey": () => setApiKey(keys, services.settings),
    "figtree.removeApiKey": () => removeApiKey(keys),
    "figtree.showLog": () => services.log.show(),
    "figtree.showPanel": () => panels.showSolving(),
    "figtree.revealNode": (argument) => {
      if (panels.followed !== undefined && typeof argument === "number") panels.reveal(panels.followed, argument);
    },
    "figtree.copyNode": async (argument) => {
      const node = typeof argument === "number" ? panels.followed?.state.snapshot?.nodes[argument] : undefined;
      if (node !== undefined) await vscode.env.clipboard.writeText(`${node.subQuestion}\n${node.answer}`);
    },
  };
}

/** Registers a handler for every id; what a handler throws is shown in one sentence. */
export function registerCommands(context: CommandContext): vscode.Disposable {
  const store = new DisposableStore();
  const handlers = handlersOf(context);
  for (const id of commandIds) {
    store.add(vscode.commands.registerCommand(id, async (argument: unknown, selected: unknown) => {
      try {
        await handlers[id](argument, selected);
      } catch (thrown) {
        await showFailure(thrown, context.services.log);
      }
    }));
  }
  return store;
}
