import * as vscode from "vscode";
import type { ImportPlan, PartialMapping } from "../../../adapters/transfer";

/** What a record may tell, in the order in which a person looks for it. */
const entries = ["question", "answer", "image", "choices", "answerForm", "unit", "subject", "tags", "source", "licence", "context", "caption", "hint", "lecture", "explanation", "deduction", "solution"] as const satisfies readonly (keyof PartialMapping)[];
const needed: readonly string[] = ["question", "answer", "image"];
const answerForms = ["auto", "text", "letter", "index", "number"] as const;

const shown = (value: PartialMapping[keyof PartialMapping]): string => (value === undefined ? vscode.l10n.t("not read") : Array.isArray(value) ? value.join(", ") : String(value));

export const isComplete = ({ mapping, format }: Pick<ImportPlan, "mapping" | "format">): boolean => format === "figtree-pack" || (mapping.question !== undefined && mapping.answer !== undefined && mapping.image !== undefined);

async function chooseField({ fields }: ImportPlan, entry: string): Promise<string | null | undefined> {
  if (entry === "answerForm") return vscode.window.showQuickPick([...answerForms], { title: vscode.l10n.t("How the answer is written where a record has choices") });
  const none = { label: vscode.l10n.t("Not Read"), value: null };
  const typed = { label: vscode.l10n.t("Type It..."), value: undefined };
  const offered = fields.map((field) => ({ label: field, value: field }));
  const pick = await vscode.window.showQuickPick([...offered, ...(needed.includes(entry) ? [] : [none]), typed], { title: vscode.l10n.t("Which field is the {0}?", entry) });
  if (pick !== typed) return pick?.value;
  return (await vscode.window.showInputBox({ title: vscode.l10n.t("Which field is the {0}?", entry), prompt: vscode.l10n.t("A path like metadata.task, a text with paths in braces like {split}/{id}.png, or = and a fixed text"), ignoreFocusOut: true }))?.trim();
}

/** Lets a person change one entry of the mapping; undefined: left as it was. */
export async function changeMapping(plan: ImportPlan): Promise<PartialMapping | undefined> {
  const items = entries.map((entry) => ({ entry, label: entry, description: shown(plan.mapping[entry]) }));
  const pick = await vscode.window.showQuickPick(items, { title: vscode.l10n.t("Change What Is Read"), placeHolder: vscode.l10n.t("Which part of an exemplar?"), ignoreFocusOut: true });
  if (pick === undefined) return undefined;
  const field = await chooseField(plan, pick.entry);
  if (field === undefined || field === "") return undefined;
  return Object.fromEntries([...Object.entries(plan.mapping).filter(([entry]) => entry !== pick.entry), ...(field === null ? [] : [[pick.entry, field]])]) as PartialMapping;
}
