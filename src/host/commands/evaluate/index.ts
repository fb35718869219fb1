import * as vscode from "vscode";
import { toFigtreeError, type ExemplarStore } from "../../../core/ports";
import { systemClock } from "../../../adapters/system";
import type { StoredEvaluation } from "../../evaluate/folder";
import { secondsLeft } from "../../evaluate/plan";
import { makeReport } from "../../evaluate/report";
import { runEvaluation } from "../../evaluate/run";
import { aboutText } from "../../library/contexts-job";
import { withCancellableProgress } from "../../progress";
import { explain } from "../../words";
import { chooseNew } from "./choose";
import type { EvaluateContext } from "./context";

export type { EvaluateContext } from "./context";
export { saveReport } from "./save-report";

/** One at a time in this window: two would share the same limits. */
let running = false;

async function showReport({ reportPanels }: EvaluateContext, stored: StoredEvaluation): Promise<void> {
  reportPanels.show(await makeReport(stored));
}

/** What an evaluation has come to, as in lists. */
function stateText({ end }: StoredEvaluation["evaluation"]): string {
  if (end === null) return vscode.l10n.t("interrupted");
  return end.reason === "completed" ? vscode.l10n.t("{0} solves", end.total) : vscode.l10n.t("{0} of {1} solves", end.done, end.total);
}

interface Choice extends vscode.QuickPickItem {
  readonly stored?: StoredEvaluation;
  readonly action?: "new" | "goOn" | "report" | "remove";
}

/** Earlier evaluations are offered first; without any a new one begins at once. Undefined: called off. */
async function chooseAction({ folders }: EvaluateContext): Promise<Choice | undefined> {
  const stored = await folders.list();
  if (stored.length === 0) return { label: "", action: "new" };
  const itemsOf = (action: "goOn" | "report" | "remove", label: (title: string) => string, wanted: (each: StoredEvaluation) => boolean): Choice[] =>
    stored.filter(wanted).map((each) => ({ action, stored: each, label: label(each.evaluation.title), description: stateText(each.evaluation), detail: `${each.evaluation.specs.join(", ")} · ${new Date(each.evaluation.startedAt).toLocaleString()}` }));
  const items: Choice[] = [
    { label: vscode.l10n.t("New Evaluation..."), action: "new" },
    ...itemsOf("goOn", (title) => vscode.l10n.t("Go On: {0}", title), ({ evaluation }) => evaluation.end?.reason !== "completed"),
    ...itemsOf("report", (title) => vscode.l10n.t("Show Report: {0}", title), ({ evaluation }) => evaluation.end !== null),
    ...itemsOf("remove", (title) => vscode.l10n.t("Remove: {0}", title), () => true),
  ];
  return vscode.window.showQuickPick(items, { title: vscode.l10n.t("Evaluate My Library"), matchOnDescription: true, matchOnDetail: true });
}

async function run(context: EvaluateContext, stored: StoredEvaluation, store: ExemplarStore): Promise<void> {
  const { services, folders } = context;
  const startedAt = systemClock.now();
  const end = await withCancellableProgress(vscode.l10n.t("Evaluating {0}", stored.evaluation.title), (signal, report) => runEvaluation(services, {
    stored, store, folders, signal,
    onProgress: ({ done, total, now, failed }) => {
      const left = secondsLeft({ done, total, now }, (systemClock.now() - startedAt) / 1000);
      const parts = [vscode.l10n.t("{0} of {1} solves", done, total), ...(failed === 0 ? [] : [vscode.l10n.t("{0} failed", failed)]), ...(left === null ? [] : [vscode.l10n.t("{0} left", aboutText(left))])];
      report(parts.join(", "), (100 * done) / Math.max(1, total));
    },
  }));
  if (end === undefined) return;
  if (end.reason === "completed") return showReport(context, stored);
  const goOn = vscode.l10n.t("Go On");
  const report = vscode.l10n.t("Show Report");
  const why = end.error === null ? vscode.l10n.t("Stopped.") : explain(end.error).what;
  const words = vscode.l10n.t("{0} {1} of {2} solves are done and kept.", why, end.done, end.total);
  const choice = await vscode.window.showWarningMessage(words, goOn, ...(end.done === 0 ? [] : [report]));
  if (choice === goOn) return run(context, stored, store);
  if (choice === report) await showReport(context, stored);
}

async function removeAfterAsking({ folders }: EvaluateContext, stored: StoredEvaluation): Promise<void> {
  const remove = vscode.l10n.t("Remove");
  const detail = vscode.l10n.t("Its replies, results and report are deleted.");
  if ((await vscode.window.showWarningMessage(vscode.l10n.t("Remove the evaluation {0}?", stored.evaluation.title), { modal: true, detail }, remove)) === remove) await folders.remove(stored);
}

/** Runs a set of problems with and without the library's exemplars and shows what they change. */
export async function evaluateLibrary(context: EvaluateContext): Promise<void> {
  if (running) {
    await vscode.window.showInformationMessage(vscode.l10n.t("An evaluation is running already; its notification shows how far it is."));
    return;
  }
  running = true;
  try {
    const choice = await chooseAction(context);
    if (choice === undefined) return;
    if (choice.action === "report") return await showReport(context, choice.stored!);
    if (choice.action === "remove") return await removeAfterAsking(context, choice.stored!);
    const store = await context.services.library.open();
    if (store === undefined) return;
    if ((await store.list({ limit: 0 })).total === 0) {
      await vscode.window.showInformationMessage(vscode.l10n.t("The library is empty: add or import exemplars first."));
      return;
    }
    const stored = choice.stored ?? (await chooseNew(context, store));
    if (stored !== undefined) await run(context, stored, store);
  } catch (thrown) {
    if (toFigtreeError(thrown, "input.invalid").code !== "cancelled") throw thrown;
  } finally {
    running = false;
  }
}
