import * as vscode from "vscode";
import { view } from "../fixtures/zoo/viewer";
import type { ProviderExtension } from "./lm-provider/extension";

interface ViewerRequest {
  readonly images: number;
  cancelled: boolean;
}

/** The zoo's model with eyes as a language model of VS Code. */
export interface Viewer extends vscode.Disposable {
  behaviour: "good" | "stuck" | "blocked" | "noPermissions" | "broken";
  readonly requests: readonly ViewerRequest[];
}

interface Part {
  readonly value?: string;
  readonly data?: Uint8Array;
  readonly mimeType?: string;
}

const information = { id: "viewer", name: "Viewer", family: "viewer", version: "1", maxInputTokens: 8000, maxOutputTokens: 1000, capabilities: { imageInput: true } };

/** As the model's own server would get it. */
function bodyOf(messages: readonly { readonly content: readonly Part[] }[]): { readonly messages: readonly object[] } {
  return {
    messages: messages.map(({ content }) => ({
      content: content.map(({ value, data, mimeType }) => (data === undefined ? { type: "text", text: value } : { type: "image_url", image_url: { url: `data:${mimeType ?? ""};base64,${Buffer.from(data).toString("base64")}` } })),
    })),
  };
}

export async function registerViewer(): Promise<Viewer> {
  const extension = vscode.extensions.getExtension<ProviderExtension>("figtree-test.lm-provider");
  if (extension === undefined) throw new Error("The extension with the provider is not there.");
  const { register } = await extension.activate();
  const requests: ViewerRequest[] = [];
  const viewer = { behaviour: "good" as Viewer["behaviour"], requests };
  const registration = register({
    provideLanguageModelChatInformation: () => Promise.resolve([information]),
    provideTokenCount: () => Promise.resolve(1),
    async provideLanguageModelChatResponse(_model: unknown, messages: readonly { readonly content: readonly Part[] }[], _options: unknown, progress: vscode.Progress<vscode.LanguageModelTextPart>, token: vscode.CancellationToken) {
      const request = { images: messages.flatMap(({ content }) => content).filter(({ data }) => data !== undefined).length, cancelled: false };
      requests.push(request);
      token.onCancellationRequested(() => (request.cancelled = true));
      if (viewer.behaviour === "blocked") throw vscode.LanguageModelError.Blocked("The quota of this month is used up.");
      if (viewer.behaviour === "noPermissions") throw vscode.LanguageModelError.NoPermissions("Not for this account.");
      if (viewer.behaviour === "broken") throw new Error("The provider broke.");
      if (viewer.behaviour === "stuck") return new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
      const [text = ""] = (await view(bodyOf(messages))).texts;
      for (const piece of text.match(/.{1,9}/gs) ?? []) progress.report(new vscode.LanguageModelTextPart(piece));
      return undefined;
    },
  });
  return Object.assign(viewer, { dispose: () => void registration.dispose() });
}
