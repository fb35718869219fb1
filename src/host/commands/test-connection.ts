import * as vscode from "vscode";
import { probeEndpoint, profileKey } from "../../adapters/openai";
import { FigtreeError, type ProfileStore } from "../../core/ports";
import type { ConnectionReports } from "../connection-report";
import { endpointOptions } from "../models/endpoint";
import { withCancellableProgress } from "../progress";
import type { KeyStore } from "../secrets";
import type { Services } from "../services";

interface TestContext {
  readonly keys: KeyStore;
  readonly services: Services;
  readonly profiles: ProfileStore;
  readonly reports: ConnectionReports;
}

/**
 * Finds out what the chosen endpoint can do, shows it as a table and keeps it for the next solves. Only drawn
 * pictures are sent. Throws the reason why the endpoint cannot be solved with.
 */
export async function testConnection({ keys, services, profiles, reports }: TestContext): Promise<void> {
  const { place } = services.settings.current();
  if (place.kind !== "endpoint") {
    const choose = vscode.l10n.t("Choose Model");
    const { name } = services.models.describe(place);
    const words = place.kind === "embedded" ? vscode.l10n.t("{0} runs on this machine: there is no connection to test.", name) : vscode.l10n.t("{0} is reached through VS Code: there is no connection to test.", name);
    if ((await vscode.window.showInformationMessage(words, choose)) === choose) await vscode.commands.executeCommand("figtree.chooseModel");
    return;
  }
  if (!(await services.askForKey(place.origin))) return;
  const { model, origin, baseUrl } = place;
  const options = await endpointOptions(place, keys, services.log);
  const profile = await withCancellableProgress(vscode.l10n.t("Testing {0} at {1}", model, origin), async (signal, report) => {
    report(vscode.l10n.t("finding out what the endpoint can do"));
    return probeEndpoint({ ...options, signal });
  });
  if (profile.failure !== null) throw new FigtreeError(profile.failure.code, profile.failure.details);
  await reports.show(profile);
  if (profile.memory.vision === "blind") throw new FigtreeError("endpoint.noVision", { place: origin, model });
  await profiles.write(profileKey(baseUrl, model), profile);
}
