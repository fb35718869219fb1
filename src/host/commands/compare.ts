import * as vscode from "vscode";
import { formatSpec, type MethodSpec } from "../../core/solve";
import { comparedTitle, describeMethod, describeTraceChoice, type CostEstimate } from "../../protocol";
import { offers, settingsSpec, type OfferGroup } from "../compare/offers";
import { estimateSpecs, isPossible, type ComparedSettings } from "../compare/searches";
import type { Panels } from "../panel/panels";
import type { PanelSession } from "../panel/session";
import type { Services } from "../services";
import { activeImage, pickFigure } from "./solve-diagram";

interface MethodItem extends vscode.QuickPickItem {
  readonly spec?: MethodSpec;
}

/** A cost in words. */
export function costText({ requests, samples, exemplarPictures = 0 }: CostEstimate): string {
  const words = vscode.l10n.t("at most {0} requests, {1} replies", requests.toLocaleString(), samples.toLocaleString());
  return exemplarPictures === 0 ? words : vscode.l10n.t("{0}, {1} exemplar pictures", words, exemplarPictures.toLocaleString());
}

/** What heads the rows of a group; the methods by themselves have no heading. */
function headingOf(group: OfferGroup["group"]): MethodItem[] {
  const heading = {
    none: "", rcts: vscode.l10n.t("With exemplars: {0}", "RCTS"), rag: vscode.l10n.t("With exemplars: RAG, that is RCTS without its tree re-ranking"),
    random: vscode.l10n.t("With exemplars: {0}", vscode.l10n.t("at random")), variations: vscode.l10n.t("Ablations and options"),
  }[group];
  return heading === "" ? [] : [{ label: heading, kind: vscode.QuickPickItemKind.Separator }];
}

/** What an ablation is called in a benchmark says best what it is. */
function describeSpec(group: OfferGroup["group"], spec: MethodSpec): string {
  if (group === "variations") return formatSpec(spec);
  return spec.select === null ? describeMethod(spec.method, vscode.l10n.t) : describeTraceChoice(spec.select, vscode.l10n.t);
}

function methodItem(group: OfferGroup["group"], spec: MethodSpec, settings: ComparedSettings, picked: boolean): MethodItem {
  const cost = costText(estimateSpecs([spec], settings));
  const shared = group !== "variations" && spec.select !== null;
  return { label: comparedTitle(spec, vscode.l10n.t), description: describeSpec(group, spec), detail: shared ? vscode.l10n.t("{0}; one search for all selections", cost) : cost, picked, spec };
}

function comparedSettings(services: Services): ComparedSettings {
  const { preset, overrides } = services.settings.current();
  return { preset, overrides, retrieval: services.settings.library().retrieval };
}

/** Undefined: called off, or nothing chosen. */
async function chooseMethods(services: Services, session: PanelSession): Promise<readonly MethodSpec[] | undefined> {
  const before = session.state.comparison?.rows.map(({ id }) => id);
  const { on, mode } = session.state.exemplars;
  const { method, solve } = services.settings.current();
  const settings = comparedSettings(services);
  const wanted = new Set(before ?? ["cot", "qa", ...[settingsSpec(method, solve.select), ...(on ? [settingsSpec(method, solve.select, mode)] : [])].map(formatSpec)]);
  const groups = offers((services.library.counts?.exemplars ?? 0) > 0, method, solve.select, (spec) => isPossible(spec, settings));
  const items = groups.filter(({ specs }) => specs.length > 0).flatMap(({ group, specs }) => [...headingOf(group), ...specs.map((spec) => methodItem(group, spec, settings, wanted.has(formatSpec(spec))))]);
  const picks = await vscode.window.showQuickPick(items, { canPickMany: true, title: vscode.l10n.t("Compare Methods"), placeHolder: vscode.l10n.t("Methods to run on this figure and question, one after the other"), matchOnDescription: true, ignoreFocusOut: true });
  const specs = picks?.flatMap(({ spec }) => spec ?? []) ?? [];
  return specs.length === 0 ? undefined : specs;
}

/** Says what it costs and where the figure goes. */
async function agrees(services: Services, methods: readonly MethodSpec[]): Promise<boolean> {
  const settings = services.settings.current();
  const { name, place } = services.models.describe(settings.place);
  const cost = estimateSpecs(methods, comparedSettings(services));
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
