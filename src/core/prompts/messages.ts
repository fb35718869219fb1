import type { Message, PreparedImage } from "../ports";
import { systemInstruction } from "./system";

/** Turns of worked exemplars that precede the problem; empty without a library. */
export type ExemplarTurns = readonly Message[];

/**
 * The one layout of every call: system, exemplars, then a user turn with the image first and the text after it.
 * @param image null leaves the picture out (the text-only ablations of VReST figure 3a).
 */
export function buildMessages(image: PreparedImage | null, text: string, exemplars: ExemplarTurns = []): Message[] {
  return [
    { role: "system", parts: [{ type: "text", text: systemInstruction }] },
    ...exemplars,
    { role: "user", parts: [...(image === null ? [] : [{ type: "image" as const, image }]), { type: "text", text }] },
  ];
}
