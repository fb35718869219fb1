import { createHash } from "node:crypto";
import type { Message, MessagePart, PreparedImage, TurnDelivery } from "../../core/ports";

/** Pixels of a cell's side on a sheet, its number included. */
const cell = 448;
const heading = 36;
/** Room for a picture within its cell. */
const inside = cell - 16;
/** A figure in question that a sheet would shrink below this part of its size is sent alone, and the examples as text. */
const leastScale = 0.75;
/** Sheets in use at once: one for each set of exemplars. */
const kept = 8;

/** Puts pictures on one white sheet, row by row, each under its number. */
async function compose(images: readonly PreparedImage[]): Promise<PreparedImage> {
  const { default: sharp } = await import("sharp");
  // Its WebAssembly build has no fonts, and a sheet without its numbers would mislead.
  if ("emscripten" in sharp.versions) throw new Error("No text can be drawn here.");
  const columns = Math.ceil(Math.sqrt(images.length));
  const [width, height] = [columns * cell, Math.ceil(images.length / columns) * (cell + heading)];
  const layers = await Promise.all(
    images.map(async (image, index) => {
      const inner = await sharp(image.bytes).resize({ width: inside, height: inside, fit: "inside", withoutEnlargement: true }).png().toBuffer({ resolveWithObject: true });
      const [left, top] = [(index % columns) * cell, Math.floor(index / columns) * (cell + heading)];
      const number = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${cell}" height="${heading}"><text x="8" y="27" font-family="sans-serif" font-size="26" font-weight="bold">${index + 1}</text></svg>`);
      return [{ input: number, left, top }, { input: inner.data, left: left + Math.floor((cell - inner.info.width) / 2), top: top + heading }];
    }),
  );
  const bytes = new Uint8Array(await sharp({ create: { width, height, channels: 3, background: "white" } }).composite(layers.flat()).png().toBuffer());
  return { bytes, mediaType: "image/png", width, height, sha256: createHash("sha256").update(bytes).digest("hex") };
}

export interface ContactSheets {
  /** The sheet of these pictures, or null where it cannot be made. Made once for each set. */
  of(images: readonly PreparedImage[]): Promise<PreparedImage | null>;
}

export function createContactSheets(): ContactSheets {
  const made = new Map<string, Promise<PreparedImage | null>>();
  return {
    of(images) {
      const key = images.map(({ sha256 }) => sha256).join();
      const sheet = made.get(key) ?? compose(images).catch(() => null);
      made.delete(key);
      made.set(key, sheet);
      const oldest = made.keys().next().value;
      if (made.size > kept && oldest !== undefined) made.delete(oldest);
      return sheet;
    },
  };
}

const leftOut = "(The picture of this worked example is left out.)";

export interface FittedMessages {
  readonly messages: readonly Message[];
  /** How the turns before the last one are sent; undefined without any. */
  readonly earlierTurns: TurnDelivery | undefined;
}

/** Without the worked examples: for a model that leaves them out anyway, so that none of their pictures takes the figure's place. */
export function withoutEarlierTurns(messages: readonly Message[]): FittedMessages {
  const left = messages.filter(({ role }, index) => role === "system" || index === messages.length - 1);
  return { messages: left, earlierTurns: left.length === messages.length ? undefined : "dropped" };
}

const picturesIn = (messages: readonly Message[]): PreparedImage[] => messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "image" ? [part.image] : [])));

/**
 * Messages with at most `most` pictures (null: as many as there are). Surplus pictures go onto one contact sheet:
 * with two or more allowed, the figure in question stays itself and the examples share the sheet; with one allowed,
 * it is the last picture of the sheet, unless it would lose too much of its size there. Where that is so, no picture
 * is taken, or no sheet can be made, a note stands in for each of the examples' pictures.
 */
export async function fitImages(messages: readonly Message[], most: number | null, sheets: ContactSheets): Promise<FittedMessages> {
  const images = picturesIn(messages);
  const earlier = messages.slice(0, -1).filter(({ role }) => role !== "system");
  const sent = (how: TurnDelivery): TurnDelivery | undefined => (earlier.length === 0 ? undefined : picturesIn(earlier).length === 0 ? "text" : how);
  if (most === null || images.length <= most) return { messages, earlierTurns: sent("pictures") };
  const onSheet = most >= 2 ? images.length - most + 1 : images.length;
  const shrunk = most === 1 && inside / Math.max(images.at(-1)!.width, images.at(-1)!.height) < leastScale;
  const sheet = most === 0 || shrunk ? null : await sheets.of(images.slice(0, onSheet));
  /** The sheet goes where its first picture was, but into the last turn if it holds the figure in question. */
  const place = onSheet === images.length ? onSheet - 1 : 0;
  let at = -1;
  const replace = (part: MessagePart): readonly MessagePart[] => {
    if (part.type !== "image") return [part];
    at += 1;
    if (sheet === null) return at < images.length - most ? [{ type: "text", text: leftOut }] : [part];
    if (at >= onSheet) return [part];
    const which = at === images.length - 1 ? `(The figure in question is picture ${at + 1} on the sheet; the others belong to the worked examples above.)` : `(Its picture is number ${at + 1} on the sheet of pictures.)`;
    return at === place ? [{ type: "image", image: sheet }, { type: "text", text: which }] : [{ type: "text", text: which }];
  };
  return { messages: messages.map(({ role, parts }) => ({ role, parts: parts.flatMap(replace) })), earlierTurns: sent(sheet === null ? "text" : "contactSheet") };
}
