import * as vscode from "vscode";
import type { Exemplar } from "../../core/ports";
import { rateText, stateOf, type ExemplarGroup, type ExemplarState } from "./model";

const icons: Readonly<Record<ExemplarState, readonly [icon: string, colour: string | undefined]>> = {
  verified: ["verified-filled", "charts.green"], unverified: ["circle-large-filled", undefined], flagged: ["warning", "list.warningForeground"], bare: ["circle-large-outline", undefined],
};

const stateText = (state: ExemplarState): string => ({
  verified: vscode.l10n.t("verified: its reasoning context led back to the answer"),
  unverified: vscode.l10n.t("its reasoning context was not verified"),
  flagged: vscode.l10n.t("flagged: no reasoning context led back to the answer; it is not retrieved"),
  bare: vscode.l10n.t("without a reasoning context"),
})[state];

const questionOf = ({ question }: Exemplar): string => (question.trim() === "" ? vscode.l10n.t("Question in the figure") : question);

function tooltipOf(exemplar: Exemplar, state: ExemplarState): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  // Imported text is untrusted: appendText escapes all Markdown in it.
  tooltip.appendText(questionOf(exemplar)).appendMarkdown("\n\n").appendText(vscode.l10n.t("Answer: {0}", exemplar.answer)).appendMarkdown("\n\n---\n\n").appendText(stateText(state));
  const origin = [exemplar.source, exemplar.licence].filter((part) => part !== "").join(", ");
  if (origin !== "") tooltip.appendMarkdown("\n\n").appendText(origin);
  return tooltip;
}

/** The line of one exemplar. */
export function exemplarItem(exemplar: Exemplar): vscode.TreeItem {
  const state = stateOf(exemplar);
  // In front, as the values in the search tree: a long question would push it out of a narrow side bar.
  const rate = exemplar.passRate === null ? "" : rateText(exemplar.passRate);
  const item = new vscode.TreeItem(`${rate} ${questionOf(exemplar)}`.trim());
  item.id = exemplar.id;
  item.description = exemplar.answer;
  const [icon, colour] = icons[state];
  item.iconPath = new vscode.ThemeIcon(icon, colour === undefined ? undefined : new vscode.ThemeColor(colour));
  item.tooltip = tooltipOf(exemplar, state);
  item.contextValue = `exemplar.${state}`;
  item.command = { command: "figtree.showExemplar", title: vscode.l10n.t("Show Exemplar"), arguments: [exemplar] };
  item.accessibilityInformation = { label: [questionOf(exemplar), exemplar.answer, stateText(state), rate].filter((part) => part !== "").join(", ") };
  return item;
}

/** The line of a subject. */
export function groupItem({ subject, exemplars }: ExemplarGroup): vscode.TreeItem {
  const item = new vscode.TreeItem(subject === "" ? vscode.l10n.t("No subject") : subject, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `subject:${subject}`;
  item.description = String(exemplars.length);
  item.contextValue = "exemplarGroup";
  return item;
}
