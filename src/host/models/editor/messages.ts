import * as vscode from "vscode";
import type { Message, MessagePart } from "../../../core/ports";

function partOf(part: MessagePart): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
  if (part.type === "text") return new vscode.LanguageModelTextPart(part.text);
  // A copy: the bytes may be a view of a larger buffer, which would travel along.
  return vscode.LanguageModelDataPart.image(Uint8Array.from(part.image.bytes), part.image.mediaType);
}

/** VS Code knows no system messages: their text begins the first message of the user. */
export function editorMessages(messages: readonly Message[]): vscode.LanguageModelChatMessage[] {
  const system = messages.filter(({ role }) => role === "system").flatMap(({ parts }) => parts);
  const rest = messages.filter(({ role }) => role !== "system");
  return rest.map(({ role, parts }, index) => {
    const content = [...(index === 0 ? system : []), ...parts].map(partOf);
    return role === "assistant" ? vscode.LanguageModelChatMessage.Assistant(content) : vscode.LanguageModelChatMessage.User(content);
  });
}
