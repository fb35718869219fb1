import { createHash } from "node:crypto";
import sharp from "sharp";
import type { Sharp } from "sharp";
import { expect, test } from "vitest";
import { estimateImageTokens, prepareImage } from "../../../src/adapters/images";
import { figure, near, pixelsOf } from "./make";

const plain = (width: number, height: number): Sharp => sharp({ create: { width, height, channels: 3, background: "#abc" } });

test("a figure within the limits keeps its size, and the hash is that of the bytes sent", async () => {
  const { image, notes } = await prepareImage(await figure().png().toBuffer());
  expect([image.width, image.height, notes]).toEqual([400, 300, []]);
  expect(image.sha256).toBe(createHash("sha256").update(image.bytes).digest("hex"));
});

test.each([
  // 4000 x 3000 = 12 MP; the factor is sqrt(1.6/12) = 0.36515.
  [4000, 3000, {}, 1461, 1095, ["scaledDown", "verySmallText"]],
  // 2000 x 1000 = 2 MP: sqrt(1.6/2) = 0.8944.
  [2000, 1000, {}, 1789, 894, ["scaledDown"]],
  [400, 300, { maxPixels: 30_000 }, 200, 150, ["scaledDown"]],
  [400, 300, { maxSide: 100 }, 100, 75, ["scaledDown", "verySmallText"]],
  // A strip keeps all the pixels that the area allows.
  [341, 8081, {}, 260, 6153, ["scaledDown", "verySmallText"]],
] as const)("%i x %i within %o becomes %i x %i", async (width, height, limits, toWidth, toHeight, notes) => {
  const { image, notes: done, original } = await prepareImage(await plain(width, height).png().toBuffer(), limits);
  expect([image.width, image.height]).toEqual([toWidth, toHeight]);
  expect(done).toEqual(notes);
  expect([original.width, original.height, original.format]).toEqual([width, height, "png"]);
  expect(image.width * image.height).toBeLessThanOrEqual((limits as { maxPixels?: number }).maxPixels ?? 1_600_000);
});

test("small figures get a margin in their own ground colour", async () => {
  const { image, notes } = await prepareImage(await sharp({ create: { width: 20, height: 60, channels: 3, background: "#123456" } }).png().toBuffer());
  const { at, width, height } = await pixelsOf(image.bytes);
  expect([width, height, notes]).toEqual([28, 60, ["padded"]]);
  expect(at(0, 0)).toEqual([0x12, 0x34, 0x56]);
});

test("noise beyond the byte limit is sent as JPEG, then smaller", async () => {
  const noise = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#000", noise: { type: "gaussian", mean: 128, sigma: 60 } } }).png().toBuffer();
  const quality = await prepareImage(noise, { maxBytes: 500_000 });
  expect([quality.image.mediaType, quality.image.width, quality.notes]).toEqual(["image/jpeg", 800, ["recompressed"]]);
  const smaller = await prepareImage(noise, { maxBytes: 60_000 });
  expect(smaller.image.bytes.byteLength).toBeLessThanOrEqual(60_000);
  expect(smaller.notes.slice(0, 2)).toEqual(["scaledDown", "recompressed"]);
  for (const { image } of [quality, smaller]) {
    const header = await sharp(image.bytes).metadata();
    expect([header.width, header.height, header.format]).toEqual([image.width, image.height, "jpeg"]);
  }
});

test("a rotated JPEG that must be encoded anew stays a JPEG with its colours", async () => {
  const { image } = await prepareImage(await figure().withMetadata({ orientation: 3 }).jpeg().toBuffer());
  const { at } = await pixelsOf(image.bytes);
  expect(image.mediaType).toBe("image/jpeg");
  expect(near(at(30, 30), [0, 0, 255], 60)).toBe(true);
});

test("limits that leave no picture are refused", async () => {
  await expect(prepareImage(await figure().png().toBuffer(), { maxPixels: 10 })).rejects.toMatchObject({ code: "input.invalid" });
});

test("tokens are 28 x 28 patches, at least one", () => {
  expect(estimateImageTokens(448, 448)).toBe(256);
  expect(estimateImageTokens(449, 448)).toBe(17 * 16);
  expect(estimateImageTokens(1, 1)).toBe(1);
});
