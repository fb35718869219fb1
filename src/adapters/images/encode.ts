import { loadSharp } from "./sharp";
import type { Pixels } from "./ground";

export interface Encoded {
  readonly bytes: Uint8Array;
  readonly mediaType: "image/png" | "image/jpeg";
  readonly width: number;
  readonly height: number;
  /** True if quality or size was given up to meet the byte limit. */
  readonly reduced: boolean;
}

/** JPEG qualities tried one after the other; below the last, small text suffers more than from fewer pixels. */
const qualities = [90, 80, 70, 60];

/**
 * Encodes RGB pixels without loss where the limit of bytes allows it. Photographs (`lossy`) start as JPEG, since the
 * noise of their first compression makes large PNG files. Beyond the limit: lower qualities, then smaller sizes.
 */
export async function encodeWithin(pixels: Pixels, maxBytes: number, lossy: boolean): Promise<Encoded> {
  const sharp = await loadSharp();
  const open = (): ReturnType<typeof sharp> => sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } });
  const { width, height } = pixels;
  const jpeg = (quality: number): Promise<Uint8Array> => open().jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer();

  const first = lossy ? await jpeg(95) : await open().png({ compressionLevel: 8 }).toBuffer();
  if (first.byteLength <= maxBytes) return { bytes: first, mediaType: lossy ? "image/jpeg" : "image/png", width, height, reduced: false };
  for (const quality of qualities) {
    const bytes = await jpeg(quality);
    if (bytes.byteLength <= maxBytes) return { bytes, mediaType: "image/jpeg", width, height, reduced: true };
  }
  if (Math.max(width, height) <= 64) return { bytes: await jpeg(qualities.at(-1)!), mediaType: "image/jpeg", width, height, reduced: true };
  const smaller = { width: Math.max(28, Math.round(width * 0.8)), height: Math.max(28, Math.round(height * 0.8)) };
  const { data } = await open().resize({ ...smaller, fit: "fill", kernel: "lanczos3" }).raw().toBuffer({ resolveWithObject: true });
  return { ...(await encodeWithin({ data, ...smaller, channels: 3 }, maxBytes, true)), reduced: true };
}
