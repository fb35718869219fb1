import * as vscode from "vscode";
import type { NodeSnapshot, TraceSnapshot } from "../../core/trace";

/** What the tree shows of one node. */
interface NodeLook {
  readonly kind: "best" | "terminal" | "merged" | "step";
  readonly value: string;
  readonly visits: string;
}

const icons: Readonly<Record<NodeLook["kind"], string>> = { best: "star-full", terminal: "pass", merged: "layers", step: "circle-outline" };

/** Nodes on the way to the best answer. */
export function bestPath({ best, traces }: TraceSnapshot): ReadonlySet<number> {
  return new Set(best === null ? [] : (traces[best.trace]?.nodes ?? []));
}

function lookOf(node: NodeSnapshot, best: ReadonlySet<number>): NodeLook {
  const kind = best.has(node.id) ? "best" : node.terminal ? "terminal" : node.multiplicity > 1 ? "merged" : "step";
  return {
    kind,
    value: node.value === null ? "" : node.value.toFixed(2),
    visits: node.visits === 1 ? vscode.l10n.t("1 visit") : vscode.l10n.t("{0} visits", node.visits),
  };
}

const kindText = (kind: NodeLook["kind"]): string =>
  ({ best: vscode.l10n.t("on the way to the best answer"), terminal: vscode.l10n.t("last step"), merged: vscode.l10n.t("several equal replies"), step: "" })[kind];

function tooltipOf(node: NodeSnapshot, look: NodeLook): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  // Model text is untrusted: appendText escapes all Markdown in it.
  tooltip.appendText(node.subQuestion).appendMarkdown("\n\n").appendText(node.answer).appendMarkdown("\n\n---\n\n");
  const score = (name: string, value: number | null): string[] => (value === null ? [] : [`${name} ${value.toFixed(2)}`]);
  const scores = [...score(vscode.l10n.t("usefulness"), node.usefulness), ...score(vscode.l10n.t("correctness"), node.correctness), ...score(vscode.l10n.t("reward"), node.reward), ...score(vscode.l10n.t("value"), node.value)];
  tooltip.appendText([...scores, look.visits, ...(node.multiplicity > 1 ? [vscode.l10n.t("{0} equal replies", node.multiplicity)] : []), kindText(look.kind)].filter((part) => part !== "").join(" · "));
  return tooltip;
}

/** The phrase that marks a last step says nothing that its icon does not say, and hides the rest in a narrow side bar. */
function withoutFinalPhrase(subQuestion: string): string {
  const rest = subQuestion.replace(/^.*?now we can answer the question\s*[:.,]?\s*/i, "");
  return rest === "" ? subQuestion : rest;
}

/** The tree item of a node other than the root. */
export function createItem(snapshot: TraceSnapshot, node: NodeSnapshot, best: ReadonlySet<number>): vscode.TreeItem {
  const look = lookOf(node, best);
  const hasChildren = snapshot.nodes.some((other) => other.parent === node.id);
  const item = new vscode.TreeItem(`${look.value} (${node.visits}) ${withoutFinalPhrase(node.subQuestion)}`.trim(), hasChildren ? (best.has(node.id) ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed) : vscode.TreeItemCollapsibleState.None);
  item.id = `${snapshot.id}/${node.id}`;
  item.description = node.answer;
  item.iconPath = new vscode.ThemeIcon(icons[look.kind], look.kind === "best" ? new vscode.ThemeColor("charts.green") : undefined);
  item.tooltip = tooltipOf(node, look);
  item.contextValue = "node";
  item.command = { command: "figtree.revealNode", title: vscode.l10n.t("Show in Panel"), arguments: [node.id] };
  item.accessibilityInformation = { label: [node.subQuestion, node.answer, look.value === "" ? "" : vscode.l10n.t("value {0}", look.value), look.visits, kindText(look.kind)].filter((part) => part !== "").join(", ") };
  return item;
}
