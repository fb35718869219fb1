import { crc32 } from "node:zlib";
import sharp from "sharp";
import type { Sharp } from "sharp";

/** A 400 x 300 figure whose corners differ: red top left, blue bottom right, on white. */
export const figureSvg = (ground = "white"): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${ground}"/>` +
      '<rect x="0" y="0" width="120" height="90" fill="#f00"/><rect x="280" y="210" width="120" height="90" fill="#00f"/>' +
      '<path d="M150 150 H250" stroke="black" stroke-width="4"/></svg>',
  );

export const figure = (): Sharp => sharp(figureSvg()).removeAlpha();

export const svg = (body: string, attributes = 'width="400" height="300"', before = ""): Buffer =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`);

export type Colour = readonly [number, number, number];

/** Reads pixels of an encoded picture, as 8-bit RGB. */
export async function pixelsOf(bytes: Uint8Array): Promise<{ width: number; height: number; at: (x: number, y: number) => Colour }> {
  const { data, info } = await sharp(bytes).toColourspace("srgb").removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, at: (x, y) => [0, 1, 2].map((channel) => data[(y * info.width + x) * info.channels + channel]!) as unknown as Colour };
}

/** True if no channel differs by more than `tolerance`. */
export const near = (a: Colour, b: Colour, tolerance = 40): boolean => a.every((value, index) => Math.abs(value - b[index]!) <= tolerance);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that claims a size and brings no pixels: enough for a decoder that allocates first. */
export function claimedPng(width: number, height: number, depth = 8, colourType = 6): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", header), chunk("IDAT", Buffer.alloc(16)), chunk("IEND", Buffer.alloc(0))]);
}

/** A GIF that claims a size, with one empty frame. */
export function claimedGif(width: number, height: number): Buffer {
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  return Buffer.from([...Buffer.from("GIF89a"), ...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 1, 0, 0x3b]);
}
