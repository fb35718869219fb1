import { mostExemplars } from "./exemplars";
import type { PanelCommand, ViewMessage } from "./panel";

const commands: readonly PanelCommand[] = ["openSettings", "chooseModel", "setApiKey", "showLog", "pickFigure", "solve", "setLibraryKey", "restoreLibrary"];
const verdicts = ["pin", "ban", "free"] as const;

const isText = (value: unknown): value is string => typeof value === "string";
const isTextList = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * Checks what came out of a view. A view shows untrusted text, so its messages are untrusted too:
 * anything of another shape is dropped (undefined).
 */
export function parseViewMessage(raw: unknown): ViewMessage | undefined {
  if (typeof raw !== "object" || raw === null) return undefined;
  const message = raw as Record<string, unknown>;
  switch (message["type"]) {
    case "ready":
    case "removeFigure":
    case "stop":
    case "saveTrace":
    case "addToLibrary":
      return { type: message["type"] };
    case "pasteFigure": {
      const bytes = message["bytes"] instanceof ArrayBuffer ? new Uint8Array(message["bytes"]) : message["bytes"];
      return isText(message["name"]) && bytes instanceof Uint8Array ? { type: "pasteFigure", name: message["name"], bytes } : undefined;
    }
    case "dropUri":
      return isText(message["uri"]) ? { type: "dropUri", uri: message["uri"] } : undefined;
    case "setQuestion":
    case "solve":
    case "compare":
      return isText(message["question"]) && isTextList(message["choices"]) ? { type: message["type"], question: message["question"], choices: message["choices"] } : undefined;
    case "openCompared":
      return isText(message["row"]) && message["row"].length <= 100 ? { type: "openCompared", row: message["row"] } : undefined;
    case "selectNode":
      return isId(message["node"]) ? { type: "selectNode", node: message["node"] } : undefined;
    case "needImage":
      return isText(message["sha256"]) && /^[0-9a-f]{64}$/.test(message["sha256"]) ? { type: "needImage", sha256: message["sha256"] } : undefined;
    case "useExemplars":
      return typeof message["on"] === "boolean" && isId(message["count"]) && message["count"] >= 1 && message["count"] <= mostExemplars ? { type: "useExemplars", on: message["on"], count: message["count"] } : undefined;
    case "judgeExemplar": {
      const verdict = verdicts.find((each) => each === message["verdict"]);
      return isText(message["id"]) && message["id"].length <= 1000 && verdict !== undefined ? { type: "judgeExemplar", id: message["id"], verdict } : undefined;
    }
    case "copy":
      return isText(message["text"]) ? { type: "copy", text: message["text"] } : undefined;
    case "command":
      return commands.includes(message["command"] as PanelCommand) ? { type: "command", command: message["command"] as PanelCommand } : undefined;
    case "viewError":
      return isText(message["message"]) ? { type: "viewError", message: message["message"].slice(0, 2000) } : undefined;
    default:
      return undefined;
  }
}
