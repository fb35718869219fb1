import * as vscode from "vscode";
import { isLoopback } from "../consent";
import type { KeyStore } from "../secrets";
import type { SettingsSource } from "../settings/settings";

async function enterKey(origin: string, optional: boolean): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("API key for {0}", origin),
    prompt: optional ? vscode.l10n.t("Kept in the secret storage and sent to this address only. Leave it empty if no key is needed.") : vscode.l10n.t("Kept in the secret storage and sent to this address only."),
    placeHolder: vscode.l10n.t("The key, or env:NAME to read it from an environment variable"),
    password: true,
    ignoreFocusOut: true,
  });
}

export async function setApiKey(keys: KeyStore, settings: SettingsSource): Promise<void> {
  const { place } = settings.current();
  if (place.kind !== "endpoint") {
    const choose = vscode.l10n.t("Choose Model");
    const choice = await vscode.window.showInformationMessage(vscode.l10n.t("The model in use needs no key. Choose one at an endpoint first."), choose);
    if (choice === choose) await vscode.commands.executeCommand("figtree.chooseModel");
    return;
  }
  await setKeyOf(keys, place.origin);
}

/** Asks for the key of an origin and keeps it. False: called off. */
export async function setKeyOf(keys: KeyStore, origin: string): Promise<boolean> {
  const key = (await enterKey(origin, false))?.trim();
  if (key === undefined || key === "") return false;
  await keys.set(origin, key);
  void vscode.window.setStatusBarMessage(vscode.l10n.t("The key for {0} is set.", origin), 5000);
  return true;
}

export async function removeApiKey(keys: KeyStore): Promise<void> {
  const origins = keys.origins();
  if (origins.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t("No API key is stored."));
    return;
  }
  const origin = await vscode.window.showQuickPick([...origins], { title: vscode.l10n.t("Remove the API key for which address?") });
  if (origin !== undefined) await keys.remove(origin);
}

/** Asks once for the key of a remote origin; an empty one is remembered as "none needed". False: called off. */
export async function askForKey(keys: KeyStore, origin: string): Promise<boolean> {
  if ((/^https?:/i.test(origin) && isLoopback(origin)) || (await keys.get(origin)) !== undefined) return true;
  const key = await enterKey(origin, true);
  if (key === undefined) return false;
  await keys.set(origin, key.trim());
  return true;
}
