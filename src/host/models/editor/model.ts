import PQueue from "p-queue";
import type * as vscode from "vscode";
import { estimateYes, splitThought } from "../../../adapters/openai";
import { FigtreeError, type Choice, type Message, type Usage, type VisionModel } from "../../../core/ports";
import { editorFailure } from "./failure";
import { editorMessages } from "./messages";
import { askEditorModel, type EditorRequest } from "./request";

/** Requests at once; VS Code's models are shared with its other users. */
const mostAtOnce = 4;
/** Replies behind one P(Yes). */
const sampledYes = 5;
/** Room for a word with its surroundings, or a short explanation around it. */
const wordTokens = 64;

/** A language model of VS Code. It tells neither log-probabilities nor tokens, so P(Yes) is sampled and usage counts replies. */
export function createEditorModel(chat: vscode.LanguageModelChat): VisionModel {
  const queue = new PQueue({ concurrency: mostAtOnce });
  const disposed = new AbortController();

  /** Several replies to one prompt. A single one that fails is left out; all failing is a failure. */
  async function sample(messages: readonly Message[], count: number, options: Omit<EditorRequest, "messages">, priority: number, outer: AbortSignal): Promise<{ readonly choices: Choice[]; readonly usage: Usage }> {
    const signal = AbortSignal.any([outer, disposed.signal]);
    if (signal.aborted) throw new FigtreeError("cancelled");
    const prompt = editorMessages(messages);
    let requests = 0;
    const ask = async (): Promise<Choice> => {
      if (signal.aborted) throw new FigtreeError("cancelled");
      requests += 1;
      const choice = await askEditorModel(chat, { messages: prompt, ...options }, signal);
      return { ...choice, text: splitThought(choice.text).text };
    };
    const results = await Promise.allSettled(Array.from({ length: count }, () => queue.add(ask, { priority })));
    if (signal.aborted) throw new FigtreeError("cancelled");
    const choices = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const failed = results.find((result) => result.status === "rejected");
    if (choices.length === 0 && failed !== undefined) throw editorFailure(failed.reason, chat);
    return { choices, usage: { requests, samples: choices.length, promptTokens: 0, completionTokens: 0 } };
  }

  return {
    info: { name: chat.name, place: `VS Code (${chat.vendor})`, sample: false },
    generate: ({ messages, samples, temperature, topP, maxTokens, stop, signal }) => sample(messages, samples, { temperature, topP, maxTokens, stop }, 0, signal),
    async probabilityOfYes({ messages, signal }) {
      const { choices, usage } = await sample(messages, sampledYes, { temperature: 1, topP: 1, maxTokens: wordTokens, stop: [] }, 1, signal);
      return { ...estimateYes(choices.map(({ text }) => text)), usage };
    },
    dispose: () => {
      disposed.abort();
      return Promise.resolve();
    },
  };
}
