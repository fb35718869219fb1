interface Entry {
  readonly url: string;
  /** Whether a state has named it yet: bytes may arrive before the state that shows them. */
  used: boolean;
}

/** Blob addresses by the SHA-256 of their bytes; each is revoked once no state names it any more. */
export class ImageStore {
  private readonly entries = new Map<string, Entry>();
  private shown: readonly string[] = [];

  constructor(
    private readonly create: (mediaType: string, bytes: Uint8Array) => string,
    private readonly revoke: (url: string) => void,
  ) {}

  put(sha256: string, mediaType: string, bytes: Uint8Array): void {
    if (this.entries.has(sha256)) return;
    // Only the newest picture may wait for its state; older ones that were never shown are dropped.
    for (const [known, entry] of this.entries) if (!entry.used) this.drop(known, entry);
    this.entries.set(sha256, { url: this.create(mediaType, bytes), used: this.shown.includes(sha256) });
  }

  url(sha256: string): string | undefined {
    return this.entries.get(sha256)?.url;
  }

  /** Says which pictures the current state shows. */
  keep(shown: readonly string[]): void {
    this.shown = shown;
    for (const [sha256, entry] of this.entries) {
      if (shown.includes(sha256)) entry.used = true;
      else if (entry.used) this.drop(sha256, entry);
    }
  }

  private drop(sha256: string, entry: Entry): void {
    this.revoke(entry.url);
    this.entries.delete(sha256);
  }
}
