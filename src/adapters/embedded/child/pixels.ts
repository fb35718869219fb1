import { RawImage, type Processor } from "@huggingface/transformers";
import type { PreparedImage } from "../../../core/ports";

/** A map that forgets the longest unused entries beyond `limit`. */
class RecentMap<Value> {
  private readonly map = new Map<string, Value>();

  constructor(private readonly limit: number) {}

  getOrMake(key: string, make: () => Value): Value {
    const value = this.map.get(key) ?? make();
    this.map.delete(key);
    this.map.set(key, value);
    if (this.map.size > this.limit) this.map.delete(this.map.keys().next().value!);
    return value;
  }
}

/** Decodes pictures once per content. */
export class Pictures {
  private readonly decoded = new RecentMap<Promise<RawImage>>(16);
  private readonly hashes = new WeakMap<RawImage, string>();

  decode({ sha256, bytes, mediaType }: PreparedImage): Promise<RawImage> {
    return this.decoded.getOrMake(sha256, async () => {
      const image = await RawImage.fromBlob(new Blob([bytes.slice()], { type: mediaType }));
      this.hashes.set(image, sha256);
      return image;
    });
  }

  /** Lets a processor compute the pixel values of the same pictures once; its text part still runs each time. */
  rememberPixels(processor: Processor): void {
    const results = new RecentMap<Promise<object>>(16);
    const original = processor.components["image_processor"] as (...args: unknown[]) => Promise<object>;
    processor.components["image_processor"] = new Proxy(original, {
      apply: async (target, self, args: unknown[]) => {
        const images = [args[0]].flat(2);
        const hashes = images.map((image) => (image instanceof RawImage ? this.hashes.get(image) : undefined));
        if (hashes.includes(undefined)) return Reflect.apply(target, self, args);
        const key = JSON.stringify([hashes, Array.isArray(args[0]), args.slice(1)]);
        // A copy, since processors may take entries out of the result.
        return { ...(await results.getOrMake(key, () => Reflect.apply(target, self, args))) };
      },
    });
  }
}
