import { gunzipSync } from "node:zlib";
import { FigtreeError } from "../../../core/ports";
import { decodedPixelLimit, drawsText, loadSharp, safely } from "../sharp";
import { decodeText, sniff } from "../sniff";
import { fitSize } from "../size";
import type { Size } from "../size";
import { cleanSvg, type SvgElement } from "./clean";
import { checkCost } from "./cost";
import { drawSvg } from "./draw";
import { declaredSize } from "./size";
import { writeSvg } from "./write";
import { parseXml } from "./xml";

/** Small drawings are enlarged to this longer side, in pixels, so that their labels can be read. */
const readableSide = 1000;

export interface Rasterised {
  readonly png: Uint8Array;
  /** Size that the drawing asks for, in CSS pixels, rounded. */
  readonly declared: Size;
  readonly enlarged: boolean;
  /** Active content was taken out before drawing. */
  readonly removed: boolean;
  /** A ground colour that the drawing itself states. */
  readonly ground: string | undefined;
}

const rounded = ({ width, height }: Size): Size => ({ width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) });

/** The SVG text of a compressed drawing (SVGZ). */
export function unzip(bytes: Uint8Array): Uint8Array {
  let text: Uint8Array;
  try {
    text = gunzipSync(bytes, { maxOutputLength: 20_000_000 });
  } catch (cause) {
    throw new FigtreeError("image.damaged", { format: "SVGZ" }, { cause });
  }
  const is = sniff(text);
  if (is.kind !== "image" || is.format !== "svg") throw new FigtreeError("image.notAnImage", { looksLike: "a gzip archive" });
  return text;
}

/** Pictures within a drawing are bounded as if they were given alone, all together. */
async function checkEmbedded(pictures: readonly Uint8Array[]): Promise<void> {
  const sharp = await loadSharp();
  let pixels = 0;
  for (const picture of pictures) {
    const { width, height } = await sharp(picture, { ...safely(false), limitInputPixels: false }).metadata().catch(() => ({ width: 0, height: 0 }));
    pixels += width * height;
    if (pixels > decodedPixelLimit) throw new FigtreeError("image.tooLarge", { width, height, limit: decodedPixelLimit / 1e6 });
  }
}

const hasText = ({ name, children }: SvgElement): boolean => name === "text" || children.some((child) => typeof child !== "string" && hasText(child));

/**
 * Draws an SVG after reducing it to what only draws: no scripts, no references outside the file, no entities.
 * Small drawings are enlarged, large ones drawn within the limits at once, sharper than scaling afterwards.
 */
export async function rasterise(bytes: Uint8Array, limits: { readonly maxPixels: number; readonly maxSide: number }, signal: AbortSignal | undefined): Promise<Rasterised> {
  const clean = cleanSvg(parseXml((decodeText(bytes) ?? "").replace(/^\ufeff/, "")));
  if (clean === undefined) throw new FigtreeError("image.damaged", { format: "SVG" });
  checkCost(clean.root);
  if (hasText(clean.root) && !drawsText(await loadSharp())) throw new FigtreeError("image.unsupported", { format: "SVG with text (this installation has no native image library, and without it no fonts)" });
  await checkEmbedded(clean.embedded);
  const { root, removed } = clean;
  const ground = /background(?:-color)?\s*:\s*([^;]+)/.exec(root.attributes.get("style") ?? "")?.[1]?.trim();
  const declared = declaredSize(root);
  if (declared === undefined) {
    const side = Math.min(readableSide, limits.maxSide, Math.floor(Math.sqrt(limits.maxPixels)));
    const png = await drawSvg(writeSvg(root), side, signal);
    const { width, height } = await (await loadSharp())(png).metadata();
    return { png, declared: { width, height }, enlarged: false, removed, ground };
  }
  const longSide = Math.max(declared.width, declared.height);
  const target = rounded(fitSize(declared, limits, Math.max(1, readableSide / longSide)));
  const attributes = new Map(root.attributes);
  // A width or height in the root's style would win over the attributes.
  attributes.set("style", (root.attributes.get("style") ?? "").replace(/(?<![\w-])(max-|min-)?(width|height)\s*:[^;]*;?/gi, ""));
  if (!attributes.has("viewBox")) attributes.set("viewBox", `0 0 ${String(declared.width)} ${String(declared.height)}`);
  attributes.set("width", String(target.width));
  attributes.set("height", String(target.height));
  const png = await drawSvg(writeSvg({ ...root, attributes }), 0, signal);
  return { png, declared: rounded(declared), enlarged: target.width > declared.width + 1, removed, ground };
}
