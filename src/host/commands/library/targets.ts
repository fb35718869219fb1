import * as vscode from "vscode";
import type { Exemplar } from "../../../core/ports";
import { rateText } from "../../library/model";
import { exemplarsOf, type ExemplarElement } from "../../library/tree";
import type { LibraryContext } from "./context";

const isElement = (value: unknown): value is ExemplarElement => typeof value === "object" && value !== null && ("exemplars" in value || ("image" in value && "candidates" in value));

/**
 * The exemplars that a command is meant for: the element it was called on together with what is selected beside it,
 * else the selection, else none. VS Code passes the element and, where several are selected, all of them.
 */
export function targetsOf({ exemplars }: LibraryContext, element: unknown, selected: unknown): Exemplar[] {
  const elements = Array.isArray(selected) ? selected.filter(isElement) : isElement(element) ? [element] : element === undefined ? exemplars.selection : [];
  return [...new Map(elements.flatMap(exemplarsOf).map((exemplar) => [exemplar.id, exemplar])).values()];
}

/** Lets a person choose one exemplar by its words. */
export async function pickExemplar({ library }: LibraryContext, title: string, wanted: (exemplar: Exemplar) => boolean = () => true): Promise<Exemplar | undefined> {
  const store = await library.open();
  if (store === undefined) return undefined;
  const { exemplars } = await store.list({ limit: 2000 });
  const items = exemplars.filter(wanted).map((exemplar) => ({
    exemplar, label: exemplar.question === "" ? vscode.l10n.t("Question in the figure") : exemplar.question.replace(/\s+/g, " "),
    description: [exemplar.answer, ...(exemplar.passRate === null ? [] : [rateText(exemplar.passRate)])].join(" · "), detail: exemplar.subject,
  }));
  if (items.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("The library has no exemplar for this."));
    return undefined;
  }
  return (await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true }))?.exemplar;
}
