import * as vscode from "vscode";
import { choiceId, estimateChoice, methodChoices, modeHeading, sumEstimates, type MethodChoice } from "../compare/methods";
import { comparedTitle, describeMethod, type CostEstimate } from "../../protocol";
import type { Panels } from "../panel/panels";
import type { PanelSession } from "../panel/session";
import type { Services } from "../services";
import { activeImage, pickFigure } from "./solve-diagram";

interface MethodItem extends vscode.QuickPickItem {
  readonly choice?: MethodChoice;
}

/** A cost in words. */
export function costText({ requests, samples, exemplarPictures = 0 }: CostEstimate): string {
  const words = vscode.l10n.t("at most {0} requests, {1} replies", requests.toLocaleString(), samples.toLocaleString());
  return exemplarPictures === 0 ? words : vscode.l10n.t("{0}, {1} exemplar pictures", words, exemplarPictures.toLocaleString());
}

/** Rows for a choice of methods, with what each costs, under the ways to choose exemplars. */
function methodItems(services: Services, choices: readonly MethodChoice[], chosen: (choice: MethodChoice) => boolean): MethodItem[] {
  const settings = services.settings.current();
  const library = services.settings.library();
  let mode: MethodChoice["mode"] = "none";
  return choices.flatMap((choice): MethodItem[] => {
    const heading = choice.mode === mode ? [] : [{ label: vscode.l10n.t("With exemplars: {0}", modeHeading(choice.mode, vscode.l10n.t)), kind: vscode.QuickPickItemKind.Separator }];
    mode = choice.mode;
    return [...heading, { label: comparedTitle(choice.method, choice.mode, vscode.l10n.t), description: describeMethod(choice.method, vscode.l10n.t), detail: costText(estimateChoice(choice, settings, library)), picked: chosen(choice), choice }];
  });
}

/** Undefined: called off, or nothing chosen. */
async function chooseMethods(services: Services, session: PanelSession): Promise<readonly MethodChoice[] | undefined> {
  const before = session.state.comparison?.rows.map(({ id }) => id);
  const { on, mode } = session.state.exemplars;
  const { method } = services.settings.current();
  const wanted = new Set(before ?? [method, "cot", "qa", ...(on ? [choiceId({ method, mode })] : [])]);
  const items = methodItems(services, methodChoices((services.library.counts?.exemplars ?? 0) > 0), (choice) => wanted.has(choiceId(choice)));
  const picks = await vscode.window.showQuickPick(items, { canPickMany: true, title: vscode.l10n.t("Compare Methods"), placeHolder: vscode.l10n.t("Methods to run on this figure and question, one after the other"), matchOnDescription: true, ignoreFocusOut: true });
  const choices = picks?.flatMap(({ choice }) => choice ?? []) ?? [];
  return choices.length === 0 ? undefined : choices;
}

/** Says what it costs and where the figure goes. */
async function agrees(services: Services, methods: readonly MethodChoice[]): Promise<boolean> {
  const settings = services.settings.current();
  const { name, place } = services.models.describe(settings.place);
  const cost = sumEstimates(methods.map((choice) => estimateChoice(choice, settings, services.settings.library())));
  const go = vscode.l10n.t("Compare");
  const words = methods.length === 1 ? vscode.l10n.t("Run 1 method on this figure with {0}?", name) : vscode.l10n.t("Run {0} methods on this figure with {1}?", methods.length, name);
  const detail = vscode.l10n.t("In all {0}. All have the same seed, {1}, and the budget of a solve each. The model runs at {2}. Stop keeps what is there.", costText(cost), settings.solve.seed, place);
  return (await vscode.window.showInformationMessage(words, { modal: true, detail }, go)) === go;
}

/** Lets a person choose methods for what a panel shows, names the cost, and runs them. */
export async function compareIn(services: Services, session: PanelSession): Promise<void> {
  if (session.solving || session.state.mode === "trace") return;
  if (session.figure === null) await pickFigure(session);
  if (session.figure === null) return;
  const methods = await chooseMethods(services, session);
  if (methods !== undefined && (await agrees(services, methods))) await session.compare(methods);
}

/** The same from the palette: in the panel that was used last, or in a new one. */
export async function compareMethods(services: Services, panels: Panels): Promise<void> {
  const image = activeImage();
  const open = panels.followed;
  if (image === undefined && open !== undefined && open.state.mode === "solve" && !open.solving) return compareIn(services, open);
  const session = panels.create();
  if (image !== undefined) await session.setFigureFromUri(image);
  await compareIn(services, session);
}
