import { createHash } from "node:crypto";
import type { Message, MessagePart, PreparedImage } from "../../core/ports";

/** Pixels of a cell's side on a sheet, its number included. */
const cell = 448;
const heading = 36;
/** Sheets in use at once: one for each set of exemplars. */
const kept = 8;

/** Puts pictures on one white sheet, row by row, each under its number. */
async function compose(images: readonly PreparedImage[]): Promise<PreparedImage> {
  const { default: sharp } = await import("sharp");
  const columns = Math.ceil(Math.sqrt(images.length));
  const [width, height] = [columns * cell, Math.ceil(images.length / columns) * (cell + heading)];
  const layers = await Promise.all(
    images.map(async (image, index) => {
      const inner = await sharp(image.bytes).resize({ width: cell - 16, height: cell - 16, fit: "inside", withoutEnlargement: true }).png().toBuffer({ resolveWithObject: true });
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

/**
 * Messages with at most `most` pictures (null: as many as there are). Surplus pictures go onto one contact sheet:
 * with two or more allowed, the figure in question stays itself and the examples share the sheet; with one allowed,
 * it is the last picture of the sheet. Where no picture is taken, or no sheet can be made, a note stands in for each
 * of the examples' pictures.
 */
export async function fitImages(messages: readonly Message[], most: number | null, sheets: ContactSheets): Promise<readonly Message[]> {
  const images = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "image" ? [part.image] : [])));
  if (most === null || images.length <= most) return messages;
  const onSheet = most >= 2 ? images.length - most + 1 : images.length;
  const sheet = most === 0 ? null : await sheets.of(images.slice(0, onSheet));
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
  return messages.map(({ role, parts }) => ({ role, parts: parts.flatMap(replace) }));
}
