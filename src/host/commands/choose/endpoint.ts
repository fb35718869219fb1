import * as vscode from "vscode";
import { createNodeFetch, normaliseBaseUrl } from "../../../adapters/openai";
import { toFigtreeError } from "../../../core/ports";
import { sentences } from "../../../protocol";
import { listEndpointModels, type EndpointModelName } from "../../models/local/listing";
import { hostedEndpoints } from "../../models/presets";
import { explain } from "../../words";
import { heading, writeSettings, type ChooseContext, type ModelItem } from "./context";

/** Makes an endpoint's model the one in use: asks for the key where one may be needed, and offers a test. */
export async function useEndpoint({ services }: ChooseContext, baseUrl: string, model: string): Promise<void> {
  const { origin } = new URL(baseUrl);
  if (!(await services.askForKey(origin))) return;
  // The address last but one, so that no panel sees a new address with an old name.
  await writeSettings({ model, baseUrl, source: "endpoint" });
  const test = vscode.l10n.t("Test Connection");
  // Not waited for: the choice is made.
  void vscode.window.showInformationMessage(vscode.l10n.t("Figtree uses {0} at {1}.", model, origin), test).then((choice) => (choice === test ? vscode.commands.executeCommand("figtree.testConnection") : undefined));
}

const typeName = (origin: string): Thenable<string | undefined> =>
  vscode.window.showInputBox({ title: vscode.l10n.t("Model at {0}", origin), prompt: vscode.l10n.t("Name of a vision-language model, exactly as the endpoint calls it."), ignoreFocusOut: true });

async function askForName({ keys }: ChooseContext, baseUrl: string): Promise<string | undefined> {
  const { origin } = new URL(baseUrl);
  const key = await keys.get(origin);
  const connection = createNodeFetch();
  let names: readonly EndpointModelName[] = [];
  try {
    names = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: vscode.l10n.t("Asking {0} for its models", origin) }, () => listEndpointModels(baseUrl, key, connection.fetch));
  } finally {
    connection.close();
  }
  if (names.length === 0) return (await typeName(origin))?.trim();
  const other = { label: vscode.l10n.t("Another Name..."), description: "" };
  const notes = { sees: vscode.l10n.t("sees pictures"), unknown: "", blind: vscode.l10n.t("sees no pictures") };
  const items = names.map(({ name, sight }) => ({ label: name, description: notes[sight] }));
  const pick = await vscode.window.showQuickPick([...items, other], { title: vscode.l10n.t("Model at {0}", origin), placeHolder: vscode.l10n.t("Choose a model that sees pictures"), matchOnDescription: true });
  return pick === other ? (await typeName(origin))?.trim() : pick?.label;
}

async function chooseAt(context: ChooseContext, baseUrl: string): Promise<void> {
  if (!(await context.services.askForKey(new URL(baseUrl).origin))) return;
  const name = await askForName(context, baseUrl);
  if (name !== undefined && name !== "") await useEndpoint(context, baseUrl, name);
}

/** Why an address cannot be used, or undefined. */
function refusalOf(text: string): string | undefined {
  try {
    normaliseBaseUrl(text);
    return undefined;
  } catch (thrown) {
    const { what, meaning } = explain(toFigtreeError(thrown, "input.invalid"));
    return sentences(what, meaning);
  }
}

async function chooseOther(context: ChooseContext): Promise<void> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t("Address of an OpenAI-compatible endpoint"), placeHolder: "http://localhost:8000/v1", ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === "" ? undefined : refusalOf(value)),
  });
  if (text !== undefined && text.trim() !== "") await chooseAt(context, normaliseBaseUrl(text));
}

/** Services whose address is known, and any other one. */
export function endpointItems(context: ChooseContext): ModelItem[] {
  return [
    heading(vscode.l10n.t("Endpoints")),
    ...hostedEndpoints.map(({ title, baseUrl }) => ({ label: title, description: new URL(baseUrl).host, choose: () => chooseAt(context, baseUrl) })),
    { label: vscode.l10n.t("Other Endpoint..."), description: vscode.l10n.t("any OpenAI-compatible address"), choose: () => chooseOther(context) },
  ];
}
