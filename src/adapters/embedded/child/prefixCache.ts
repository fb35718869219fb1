/** What a prompt is to the cache: its tokens, its pictures, and where the last picture's tokens end. */
export interface PromptKey {
  readonly tokens: readonly number[];
  /** SHA-256 of the pictures, in order. */
  readonly images: readonly string[];
  /** Index of the first picture token, and one past the last one; 0 and 0 without pictures. */
  readonly imageStart: number;
  readonly imageEnd: number;
}

interface Entry<Value> {
  readonly key: PromptKey;
  readonly value: Value;
  readonly bytes: number;
}

/** Keeps values by prompt within a bound of bytes; the longest unused goes first. */
export class PrefixCache<Value> {
  /** Least recently used first. */
  private entries: Entry<Value>[] = [];

  constructor(private readonly limitBytes: number) {}

  get bytes(): number {
    return this.entries.reduce((sum, entry) => sum + entry.bytes, 0);
  }

  /** The entry that shares the longest beginning with the prompt, and that beginning's length in tokens (> 0). */
  find(key: PromptKey): { value: Value; length: number; whole: boolean } | undefined {
    let best: Entry<Value> | undefined;
    let length = 0;
    for (const entry of this.entries) {
      const shared = sharedLength(entry.key, key);
      if (shared > length) {
        best = entry;
        length = shared;
      }
    }
    if (best === undefined) return undefined;
    this.entries.splice(this.entries.indexOf(best), 1);
    this.entries.push(best);
    return { value: best.value, length, whole: length === best.key.tokens.length };
  }

  put(key: PromptKey, value: Value, bytes: number): void {
    if (bytes > this.limitBytes) return;
    // An entry that is only the beginning of the new one serves no prompt that the new one does not.
    this.entries = this.entries.filter((entry) => sharedLength(entry.key, key) < entry.key.tokens.length);
    this.entries.push({ key, value, bytes });
    let sum = this.bytes;
    while (sum > this.limitBytes) sum -= this.entries.shift()!.bytes;
  }
}

/** Tokens at the beginning of both prompts that stand for the same input. */
function sharedLength(stored: PromptKey, asked: PromptKey): number {
  const limit = Math.min(stored.tokens.length, asked.tokens.length);
  let length = 0;
  while (length < limit && stored.tokens[length] === asked.tokens[length]) length += 1;
  const sameImages = stored.images.length === asked.images.length && stored.images.every((image, index) => image === asked.images[index]);
  // Picture tokens are alike for all pictures: past the first one, equal tokens mean nothing unless the pictures are equal.
  if (!sameImages) length = Math.min(length, stored.images.length === 0 ? length : stored.imageStart, asked.images.length === 0 ? length : asked.imageStart);
  // The rest of the prompt is computed without pixels, so it must hold no picture token.
  return length < asked.imageEnd ? 0 : length;
}
