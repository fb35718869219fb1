import { decodedPixelLimit, loadSharp, safely, withTimeout } from "./sharp";
import { isBlank } from "./ground";
import type { Size } from "./size";

/** Frames that are looked at in search of the first with something on it. */
const mostFrames = 32;

/**
 * Index of the first frame of an animation that is not blank; 0 if all that are looked at are.
 * Together they stay within the limit of decoded pixels.
 */
export async function firstDrawnFrame(bytes: Uint8Array, frame: Size, frames: number): Promise<number> {
  const sharp = await loadSharp();
  const pages = Math.max(1, Math.min(frames, mostFrames, Math.floor(decodedPixelLimit / (frame.width * frame.height))));
  if (pages === 1) return 0;
  const sheet = sharp(bytes, { ...safely(false), pages }).resize({ width: 256, height: 256, fit: "inside", withoutEnlargement: true }).toColourspace("srgb").ensureAlpha();
  const { data, info } = await withTimeout(sheet).raw().toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? Math.floor(info.height / pages);
  // The frames are scaled as one tall sheet, so that their first and last rows bleed into each other.
  const bleed = height > 32 ? 4 : 0;
  const row = info.width * 4;
  for (let page = 0; page < pages; page += 1) {
    const inner = data.subarray((page * height + bleed) * row, ((page + 1) * height - bleed) * row);
    if (!isBlank({ data: inner, width: info.width, height: height - 2 * bleed, channels: 4 })) return page;
  }
  return 0;
}
