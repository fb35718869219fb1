import type { Message } from "../ports";

/** From one step's label to the next one's, or to the end. */
const block = /\nSub-question (\d+):[^]*?(?=\nSub-question \d+:|$)/g;

/** Without the oldest worked exemplar: the first user turn after the system message, with the reply to it; null without one. */
export function dropExemplar(messages: readonly Message[]): Message[] | null {
  const begin = messages.findIndex(({ role }) => role !== "system");
  const next = messages.findIndex(({ role }, index) => index > begin && role === "user");
  return begin < 0 || next < 0 ? null : [...messages.slice(0, begin), ...messages.slice(next)];
}

/**
 * Without the oldest step of the transcript in the last turn; the others keep their numbers. The step that is
 * begun or judged stays, and with only that one left there is nothing to drop: null.
 */
export function dropOldestStep(messages: readonly Message[]): Message[] | null {
  const last = messages.at(-1);
  if (last === undefined) return null;
  let dropped = false;
  const parts = last.parts.map((part) => {
    if (part.type !== "text" || dropped) return part;
    const [oldest, other] = [...part.text.matchAll(block)];
    if (oldest === undefined || other === undefined) return part;
    dropped = true;
    return { ...part, text: part.text.slice(0, oldest.index) + part.text.slice(oldest.index + oldest[0].length) };
  });
  return dropped ? [...messages.slice(0, -1), { ...last, parts }] : null;
}
