import type { ChatCompletionMessageParam, ChatCompletionContentPart } from "openai/resources/chat/completions";
import type { Message, PreparedImage } from "../../core/ports";

/** Pictures in use at once: a problem's own and its exemplars'. */
const kept = 16;

export interface ImageUrls {
  of(image: PreparedImage): string;
}

/** Data URLs by the picture's hash: a picture goes out with hundreds of requests and is encoded once. */
export function createImageUrls(): ImageUrls {
  const urls = new Map<string, string>();
  return {
    of(image) {
      const url = urls.get(image.sha256) ?? `data:${image.mediaType};base64,${Buffer.from(image.bytes).toString("base64")}`;
      urls.delete(image.sha256);
      urls.set(image.sha256, url);
      const oldest = urls.keys().next().value;
      if (urls.size > kept && oldest !== undefined) urls.delete(oldest);
      return url;
    },
  };
}

export function hasImage(messages: readonly Message[]): boolean {
  return messages.some(({ parts }) => parts.some(({ type }) => type === "image"));
}

/** Messages without a system turn: its text begins the first user turn. */
export function foldSystem(messages: readonly Message[]): readonly Message[] {
  const system = messages.filter(({ role }) => role === "system").flatMap(({ parts }) => parts);
  const others = messages.filter(({ role }) => role !== "system");
  const first = others.findIndex(({ role }) => role === "user");
  return others.map((message, index) => (index === first ? { role: message.role, parts: [...system, ...message.parts] } : message));
}

/** Messages in the wire's form. Content without a picture is plain text, which every server takes. */
export function toWire(messages: readonly Message[], urls: ImageUrls): ChatCompletionMessageParam[] {
  return messages.map(({ role, parts }): ChatCompletionMessageParam => {
    const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    if (role !== "user" || !parts.some(({ type }) => type === "image")) return { role, content: text };
    const content = parts.map((part): ChatCompletionContentPart => (part.type === "text" ? { type: "text", text: part.text } : { type: "image_url", image_url: { url: urls.of(part.image) } }));
    return { role, content };
  });
}
