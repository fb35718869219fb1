import * as vscode from "vscode";

/** What the tests of another extension use: VS Code takes a provider only from the extension that declares its vendor. */
export interface ProviderExtension {
  register(provider: object): vscode.Disposable;
}

export function activate(): ProviderExtension {
  const { registerLanguageModelChatProvider } = vscode.lm as unknown as { registerLanguageModelChatProvider(vendor: string, provider: object): vscode.Disposable };
  return { register: (provider) => registerLanguageModelChatProvider("figtree-test", provider) };
}
