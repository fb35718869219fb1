import sharp from "sharp";
import type { Sharp } from "sharp";
import { expect, test } from "vitest";
import { prepareImage } from "../../../src/adapters/images";
import { figure, figureSvg, near, pixelsOf } from "./make";

const red = [255, 0, 0] as const;
const blue = [0, 0, 255] as const;
const white = [255, 255, 255] as const;

async function expectFigure(bytes: Uint8Array, tolerance = 60): Promise<void> {
  const { at, width, height } = await pixelsOf(bytes);
  expect([width, height]).toEqual([400, 300]);
  expect(near(at(30, 30), red), `red, got ${String(at(30, 30))}`).toBe(true);
  expect(near(at(370, 270), blue, tolerance), `blue, got ${String(at(370, 270))}`).toBe(true);
  expect(near(at(200, 60), white), `white, got ${String(at(200, 60))}`).toBe(true);
}

// EXIF orientation: how the stored picture must be turned to be upright (EXIF 2.32, tag 274); the stored one is the inverse.
// The library mirrors before it turns: 5 is the transpose, (x, y) -> (y, x), and 7 the transverse.
const stored: Record<number, (picture: Sharp) => Sharp> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.flop().rotate(270),
  6: (picture) => picture.rotate(270),
  7: (picture) => picture.flop().rotate(90),
  8: (picture) => picture.rotate(90),
};

test.each([1, 2, 3, 4, 5, 6, 7, 8])("EXIF orientation %i comes out upright and without metadata", async (orientation) => {
  const upright = await figure().png().toBuffer();
  const turned = await stored[orientation]!(sharp(upright)).png().toBuffer();
  const file = await sharp(turned).withExif({ IFD0: { Artist: "somebody", Orientation: String(orientation) } }).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
  const { image, notes, original } = await prepareImage(file);
  await expectFigure(image.bytes);
  expect([original.width, original.height]).toEqual([400, 300]);
  expect(notes).toEqual(orientation === 1 ? [] : ["rotated"]);
  const header = await sharp(image.bytes).metadata();
  expect([header.exif, header.xmp, header.icc, header.orientation]).toEqual([undefined, undefined, undefined, undefined]);
});

test("a plain JPEG keeps its pixels: only its metadata and what follows its end are cut off", async () => {
  const plain = await figure().jpeg().toBuffer();
  const withMetadata = await figure().withExif({ IFD0: { Artist: "somebody" } }).jpeg().toBuffer();
  const { image } = await prepareImage(Buffer.concat([withMetadata, Buffer.from("trailing secret")]));
  expect(Buffer.from(image.bytes).includes("somebody") || Buffer.from(image.bytes).includes("secret")).toBe(false);
  const [sent, before] = await Promise.all([sharp(image.bytes).raw().toBuffer(), sharp(plain).raw().toBuffer()]);
  expect(sent.equals(before)).toBe(true);
});

test.each([
  ["CMYK JPEG", () => figure().toColourspace("cmyk").jpeg(), ["convertedColour"], "image/jpeg"],
  ["CMYK TIFF", () => figure().toColourspace("cmyk").tiff(), ["convertedColour", "convertedFormat"], "image/png"],
  ["16-bit PNG", () => figure().toColourspace("rgb16").png(), ["reducedDepth"], "image/png"],
  ["wide-gamut profile", () => figure().withIccProfile("p3").png(), ["convertedColour"], "image/png"],
  ["palette PNG", () => figure().png({ palette: true }), [], "image/png"],
  ["interlaced PNG", () => figure().png({ progressive: true }), [], "image/png"],
  ["WebP", () => figure().webp({ quality: 90 }), ["convertedFormat"], "image/png"],
  ["AVIF", () => figure().avif(), ["convertedFormat"], "image/png"],
  ["GIF", () => figure().gif(), ["convertedFormat"], "image/png"],
  ["TIFF", () => figure().tiff({ compression: "lzw" }), ["convertedFormat"], "image/png"],
] as const)("%s becomes 8-bit sRGB with the right colours", async (name, make, notes, mediaType) => {
  const { image, notes: done } = await prepareImage(await make().toBuffer());
  // Pure blue cannot be printed: its nearest ink is about (28, 60, 139).
  await expectFigure(image.bytes, name.startsWith("CMYK") ? 130 : 60);
  expect(done).toEqual(notes);
  expect(image.mediaType).toBe(mediaType);
  const header = await sharp(image.bytes).metadata();
  expect([header.depth, header.space, header.hasAlpha, header.icc]).toEqual(["uchar", "srgb", false, undefined]);
});

test.each([8, 16])("greyscale of %i bits is sent as RGB", async (bits) => {
  const grey = await figure().toColourspace(bits === 16 ? "grey16" : "b-w").png().toBuffer();
  const { image } = await prepareImage(grey);
  const { at } = await pixelsOf(image.bytes);
  expect((await sharp(image.bytes).metadata()).channels).toBe(3);
  expect(near(at(200, 60), white)).toBe(true);
  expect(near(at(200, 150), [0, 0, 0])).toBe(true);
  expect(new Set(at(30, 30)).size).toBe(1);
});

const strokes = (colour: string, more = ""): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">${more}<path d="M20 180 L280 180 M20 180 L20 20 M20 180 L280 20" stroke="${colour}" fill="none" stroke-width="3"/></svg>`)).png().toBuffer();

test.each([
  ["black strokes", "black", "", "flattenedOnWhite", 255],
  ["white strokes", "white", "", "flattenedOnDark", 30],
  ["pale strokes", "#f4f4d8", "", "flattenedOnDark", 30],
  ["white strokes with a blue curve", "white", '<path d="M20 100 C100 20 200 180 280 100" stroke="#00f" fill="none" stroke-width="2"/>', "flattenedOnDark", 30],
  ["black strokes on a white grid", "black", '<path d="M60 0 V200 M120 0 V200 M180 0 V200 M240 0 V200" stroke="#eee" stroke-width="4"/>', "flattenedOnWhite", 255],
  ["a white panel with labels beside it", "none", '<rect x="60" y="20" width="220" height="140" fill="white"/><g stroke="black" stroke-width="3"><path d="M20 30 h25 M20 60 h25 M20 90 h25 M20 120 h25 M80 190 h20 M120 190 h20 M160 190 h20"/></g>', "flattenedOnWhite", 255],
] as const)("transparent ground: %s stay visible", async (_, colour, more, note, ground) => {
  const { image, notes } = await prepareImage(await strokes(colour, more));
  const { at } = await pixelsOf(image.bytes);
  expect(notes).toEqual([note]);
  expect(at(295, 195)).toEqual([ground, ground, ground]);
  if (colour !== "none") expect(Math.abs(at(150, 180)[0] - ground)).toBeGreaterThan(100);
});

test("an alpha channel without a transparent pixel changes nothing", async () => {
  const { image, notes } = await prepareImage(await figure().ensureAlpha(1).png().toBuffer());
  await expectFigure(image.bytes);
  expect(notes).toEqual([]);
});

const animation = async (format: "gif" | "webp", frames: readonly Buffer[]): Promise<Buffer> => {
  const joined = sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), { join: { animated: true } });
  return format === "gif" ? joined.gif().toBuffer() : joined.webp({ lossless: true }).toBuffer();
};

const blank = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="white"/></svg>');

test.each(["gif", "webp"] as const)("animated %s: the first frame with something on it", async (format) => {
  const late = await prepareImage(await animation(format, [blank, blank, figureSvg()]));
  await expectFigure(late.image.bytes);
  expect(late.notes).toEqual(["firstFrameOnly", "skippedBlankFrames", "convertedFormat"]);
  const first = await prepareImage(await animation(format, [figureSvg(), blank]));
  await expectFigure(first.image.bytes);
  expect(first.notes).toEqual(["firstFrameOnly", "convertedFormat"]);
});
