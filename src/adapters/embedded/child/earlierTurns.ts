import type { Message, TurnDelivery } from "../../../core/ports";

/** Worked examples: the turns up to the last reply that stands in the prompt. */
const workedExamples = (messages: readonly Message[]): readonly Message[] => messages.slice(0, messages.findLastIndex(({ role }) => role === "assistant") + 1).filter(({ role }) => role !== "system");

const hasPicture = ({ parts }: Message): boolean => parts.some(({ type }) => type === "image");

/**
 * How the worked examples reach the model: dropped if the rendered prompt lacks any of their texts.
 * @param pictures whether the prompt holds all pictures
 * @returns undefined without worked examples
 */
export function deliveryOf(messages: readonly Message[], rendered: string, pictures: boolean): TurnDelivery | undefined {
  const examples = workedExamples(messages);
  if (examples.length === 0) return undefined;
  const texts = examples.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text.trim()] : [])));
  if (texts.some((text) => !rendered.includes(text))) return "dropped";
  return pictures && examples.some(hasPicture) ? "pictures" : "text";
}

/** The same messages with a note for each picture of a worked example; null where these have none. */
export function withoutExamplePictures(messages: readonly Message[]): Message[] | null {
  const examples = new Set(workedExamples(messages).filter(hasPicture));
  if (examples.size === 0) return null;
  return messages.map((message) => (examples.has(message) ? { ...message, parts: message.parts.map((part) => (part.type === "image" ? { type: "text", text: "(The picture of this worked example is left out.)\n" } : part)) } : message));
}
