import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { PreparedImage } from "../../../core/ports";

/** The ten digits on a grid of 5 x 7, a row a number, the highest of its five bits on the left. */
const digits: readonly (readonly number[])[] = [
  [14, 17, 19, 21, 25, 17, 14],
  [4, 12, 4, 4, 4, 4, 14],
  [14, 17, 1, 2, 4, 8, 31],
  [31, 2, 4, 2, 1, 17, 14],
  [2, 6, 10, 18, 31, 2, 2],
  [31, 16, 30, 1, 1, 17, 14],
  [6, 8, 16, 30, 17, 17, 14],
  [31, 1, 2, 4, 8, 8, 8],
  [14, 17, 17, 14, 17, 17, 14],
  [14, 17, 17, 15, 1, 2, 12],
];
/** Pixels of a cell of that grid. */
const cell = 12;
const width = 448;
const height = 224;

/**
 * A picture of a number, black on white, drawn here and nowhere else: whoever reads the number back has seen
 * the picture. Made without an image library, so that a probe works where there is none.
 *
 * @param number four digits
 */
export function drawCanary(number: number): PreparedImage {
  const text = String(number);
  const left = Math.floor((width - (text.length * 7 - 2) * cell) / 2);
  const top = Math.floor((height - 7 * cell) / 2);
  const rows = Buffer.alloc(height * (width + 1), 255);
  for (let y = 0; y < height; y += 1) {
    const start = y * (width + 1);
    rows[start] = 0; // No filter.
    for (let x = 0; x < width; x += 1) if (isInk(text, Math.floor((x - left) / cell), Math.floor((y - top) / cell))) rows[start + 1 + x] = 0;
  }
  const bytes = new Uint8Array(png(rows));
  return { bytes, mediaType: "image/png", width, height, sha256: createHash("sha256").update(bytes).digest("hex") };
}

function isInk(text: string, column: number, row: number): boolean {
  if (row < 0 || row >= 7 || column < 0 || column % 7 >= 5) return false;
  const digit = digits[Number(text[Math.floor(column / 7)] ?? Number.NaN)];
  return digit !== undefined && ((digit[row]! >> (4 - (column % 7))) & 1) === 1;
}

/** A PNG file of 8-bit grey rows (PNG specification, chunks IHDR, IDAT, IEND). */
function png(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.byteLength, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** True when a reply names the number; separators that models put between digits do not matter. */
export function readsNumber(reply: string, number: number): boolean {
  return new RegExp(`(?<!\\d)${number}(?!\\d)`).test(reply.normalize("NFKC").replace(/(?<=\d)[\s,.'_-](?=\d)/g, "")) || new RegExp(`(?<!\\d)${number}(?!\\d)`).test(reply);
}
