import * as vscode from "vscode";
import { createNodeFetch } from "../../../adapters/openai";
import { findLocalServers } from "../../models/local/discover";
import type { ChooseContext, ModelItem } from "./context";
import { editorItems } from "./editor";
import { embeddedItems } from "./embedded";
import { endpointItems } from "./endpoint";
import { localItems } from "./local";

export type { ChooseContext } from "./context";

/** Shows a list that fills while servers answer. Undefined: the person left it. */
function pickFrom(context: ChooseContext): Promise<ModelItem | undefined> {
  const { services } = context;
  const stop = new AbortController();
  const connection = createNodeFetch();
  const picker = vscode.window.createQuickPick<ModelItem>();
  picker.title = vscode.l10n.t("Choose Model");
  picker.placeholder = vscode.l10n.t("A vision-language model, where you have one");
  picker.matchOnDescription = true;
  picker.keepScrollPosition = true;
  picker.busy = true;
  const ports = services.settings.discoveryPorts();
  /** Sections in the order in which they are shown, whichever comes first. */
  const sections: ModelItem[][] = [...ports.map(() => []), [], [], endpointItems(context)];
  const show = (index: number, items: ModelItem[]): void => {
    if (stop.signal.aborted) return;
    sections[index] = items;
    const active = picker.activeItems;
    const moved = active[0] !== undefined && active[0] !== picker.items.find(({ choose }) => choose !== undefined);
    picker.items = sections.flat();
    // Whoever has moved in the list stays there; else the first model is offered.
    if (moved) picker.activeItems = active;
  };
  const later = (index: number, items: Promise<ModelItem[]>): Promise<void> => items.then((found) => show(index, found), (error: unknown) => services.log.warn(`Choose Model: ${String(error)}`));
  picker.items = sections.flat();
  picker.show();
  void Promise.all([
    findLocalServers(ports, connection.fetch, stop.signal, (server) => show(ports.indexOf(Number(new URL(server.origin).port || 80)), localItems(context, server))),
    later(ports.length, editorItems()),
    later(ports.length + 1, embeddedItems(context)),
  ]).finally(() => {
    if (!stop.signal.aborted) picker.busy = false;
  });
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      const [item] = picker.selectedItems;
      if (item?.choose === undefined) return;
      resolve(item);
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      stop.abort();
      connection.close();
      picker.dispose();
    });
  });
}

/** Lets a person choose among the models that are there, and sets what makes it the one in use. */
export async function chooseModel(context: ChooseContext): Promise<void> {
  const item = await pickFrom(context);
  await item?.choose?.();
}
