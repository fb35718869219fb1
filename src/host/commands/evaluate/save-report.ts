import path from "node:path";
import * as vscode from "vscode";
import type { Report, ReportPanels } from "../../evaluate/report-panels";

const fileName = (title: string): string => title.replace(/[^\p{Letter}\p{Number}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase() || "report";

function contentOf({ html, markdown, json }: Report, uri: vscode.Uri): string {
  const extension = path.posix.extname(uri.path).toLowerCase();
  return extension === ".md" ? markdown : extension === ".json" ? json : html;
}

/** Saves the report in front as a page, as Markdown or as JSON: by the name's ending. */
export async function saveReport(panels: ReportPanels): Promise<void> {
  const report = panels.active;
  if (report === undefined) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `${fileName(report.title)}.html`) }),
    filters: { [vscode.l10n.t("Web page")]: ["html"], Markdown: ["md"], JSON: ["json"] }, title: vscode.l10n.t("Save Report"),
  });
  if (uri !== undefined) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(contentOf(report, uri)));
}
