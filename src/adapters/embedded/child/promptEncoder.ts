import { Tensor, type RawImage } from "@huggingface/transformers";
import { FigtreeError, type Message, type PreparedImage, type TurnDelivery } from "../../../core/ports";
import { deliveryOf, withoutExamplePictures } from "./earlierTurns";
import type { LoadedModel } from "./loadModel";
import { Pictures } from "./pixels";
import type { PromptKey } from "./prefixCache";

export interface EncodedPrompt extends PromptKey {
  /** What the processor made for the pictures (`pixel_values`, ...); empty without pictures. */
  readonly vision: Readonly<Record<string, Tensor>>;
  /** How turns with a reply reach the model; undefined without any. */
  readonly earlierTurns: TurnDelivery | undefined;
}

type Encoding = Omit<EncodedPrompt, "earlierTurns">;

/** Made afresh for each call of the model. */
const ownInputs = new Set(["input_ids", "attention_mask"]);

type Inputs = Record<string, unknown>;
type CallProcessor = (...args: unknown[]) => Promise<Inputs>;

/** Turns messages into token ids and pixel values by the model's own chat template and processor. */
export class PromptEncoder {
  private readonly pictures = new Pictures();
  /** The text that stands for one picture before it is expanded; undefined if the model has none. */
  private readonly placeholder: string | undefined;
  private readonly imageToken: number | undefined;
  /** Some processors take (text, images), others (images, text): found out at the first picture. */
  private textFirst: boolean | undefined;
  /** Pictures of worked examples were refused beside the one in question. */
  private onePictureOnly = false;

  constructor(private readonly loaded: LoadedModel) {
    const { image_token_id, image_token_index } = loaded.model.config;
    this.imageToken = image_token_id ?? image_token_index;
    this.placeholder = placeholderOf(loaded, this.imageToken);
    this.pictures.rememberPixels(loaded.processor);
  }

  async encode(messages: readonly Message[]): Promise<EncodedPrompt> {
    const bare = withoutExamplePictures(messages);
    if (bare === null || !this.onePictureOnly) {
      try {
        return await this.encodeAll(messages);
      } catch (thrown) {
        if (bare === null || !(thrown instanceof FigtreeError)) throw thrown;
        const encoded = await this.encodeAll(bare);
        this.onePictureOnly = true;
        return encoded;
      }
    }
    return this.encodeAll(bare);
  }

  private async encodeAll(messages: readonly Message[]): Promise<EncodedPrompt> {
    const all = messages.flatMap((message) => message.parts.flatMap((part) => (part.type === "image" ? [part.image] : [])));
    const text = this.render(messages);
    const places = this.placeholder === undefined ? all.length : text.split(this.placeholder).length - 1;
    // A template that drops earlier turns drops their pictures too: the last ones are still spoken of.
    const images = all.slice(Math.max(0, all.length - places));
    const encoding = images.length === 0 ? this.encodeText(this.placeholder === undefined ? text : text.replaceAll(this.placeholder, "")) : await this.encodePictures(text, images);
    return { ...encoding, earlierTurns: deliveryOf(messages, text, images.length === all.length) };
  }

  /** The chat template takes contents as lists of parts in nearly all models, as plain texts in some. */
  private render(messages: readonly Message[]): string {
    const lists = messages.map(({ role, parts }) => ({
      role,
      content: parts.map((part) => (part.type === "image" ? { type: "image" } : { type: "text", text: this.withoutPlaceholder(part.text) })),
    }));
    const texts = lists.map(({ role, content }) => ({ role, content: content.some((part) => part.type === "image") ? content : content.map((part) => part.text ?? "").join("") }));
    const last = lists.at(-1)?.content.findLast((part) => part.type === "text")?.text?.trim() ?? "";
    try {
      const text = this.applyTemplate(lists);
      if (text.includes(last)) return text;
    } catch (thrown) {
      if (texts.every(({ content }) => typeof content !== "string")) throw thrown;
    }
    return this.applyTemplate(texts);
  }

  private applyTemplate(chat: readonly { role: string; content: unknown }[]): string {
    // The library's type knows only string contents; its templates take lists of parts.
    return this.loaded.processor.apply_chat_template(chat as { role: string; content: string }[], { add_generation_prompt: true }) as string;
  }

  /** A placeholder typed by a person would claim a picture that is not there. */
  private withoutPlaceholder(text: string): string {
    return this.placeholder === undefined ? text : text.replaceAll(this.placeholder, "");
  }

  private encodeText(text: string): Encoding {
    const tokens = this.loaded.tokenizer.encode(text, { add_special_tokens: this.wantsSpecialTokens(text) });
    return { tokens, images: [], imageStart: 0, imageEnd: 0, vision: {} };
  }

  private async encodePictures(text: string, images: readonly PreparedImage[]): Promise<Encoding> {
    const raw = await Promise.all(images.map((image) => this.pictures.decode(image)));
    const inputs = await this.process(text, raw).catch((thrown: unknown) => {
      // Some processors read several pictures as one video, or stumble over their number.
      throw images.length > 1 ? onePicture(thrown) : thrown;
    });
    const tokens = Array.from((inputs["input_ids"] as Tensor).data as BigInt64Array, Number);
    const places = tokens.flatMap((token, index) => (token === this.imageToken ? [index] : []));
    if (images.length > 1) refuseUnexpanded(places);
    const vision = Object.fromEntries(Object.entries(inputs).filter((entry): entry is [string, Tensor] => entry[1] instanceof Tensor && !ownInputs.has(entry[0])));
    return { tokens, images: images.map((image) => image.sha256), imageStart: places[0] ?? 0, imageEnd: (places.at(-1) ?? -1) + 1, vision };
  }

  private async process(text: string, images: readonly RawImage[]): Promise<Inputs> {
    const call = this.loaded.processor as unknown as CallProcessor;
    const pictures = images.length === 1 ? images[0] : images;
    const orders = [
      [false, () => call(pictures, text, { add_special_tokens: this.wantsSpecialTokens(text) })],
      [true, () => call(text, pictures)],
    ] as const;
    let failure: unknown;
    for (const [textFirst, attempt] of orders) {
      if (this.textFirst === !textFirst) continue;
      try {
        const inputs = await attempt();
        if (!(inputs["input_ids"] instanceof Tensor)) continue;
        this.textFirst = textFirst;
        return inputs;
      } catch (thrown) {
        failure ??= thrown;
      }
    }
    throw failure ?? new Error("The processor gave no token ids.");
  }

  /** Templates of most models write the first token themselves; the tokenizer must not do so again. */
  private wantsSpecialTokens(text: string): boolean {
    const { bos_token: first } = this.loaded.tokenizer;
    return typeof first !== "string" || first === "" || !text.startsWith(first);
  }
}

/** A processor that expands only the first placeholder leaves the others as single tokens. */
function refuseUnexpanded(places: readonly number[]): void {
  const lengths = places.reduce<number[]>((runs, place, index) => (place === places[index - 1]! + 1 ? [...runs.slice(0, -1), runs.at(-1)! + 1] : [...runs, 1]), []);
  if (lengths.includes(1) && lengths.some((length) => length > 1)) throw onePicture();
}

const onePicture = (cause?: unknown): FigtreeError => new FigtreeError("input.invalid", { field: "The prompt", message: "This model takes one picture at a time." }, { cause });

function placeholderOf({ processor, tokenizer }: LoadedModel, imageToken: number | undefined): string | undefined {
  const configured: unknown = (processor.config as { image_token?: unknown } | null)?.image_token;
  if (typeof configured === "string") return configured;
  const own: unknown = (processor as { image_token?: unknown }).image_token ?? (processor.constructor as { image_token?: unknown }).image_token;
  if (typeof own === "string") return own;
  return imageToken === undefined ? undefined : tokenizer.decode([imageToken], { skip_special_tokens: false });
}
