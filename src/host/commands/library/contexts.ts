import * as vscode from "vscode";
import { contextDefaults } from "../../../core/exemplars";
import { toFigtreeError, type Exemplar } from "../../../core/ports";
import { sentences } from "../../../protocol";
import type { ContextsResult, ContextsRun } from "../../library/contexts-job";
import { exemplarsView } from "../../ids";
import { leaseModel } from "../../models/lease";
import type { ModelPlace } from "../../settings/read";
import { explain } from "../../words";
import type { LibraryContext } from "./context";
import { targetsOf } from "./targets";

/** A local model answers one request at a time; an endpoint has its own limit. */
const inFlightAt = (place: ModelPlace): number => (place.kind === "endpoint" ? place.inFlight : place.kind === "vscode" ? 4 : 1);

const isOpen = ({ context, passRate, candidates }: Exemplar): boolean => (context === null ? !candidates.some((candidate) => candidate.passRate !== null) : passRate === null);

/** Names model and cost, and asks. Undefined: called off, or nothing to do. */
async function confirm(context: LibraryContext, exemplars: readonly Exemplar[]): Promise<readonly string[] | undefined> {
  const { services } = context;
  const open = exemplars.filter(isOpen);
  if (open.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("Every exemplar here has a verified reasoning context, or none was found for it."));
    return undefined;
  }
  const { place } = services.settings.current();
  const { contexts, verifications } = services.settings.library().contexts;
  const { name, place: where } = services.models.describe(place);
  const build = vscode.l10n.t("Build");
  const words = open.length === 1 ? vscode.l10n.t("Build the reasoning context of 1 exemplar with {0}?", name) : vscode.l10n.t("Build the reasoning contexts of {0} exemplars with {1}?", open.length, name);
  const detail = vscode.l10n.t("About {0} requests and {1} replies: {2} contexts for each exemplar, each verified {3} times. The model runs at {4}. It can be paused; what is finished is kept.", open.length * (1 + contexts), open.length * contexts * (1 + verifications), contexts, verifications, where);
  return (await vscode.window.showInformationMessage(words, { modal: true, detail }, build)) === build ? open.map(({ id }) => id) : undefined;
}

async function startRun({ library, services }: LibraryContext, signal: AbortSignal): Promise<ContextsRun | undefined> {
  const store = await library.open();
  if (store === undefined) return undefined;
  const { place, solve } = services.settings.current();
  const lease = await leaseModel(services, place, signal, () => undefined);
  if (lease === undefined) return undefined;
  return { store, model: lease.model, inFlight: inFlightAt(place), settings: { ...contextDefaults, ...services.settings.library().contexts, seed: solve.seed }, release: () => lease.release() };
}

async function report({ reports, services }: LibraryContext, { done, failures, error }: ContextsResult): Promise<void> {
  const details = vscode.l10n.t("Show Details");
  const words = done === 1 ? vscode.l10n.t("The reasoning contexts of 1 exemplar were built.") : vscode.l10n.t("The reasoning contexts of {0} exemplars were built.", done);
  const bad = [...(error === null ? [] : [explain(error).what]), ...(failures.length === 0 ? [] : [vscode.l10n.t("{0} failed.", failures.length)])];
  const show = bad.length > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const choice = await show([words, ...bad].join(" "), ...(failures.length === 0 ? [] : [details]));
  for (const { question, error: { code, details: facts } } of failures) services.log.warn(`No reasoning context for "${question.slice(0, 80)}": ${code} ${JSON.stringify(facts)}`);
  if (choice === details) await reports.show(vscode.l10n.t("Reasoning Contexts"), failures.flatMap(({ question, error: failure }) => [question, `  ${sentences(explain(failure).what, explain(failure).meaning)}`, ""]));
}

async function run(context: LibraryContext, ids: readonly string[] | undefined): Promise<void> {
  try {
    const result = await vscode.window.withProgress({ location: { viewId: exemplarsView } }, () => context.job.run(ids, (signal) => startRun(context, signal)));
    if (result !== undefined) void report(context, result);
  } catch (thrown) {
    if (toFigtreeError(thrown, "endpoint.badResponse").code !== "cancelled") throw thrown;
  } finally {
    await context.library.refresh();
  }
}

/** Builds what is missing, for some exemplars or for the whole library. */
export async function buildLibraryContexts(context: LibraryContext, element: unknown, selected: unknown): Promise<void> {
  if (context.job.state === "running") return;
  const store = await context.library.open();
  if (store === undefined) return;
  const targets = element === undefined ? [] : targetsOf(context, element, selected);
  const ids = await confirm(context, targets.length > 0 ? targets : (await store.list()).exemplars);
  if (ids !== undefined) await run(context, ids);
}

/** Goes on with what a pause has left. */
export async function resumeContexts(context: LibraryContext): Promise<void> {
  const { paused } = context.job;
  if (paused !== undefined) await run(context, paused.ids);
}
