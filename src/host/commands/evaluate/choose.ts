import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { estimateSpecs } from "../../compare/searches";
import { describeMethod, methodTitle } from "../../../protocol";
import type { StoredEvaluation } from "../../evaluate/folder";
import { pairedSpecs, type Evaluation } from "../../evaluate/plan";
import { systemClock } from "../../../adapters/system";
import type { ExemplarStore } from "../../../core/ports";
import { formatSpec, methodNames, type MethodName } from "../../../core/solve";
import type { RetrievalMode } from "../../../core/trace";
import type { LibrarySettings } from "../../settings/read-library";
import { costText } from "../compare";
import { chooseSet } from "./choose-set";
import type { EvaluateContext } from "./context";

/** More is a matter of hours at most endpoints. */
const usualProblems = 30;

/** How exemplars are chosen in the half of the rows that has them. */
const modeOf = ({ mode }: LibrarySettings): Exclude<RetrievalMode, "none"> => (mode === "auto" || mode === "none" ? "rcts" : mode);

async function askNumber(problems: number): Promise<number | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Evaluate My Library"), prompt: vscode.l10n.t("How many of the {0} problems? They are drawn with the seed of the settings.", problems), value: String(Math.min(usualProblems, problems)),
    validateInput: (value) => (/^\d+$/.test(value.trim()) && Number(value) >= 1 && Number(value) <= problems ? undefined : vscode.l10n.t("A whole number from 1 to {0}.", problems)),
  });
  return text === undefined ? undefined : Number(text);
}

async function askMethods(present: MethodName): Promise<readonly MethodName[] | undefined> {
  const items = methodNames.map((method) => ({ method, picked: method === present, label: methodTitle(method), description: describeMethod(method, vscode.l10n.t) }));
  const picks = await vscode.window.showQuickPick(items, { canPickMany: true, title: vscode.l10n.t("Evaluate My Library"), placeHolder: vscode.l10n.t("Methods; each is run without exemplars and with them"), ignoreFocusOut: true });
  return picks === undefined || picks.length === 0 ? undefined : picks.map(({ method }) => method);
}

/** Names the cost and the receiver, and asks. */
async function agrees({ services }: EvaluateContext, title: string, problems: number, methods: readonly MethodName[]): Promise<boolean> {
  const settings = services.settings.current();
  const library = services.settings.library();
  const { name, place } = services.models.describe(settings.place);
  const specs = pairedSpecs(methods, modeOf(library), settings.preset, settings.overrides, library.retrieval);
  const cost = estimateSpecs(specs, { ...settings, retrieval: library.retrieval }, problems);
  const go = vscode.l10n.t("Evaluate");
  const words = vscode.l10n.t("Evaluate {0} with {1}?", title, name);
  const detail = vscode.l10n.t("{0} problems, {1} solves: {2}; every request carries the figure. The model runs at {3}. Equal requests are sent once. Budgets of single solves do not count here; it can be stopped, and gone on with later.", problems, problems * specs.length, costText(cost), place);
  return (await vscode.window.showInformationMessage(words, { modal: true, detail }, go)) === go;
}

/** Asks for set, number and methods, and for agreement to the cost. Undefined: called off. */
export async function chooseNew(context: EvaluateContext, store: ExemplarStore): Promise<StoredEvaluation | undefined> {
  const { services, folders } = context;
  const chosen = await chooseSet(store);
  const count = chosen === undefined ? undefined : await askNumber(chosen.problems);
  if (chosen === undefined || count === undefined) return undefined;
  const { method, preset, solve, overrides } = services.settings.current();
  const methods = await askMethods(method);
  if (methods === undefined || !(await agrees(context, chosen.title, count, methods))) return undefined;
  const library = services.settings.library();
  const specs = pairedSpecs(methods, modeOf(library), preset, overrides, library.retrieval).map(formatSpec);
  const evaluation: Evaluation = {
    format: "figtree-evaluation", version: 1, title: chosen.title, ...chosen.sample(count, solve.seed), seed: solve.seed, preset, specs,
    // Filled in once the model is open.
    model: { name: "", place: "" }, startedAt: systemClock.now(), end: null,
  };
  return { folder: folders.folderOf(randomUUID()), evaluation };
}
