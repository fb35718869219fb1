import { existsSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { prepareImage } from "../../../adapters/images";
import { systemClock } from "../../../adapters/system";
import { importExemplars, inspectImport, type ImportPlan, type ImportProgress, type PartialMapping } from "../../../adapters/transfer";
import { FigtreeError } from "../../../core/ports";
import { withCancellableProgress } from "../../progress";
import type { LibraryContext } from "./context";
import { planLines, resultLines } from "./import-report";
import { embedNew } from "./keep";
import { changeMapping, isComplete } from "./mapping";

async function pickPlace(): Promise<string | undefined> {
  const file = { label: vscode.l10n.t("A File..."), description: vscode.l10n.t("JSON, JSONL, CSV, TSV, Parquet, or a ZIP archive") };
  const folder = { label: vscode.l10n.t("A Folder..."), description: vscode.l10n.t("data with pictures beside it, or a pack") };
  const kind = await vscode.window.showQuickPick([file, folder], { title: vscode.l10n.t("Import Exemplars From") });
  if (kind === undefined) return undefined;
  const [uri] = (await vscode.window.showOpenDialog({
    canSelectMany: false, canSelectFiles: kind === file, canSelectFolders: kind === folder, title: vscode.l10n.t("Import Exemplars"), openLabel: vscode.l10n.t("Look Inside"),
    ...(kind === file ? { filters: { [vscode.l10n.t("Data")]: ["json", "jsonl", "ndjson", "csv", "tsv", "parquet", "zip"] } } : {}),
  })) ?? [];
  if (uri === undefined) return undefined;
  if (uri.scheme !== "file") throw new FigtreeError("input.invalid", { field: "The place", value: uri.toString(true), message: "Only files on the machine that runs the extension can be imported." });
  return uri.fsPath;
}

const inspect = (place: string, mapping?: PartialMapping): Thenable<ImportPlan> =>
  withCancellableProgress(vscode.l10n.t("Looking at {0}", path.basename(place)), (signal) => inspectImport(place, { signal, ...(mapping === undefined ? {} : { mapping }) }));

/** Shows what would be written until the person agrees; undefined: called off. */
async function agreedPlan({ reports }: LibraryContext, place: string): Promise<ImportPlan | undefined> {
  let plan = await inspect(place);
  for (;;) {
    await reports.show(vscode.l10n.t("Import of {0}", path.basename(place)), planLines(plan));
    const whole = isComplete(plan) && plan.samples.length > 0;
    const go = { label: vscode.l10n.t("Import {0} Records", plan.records) };
    const change = { label: vscode.l10n.t("Change What Is Read..."), description: whole ? "" : vscode.l10n.t("question, answer and picture have to be found first") };
    const pick = await vscode.window.showQuickPick([...(whole ? [go] : []), ...(plan.format === "figtree-pack" ? [] : [change])], { title: vscode.l10n.t("Import Exemplars"), placeHolder: vscode.l10n.t("Check in the document what is read; nothing has been written yet"), ignoreFocusOut: true });
    if (pick === undefined) return undefined;
    if (pick === go) return plan;
    const mapping = await changeMapping(plan);
    if (mapping !== undefined) plan = await inspect(place, mapping);
  }
}

/** Imports what a plan says. Undefined: the library was not opened. Throws `cancelled` and what the import throws. */
async function importPlan(context: LibraryContext, plan: ImportPlan): Promise<ImportProgress | undefined> {
  const store = await context.library.open();
  if (store === undefined) return undefined;
  try {
    return await withCancellableProgress(vscode.l10n.t("Importing {0}", path.basename(plan.place)), async (signal, report) => {
      let last: ImportProgress | undefined;
      const options = { plan, store, prepareImage: async (bytes: Uint8Array, name: string) => (await prepareImage(bytes, { name })).image, clock: systemClock, signal, stateFolder: context.importFolder };
      for await (const progress of importExemplars(options)) {
        last = progress;
        const left = progress.secondsLeft === null ? "" : `, ${vscode.l10n.t("about {0} s left", Math.ceil(progress.secondsLeft))}`;
        report(`${progress.done}/${progress.total}${left}`, (100 * progress.done) / Math.max(1, progress.total));
      }
      return last;
    });
  } finally {
    await embedNew(context, store);
    await context.library.refresh();
  }
}

async function tell({ reports }: LibraryContext, result: ImportProgress): Promise<void> {
  const { added, merged, skipped } = result;
  const details = vscode.l10n.t("Show Skipped Records");
  const words = vscode.l10n.t("Exemplars added: {0}, there already: {1}, records skipped: {2}.", added, merged, skipped);
  const choice = await (skipped === 0 ? vscode.window.showInformationMessage(words) : vscode.window.showWarningMessage(words, details));
  if (choice === details) await reports.show(vscode.l10n.t("Import Result"), resultLines(result));
}

/** Imports a data file, a folder, an archive or a pack, after showing what would be read. One that is cancelled goes on where it stopped. */
export async function importLibrary(context: LibraryContext, given: unknown): Promise<void> {
  const place = typeof given === "string" ? given : given instanceof vscode.Uri ? given.fsPath : await pickPlace();
  const plan = place === undefined ? undefined : await agreedPlan(context, place);
  const result = plan === undefined ? undefined : await importPlan(context, plan);
  if (result !== undefined) void tell(context, result);
}

/** Folder of the pack that comes with Figtree. */
export const starterFolder = (extensionUri: vscode.Uri): string => path.join(extensionUri.fsPath, "media", "starter-library");

/** Adds the exemplars that come with Figtree; those that are there already stay as they are. */
export async function loadStarterLibrary(context: LibraryContext): Promise<void> {
  const folder = starterFolder(context.extensionUri);
  if (!existsSync(folder)) throw new FigtreeError("import.nothingFound", { file: folder, message: "This build of Figtree comes without a starter library." });
  const result = await importPlan(context, await inspect(folder));
  if (result !== undefined) void tell(context, result);
}
