import type { Message, PreparedImage } from "../../core/ports";
import type { Work } from "./messages";

/** Bytes of pictures that the child keeps. */
const limitBytes = 64 * 1024 * 1024;

/**
 * Pictures by content, the longest unused ones dropped. Parent and child keep one each and treat them
 * alike, message by message, so that the parent knows which bytes the child still has.
 */
export class RecentPictures<Value> {
  private readonly entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  private bytes = 0;

  constructor(private readonly limit = limitBytes) {}

  has(sha256: string): boolean {
    return this.entries.has(sha256);
  }

  put(sha256: string, value: Value, bytes: number): void {
    if (this.entries.has(sha256)) return;
    this.entries.set(sha256, { value, bytes });
    this.bytes += bytes;
  }

  /** The picture, which counts as used now. */
  use(sha256: string): Value | undefined {
    const entry = this.entries.get(sha256);
    if (entry === undefined) return undefined;
    this.entries.delete(sha256);
    this.entries.set(sha256, entry);
    return entry.value;
  }

  /** Called once a request's pictures were used: a request may need more than the limit. */
  trim(): void {
    for (const [sha256, { bytes }] of this.entries) {
      if (this.bytes <= this.limit) return;
      this.entries.delete(sha256);
      this.bytes -= bytes;
    }
  }
}

/** The same work with each of its pictures replaced, in their order. */
export function mapPictures(work: Work, map: (image: PreparedImage) => PreparedImage): Work {
  const all = (messages: readonly Message[]): Message[] => messages.map((message) => ({ ...message, parts: message.parts.map((part) => (part.type === "image" ? { type: "image", image: map(part.image) } : part)) }));
  if (work.kind === "complete") return { kind: "complete", body: { ...work.body, messages: all(work.body.messages) } };
  return work.kind === "yesNo" ? { kind: "yesNo", messages: all(work.messages) } : work;
}
