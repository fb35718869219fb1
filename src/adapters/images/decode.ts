import type { Metadata, Sharp } from "sharp";
import type { PreflightNote } from "../../core/ports";
import { FigtreeError } from "../../core/ports";
import { decodingError, tooLarge } from "./failures";
import { firstDrawnFrame } from "./frames";
import { chooseGround } from "./ground";
import type { Pixels } from "./ground";
import { readJpeg } from "./jpeg";
import { avifPixelLimit, decodedPixelLimit, loadSharp, safely, withTimeout } from "./sharp";
import { fitSize } from "./size";
import type { Size } from "./size";

export interface Decoded {
  /** RGB, upright, within the limits. */
  readonly pixels: Pixels;
  readonly upright: Size;
  readonly notes: readonly PreflightNote[];
  /** The same picture as the JPEG file it came in, without metadata; only if no pixel had to be changed. */
  readonly bare: Uint8Array | undefined;
}

type Format = "png" | "jpeg" | "gif" | "webp" | "tiff" | "avif";

/** Passes of a progressive JPEG; real files have about ten, and each costs a walk over the whole picture. */
const mostScans = 100;

/** Bytes of decoded samples, for deep and many-channelled pictures. */
const decodedByteLimit = 400_000_000;

const sampleBytes: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4, complex: 8, double: 8, dpcomplex: 16 };

const grounds = { white: "#ffffff", dark: "#1e1e1e" };

/** Cheap signs of a file that was cut short, where a decoder would fill the rest with grey. */
function checkWhole(bytes: Uint8Array, format: Format): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === "webp" && bytes.byteLength >= 12 && view.getUint32(4, true) + 8 > bytes.byteLength + 1) throw new FigtreeError("image.damaged", { format });
  if (format === "png" && !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("IEND")) throw new FigtreeError("image.damaged", { format });
}

/** Reads the header alone and refuses what would take too much to decode. */
async function readHeader(bytes: Uint8Array, format: Format): Promise<Metadata> {
  const sharp = await loadSharp();
  const header = await sharp(bytes, { ...safely(false), limitInputPixels: false }).metadata().catch((thrown: unknown) => {
    throw decodingError(thrown, format, undefined);
  });
  const pixels = header.width * header.height;
  const limit = format === "avif" ? avifPixelLimit : decodedPixelLimit;
  if (pixels > limit) throw tooLarge(header, limit);
  if (pixels * header.channels * (sampleBytes[header.depth] ?? 2) > decodedByteLimit) throw tooLarge(header, limit);
  return header;
}

const isStandardColour = (header: Metadata): boolean =>
  (header.space === "srgb" || header.space === "b-w") && (header.icc === undefined || /s\0?R\0?G\0?B/.test(header.icc.toString("latin1")));

async function groundOf(open: () => Sharp, stated: string | undefined, notes: PreflightNote[]): Promise<string> {
  const sample = open().resize({ width: 512, height: 512, fit: "inside", withoutEnlargement: true }).toColourspace("srgb").ensureAlpha();
  const { data, info } = await withTimeout(sample).raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  const ground = chooseGround({ data, width: info.width, height: info.height, channels: info.channels });
  if (ground === "opaque") return grounds.white;
  const own = /^#[\da-f]{6}$/i.exec(stated ?? "")?.[0];
  const light = own === undefined ? ground === "white" : Number.parseInt(own.slice(3, 5), 16) > 127;
  notes.push(light ? "flattenedOnWhite" : "flattenedOnDark");
  return own ?? grounds[ground];
}

/**
 * Decodes one frame or page to upright RGB pixels within the limits. `ground`: a colour to flatten on,
 * `#rrggbb`; otherwise it is told from the strokes. Throws `image.damaged`, `image.tooLarge`, `image.unsupported`.
 */
export async function decodeRaster(bytes: Uint8Array, format: Format, limits: { readonly maxPixels: number; readonly maxSide: number }, ground: string | undefined): Promise<Decoded> {
  const sharp = await loadSharp();
  const jpeg = format === "jpeg" ? readJpeg(bytes) : undefined;
  if (jpeg !== undefined && jpeg.scans > mostScans) throw new FigtreeError("image.unsupported", { format: "JPEG with more than 100 scans" });
  checkWhole(bytes, format);
  const header = await readHeader(bytes, format);
  const notes: PreflightNote[] = [];
  try {
    const frames = header.pages ?? 1;
    let page = 0;
    if (frames > 1 && (format === "gif" || format === "webp")) {
      page = await firstDrawnFrame(bytes, header, frames);
      notes.push("firstFrameOnly");
      if (page > 0) notes.push("skippedBlankFrames");
    } else if (frames > 1 && format === "tiff") notes.push("firstPageOnly");

    const open = (): Sharp => sharp(bytes, { ...safely(format === "jpeg"), ...(page > 0 ? { page } : {}) }).autoOrient();
    const rotated = (header.orientation ?? 1) > 1;
    if (rotated) notes.push("rotated");
    const standard = isStandardColour(header) || header.space === "rgb16" || header.space === "grey16";
    if (!standard) notes.push("convertedColour");
    if (header.depth !== "uchar") notes.push("reducedDepth");
    const background = header.hasAlpha ? await groundOf(open, ground, notes) : undefined;

    const upright = { width: header.autoOrient.width, height: header.autoOrient.height };
    const size = fitSize(upright, limits);
    const scaled = size.width !== upright.width || size.height !== upright.height;
    if (scaled) notes.push("scaledDown");
    let pipeline = open();
    if (background !== undefined) pipeline = pipeline.flatten({ background });
    if (scaled) pipeline = pipeline.resize({ ...size, fit: "fill", kernel: "lanczos3" });
    const { data, info } = await withTimeout(pipeline.toColourspace("srgb").removeAlpha()).raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
    const pixels: Pixels = { data: info.channels === 3 ? data : tripled(data, info.channels), width: info.width, height: info.height, channels: 3 };
    const whole = jpeg !== undefined && jpeg.complete && jpeg.frame >= 0 && jpeg.frame <= 2;
    return { pixels, upright, notes, bare: whole && !rotated && !scaled && isStandardColour(header) ? jpeg.bare : undefined };
  } catch (thrown) {
    throw decodingError(thrown, format, header);
  }
}

/** Grey pixels (with or without further channels) as RGB. */
function tripled(data: Uint8Array, channels: number): Uint8Array {
  const rgb = new Uint8Array((data.length / channels) * 3);
  for (let at = 0; at < rgb.length; at += 1) rgb[at] = data[Math.floor(at / 3) * channels]!;
  return rgb;
}
