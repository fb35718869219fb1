import { createHash } from "node:crypto";
import type { PreparedImage } from "../../core/ports";

const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A figure as kept beside or inside a trace: the facts about it; its hash is computed from the bytes, never believed. */
export function figureOf(bytes: Uint8Array, facts: Pick<PreparedImage, "mediaType" | "width" | "height">): PreparedImage {
  return { bytes, mediaType: facts.mediaType, width: facts.width, height: facts.height, sha256: sha256Of(bytes) };
}
