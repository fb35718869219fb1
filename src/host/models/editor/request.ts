import * as vscode from "vscode";
import { FigtreeError, type Choice } from "../../../core/ports";

export interface EditorRequest {
  readonly messages: vscode.LanguageModelChatMessage[];
  readonly temperature: number;
  readonly topP: number;
  /** Limit of the reply, >= 1. */
  readonly maxTokens: number;
  readonly stop: readonly string[];
}

/** Characters of a token at most, in longer texts: where a model ignores the token limit, the reply is cut here. */
const charactersPerToken = 8;

function cutAt(text: string, stop: readonly string[]): string | undefined {
  const ends = stop.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  return ends.length === 0 ? undefined : text.slice(0, Math.min(...ends));
}

/**
 * One reply of a language model of VS Code. It ends at a stop text and at the token limit even where the model
 * knows neither; the rest is then called off. Aborting the signal rejects with `cancelled` at once, whatever the
 * model does, and tells the model.
 */
export async function askEditorModel(chat: vscode.LanguageModelChat, { messages, temperature, topP, maxTokens, stop }: EditorRequest, signal: AbortSignal): Promise<Choice> {
  const source = new vscode.CancellationTokenSource();
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => {
      source.cancel();
      reject(new FigtreeError("cancelled"));
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true, signal: ended.signal });
  });
  const read = async (): Promise<Choice> => {
    const response = await chat.sendRequest(messages, {
      justification: vscode.l10n.t("To solve the figure that you have chosen, step by step."),
      modelOptions: { temperature, top_p: topP, max_tokens: maxTokens },
    }, source.token);
    let text = "";
    for await (const fragment of response.text) {
      text += fragment;
      const cut = cutAt(text, stop);
      if (cut !== undefined) return { text: cut, finish: "stop" };
      if (text.length > maxTokens * charactersPerToken) return { text, finish: "length" };
    }
    return { text, finish: "stop" };
  };
  try {
    return await Promise.race([read(), aborted]);
  } finally {
    ended.abort();
    source.cancel();
    source.dispose();
  }
}
