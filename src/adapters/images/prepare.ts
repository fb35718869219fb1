import { createHash } from "node:crypto";
import { FigtreeError } from "../../core/ports";
import type { PreflightNote, PreparedImage } from "../../core/ports";
import { decodeRaster } from "./decode";
import { encodeWithin } from "./encode";
import type { Encoded } from "./encode";
import { decodingError, orCancelled } from "./failures";
import { borderColour } from "./ground";
import type { Pixels } from "./ground";
import { loadSharp } from "./sharp";
import { defaultLimits, refusedSide, smallestSide } from "./size";
import type { Size } from "./size";
import { sniff } from "./sniff";
import { rasterise, unzip } from "./svg/rasterise";

export interface PrepareOptions {
  /** Pixels of what is sent, at most; default 1.6 million. */
  readonly maxPixels?: number;
  /** Encoded bytes of what is sent, at most; default 3 MiB. */
  readonly maxBytes?: number;
  /** Longer side of what is sent, at most, in pixels; default 8000. */
  readonly maxSide?: number;
  /** File name, for messages only: the type is told from the content. */
  readonly name?: string;
  readonly signal?: AbortSignal;
}

export interface Prepared {
  readonly image: PreparedImage;
  /** What was given: pixels as a person sees it, upright (for SVG the CSS pixels it asks for), and the bytes and type of the file. */
  readonly original: { readonly width: number; readonly height: number; readonly byteLength: number; readonly format: string };
  /** What was done to it, in order. */
  readonly notes: readonly PreflightNote[];
}

/** Scaled below this share of its pixels a side, text of the usual size can hardly be read. */
const smallText = 0.5;

/** Models shrink longer sides than this on their own, which a narrow strip does not survive. */
const stripSide = 2048;

function isTextLost(original: Size, sent: Size): boolean {
  const longSide = Math.max(sent.width, sent.height);
  return longSide / Math.max(original.width, original.height) < smallText || (longSide > stripSide && longSide / Math.min(sent.width, sent.height) > 4);
}

async function padded(pixels: Pixels): Promise<Pixels> {
  const sharp = await loadSharp();
  const missing = { x: Math.max(0, smallestSide - pixels.width), y: Math.max(0, smallestSide - pixels.height) };
  const [left, top] = [Math.floor(missing.x / 2), Math.floor(missing.y / 2)];
  const { data, info } = await sharp(pixels.data, { raw: { width: pixels.width, height: pixels.height, channels: 3 } })
    .extend({ left, right: missing.x - left, top, bottom: missing.y - top, background: borderColour(pixels) })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}

async function prepare(bytes: Uint8Array, options: PrepareOptions): Promise<Prepared> {
  const limits = {
    maxPixels: options.maxPixels ?? defaultLimits.maxPixels,
    maxSide: options.maxSide ?? defaultLimits.maxSide,
    maxBytes: options.maxBytes ?? defaultLimits.maxBytes,
  };
  if (limits.maxPixels < smallestSide ** 2) throw new FigtreeError("input.invalid", { field: "The pixel limit", value: limits.maxPixels, message: `At least ${String(smallestSide ** 2)} pixels are needed.` });
  if (bytes.byteLength === 0) throw new FigtreeError("image.empty");
  const is = sniff(bytes);
  if (is.kind === "other") throw new FigtreeError("image.notAnImage", { looksLike: is.looksLike });
  if (is.kind === "unsupported") throw new FigtreeError("image.unsupported", { format: is.format });

  const notes: PreflightNote[] = [];
  const vector = is.format === "svg" || is.format === "svgz" ? await rasterise(is.format === "svgz" ? unzip(bytes) : bytes, limits, options.signal) : undefined;
  if (vector?.removed === true) notes.push("removedActiveContent");
  if (vector !== undefined) notes.push("rasterised");
  if (vector?.enlarged === true) notes.push("scaledUp");

  const format = is.format === "svgz" ? "svg" : is.format;
  const decoded = await decodeRaster(vector?.png ?? bytes, is.format === "svg" || is.format === "svgz" ? "png" : is.format, limits, vector?.ground);
  notes.push(...decoded.notes);
  const original = vector?.declared ?? decoded.upright;
  if (vector !== undefined && decoded.pixels.width < original.width - 1) notes.push("scaledDown");
  if (vector === undefined && !["png", "jpeg"].includes(format)) notes.push("convertedFormat");
  options.signal?.throwIfAborted();

  const { width, height } = decoded.pixels;
  if (Math.min(width, height) < refusedSide) throw new FigtreeError("image.tooSmall", { width: original.width, height: original.height });
  const small = Math.min(width, height) < smallestSide;
  if (small) notes.push("padded");
  const untouched = !small && decoded.bare !== undefined && decoded.bare.byteLength <= limits.maxBytes ? decoded.bare : undefined;
  const sent: Encoded = untouched === undefined
    ? await encodeWithin(small ? await padded(decoded.pixels) : decoded.pixels, limits.maxBytes, format === "jpeg")
    : { bytes: untouched, mediaType: "image/jpeg", width, height, reduced: false };
  if (sent.reduced) {
    if (sent.width < width && !notes.includes("scaledDown")) notes.push("scaledDown");
    notes.push("recompressed");
  }
  if (isTextLost(original, sent)) notes.push("verySmallText");
  const image: PreparedImage = {
    bytes: new Uint8Array(sent.bytes),
    mediaType: sent.mediaType,
    width: sent.width,
    height: sent.height,
    sha256: createHash("sha256").update(sent.bytes).digest("hex"),
  };
  return { image, original: { width: original.width, height: original.height, byteLength: bytes.byteLength, format }, notes };
}

/**
 * Makes of any file a picture that a model can read: upright, opaque, 8-bit sRGB, free of metadata, PNG or JPEG,
 * within the limits; or says why not. Sizes are checked before anything is decoded.
 * Throws `FigtreeError`: `image.*`, `input.invalid` for impossible limits, `cancelled`.
 */
export async function prepareImage(bytes: Uint8Array, options: PrepareOptions = {}): Promise<Prepared> {
  try {
    return await orCancelled(prepare(bytes, options), options.signal);
  } catch (thrown) {
    if (options.signal?.aborted === true) throw new FigtreeError("cancelled", {}, { cause: thrown });
    const error = decodingError(thrown, "picture", undefined);
    throw options.name === undefined ? error : new FigtreeError(error.code, { ...error.details, file: options.name }, { cause: error });
  }
}
