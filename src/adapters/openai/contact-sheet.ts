import { createHash } from "node:crypto";
import type { Message, MessagePart, PreparedImage, TurnDelivery } from "../../core/ports";

/** Pixels of the number above a cell, and of the room around a picture in it. */
const heading = 36;
const margin = 16;
/** Longer side of a picture in its cell; cells grow with the figure in question, which is never shrunk. */
const inside = 432;
/** A figure in question with a longer side is sent alone, and the examples as text: a sheet of such cells would be shrunk by the server. */
const largestFigure = 576;
/** Sheets in use at once: one for each set of exemplars. */
const kept = 8;

/** Puts pictures on one white sheet, row by row, each under its number, none with a longer side than `inside`. */
async function compose(images: readonly PreparedImage[], inside: number): Promise<PreparedImage> {
  const cell = inside + margin;
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
  /** The sheet of these pictures, or null where it cannot be made. Made once for each set. `figure`: the one of them that keeps its size. */
  of(images: readonly PreparedImage[], figure?: PreparedImage): Promise<PreparedImage | null>;
}

export function createContactSheets(): ContactSheets {
  const made = new Map<string, Promise<PreparedImage | null>>();
  return {
    of(images, figure) {
      const side = figure === undefined ? inside : Math.max(inside, figure.width, figure.height);
      const key = [side, ...images.map(({ sha256 }) => sha256)].join();
      const sheet = made.get(key) ?? compose(images, side).catch(() => null);
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
 * it is the last picture of the sheet in its full size, unless it is too large for one. Where that is so, no picture
 * is taken, or no sheet can be made, a note stands in for each of the examples' pictures. A question without a
 * picture has none among them.
 */
export async function fitImages(messages: readonly Message[], most: number | null, sheets: ContactSheets): Promise<FittedMessages> {
  const images = picturesIn(messages);
  const earlier = messages.slice(0, -1).filter(({ role }) => role !== "system");
  const sent = (how: TurnDelivery): TurnDelivery | undefined => (earlier.length === 0 ? undefined : picturesIn(earlier).length === 0 ? "text" : how);
  if (most === null || images.length <= most) return { messages, earlierTurns: sent("pictures") };
  const onSheet = most >= 2 ? images.length - most + 1 : images.length;
  const [figure] = picturesIn(messages.slice(-1));
  /** The figure in question where the sheet would have to hold it. */
  const shared = most === 1 ? figure : undefined;
  const tooLarge = shared !== undefined && Math.max(shared.width, shared.height) > largestFigure;
  const sheet = most === 0 || tooLarge ? null : await sheets.of(images.slice(0, onSheet), shared);
  /** The sheet goes where its first picture was, but into the last turn if it holds the figure in question. */
  const place = shared === undefined ? 0 : onSheet - 1;
  let at = -1;
  const replace = (part: MessagePart): readonly MessagePart[] => {
    if (part.type !== "image") return [part];
    at += 1;
    if (sheet === null) return at < images.length - (figure === undefined ? 0 : most) ? [{ type: "text", text: leftOut }] : [part];
    if (at >= onSheet) return [part];
    const which = shared !== undefined && at === images.length - 1 ? `(The figure in question is picture ${at + 1} on the sheet; the others belong to the worked examples above.)` : `(Its picture is number ${at + 1} on the sheet of pictures.)`;
    return at === place ? [{ type: "image", image: sheet }, { type: "text", text: which }] : [{ type: "text", text: which }];
  };
  return { messages: messages.map(({ role, parts }) => ({ role, parts: parts.flatMap(replace) })), earlierTurns: sent(sheet === null ? "text" : "contactSheet") };
}
