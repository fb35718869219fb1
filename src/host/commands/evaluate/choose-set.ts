import path from "node:path";
import * as vscode from "vscode";
import type { DataSet } from "../../../bench";
import { FigtreeError, type ExemplarStore } from "../../../core/ports";
import type { EvaluationSet } from "../../evaluate/plan";
import { openSet } from "../../evaluate/sets";
import { withCancellableProgress } from "../../progress";
import { loadBench } from "../../evaluate/bench";

/** A set of problems and how many there are; `ids` of a library are drawn from once it is known how many are wanted. */
export interface ChosenSet {
  readonly title: string;
  readonly problems: number;
  /** The set with so many problems, and how many are still to be drawn from it. */
  sample(count: number, seed: number): { readonly set: EvaluationSet; readonly limit: number | null };
}

async function libraryOf(store: ExemplarStore): Promise<ChosenSet> {
  const { exemplars } = await store.list();
  return {
    title: vscode.l10n.t("My library"), problems: exemplars.length,
    sample: (count, seed) => ({ set: { kind: "library", ids: loadBench().drawSome(exemplars, count, seed).map(({ id }) => id) }, limit: null }),
  };
}

async function pickFolder(title: string): Promise<string | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ canSelectFiles: false, canSelectFolders: true, canSelectMany: false, title, openLabel: vscode.l10n.t("Choose") })) ?? [];
  if (uri === undefined) return undefined;
  if (uri.scheme !== "file") throw new FigtreeError("input.invalid", { field: "The folder", value: uri.toString(true), message: "Only folders on the machine that runs the extension can be read." });
  return uri.fsPath;
}

async function readerOf(name: string, title: string, store: ExemplarStore): Promise<ChosenSet | undefined> {
  const folder = await pickFolder(title);
  if (folder === undefined) return undefined;
  const set: EvaluationSet = { kind: "reader", name, path: folder };
  const problems = await withCancellableProgress(vscode.l10n.t("Reading {0}", path.basename(folder)), async (signal) => {
    const { dataset }: { dataset: DataSet } = await openSet(set, store, signal);
    await dataset.close();
    return dataset.problems.length;
  });
  if (problems === 0) throw new FigtreeError("input.invalid", { field: "The folder", value: folder, message: "It holds no problem that can be asked." });
  return { title: `${title}: ${path.basename(folder)}`, problems, sample: (count) => ({ set, limit: count < problems ? count : null }) };
}

/** Lets a person choose what is asked. Undefined: called off. */
export async function chooseSet(store: ExemplarStore): Promise<ChosenSet | undefined> {
  const library = { label: vscode.l10n.t("My Library Itself"), description: vscode.l10n.t("each exemplar is asked without itself") };
  const own = { label: vscode.l10n.t("A Folder..."), description: vscode.l10n.t("with manifest.jsonl and pictures") };
  const official = { label: vscode.l10n.t("A Data Set..."), description: vscode.l10n.t("as it is downloaded") };
  const pick = await vscode.window.showQuickPick([library, own, official], { title: vscode.l10n.t("Evaluate My Library"), placeHolder: vscode.l10n.t("Which problems are asked?") });
  if (pick === undefined) return undefined;
  if (pick === library) return libraryOf(store);
  const { datasetReaders } = loadBench();
  if (pick === own) return readerOf("manifest", datasetReaders["manifest"]!.title, store);
  const readers = Object.values(datasetReaders).filter(({ name }) => name !== "manifest").map(({ name, title, layout, licence }) => ({ name, label: title, description: licence, detail: layout }));
  const reader = await vscode.window.showQuickPick(readers, { title: vscode.l10n.t("Data Set"), placeHolder: vscode.l10n.t("Which data set does the folder hold?") });
  return reader === undefined ? undefined : readerOf(reader.name, reader.label, store);
}
