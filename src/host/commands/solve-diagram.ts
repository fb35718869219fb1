import * as vscode from "vscode";
import { figureExtensions } from "../ids";
import type { Panels } from "../panel/panels";
import type { PanelSession } from "../panel/session";

/** The picture that the active editor shows, if it shows one. */
export function activeImage(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputCustom && input.viewType === "imagePreview.previewEditor") return input.uri;
  if (input instanceof vscode.TabInputText && isFigure(input.uri)) return input.uri;
  return undefined;
}

const isFigure = (uri: vscode.Uri): boolean => figureExtensions.some((extension) => uri.path.toLowerCase().endsWith(`.${extension}`));

/** Lets a person choose a figure file for a panel. */
export async function pickFigure(session: PanelSession): Promise<void> {
  const [uri] = (await vscode.window.showOpenDialog({ canSelectMany: false, openLabel: vscode.l10n.t("Choose"), filters: { [vscode.l10n.t("Figures")]: figureExtensions } })) ?? [];
  if (uri !== undefined) await session.setFigureFromUri(uri);
}

/** Opens a panel with the figure of a menu or of the active editor, or an empty one, which asks for it. */
export async function solveDiagram(panels: Panels, given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : activeImage();
  const session = panels.create();
  if (uri !== undefined) await session.setFigureFromUri(uri);
}
