import { gzipSync } from "node:zlib";
import sharp from "sharp";
import type { Sharp } from "sharp";
import { expect, test } from "vitest";
import { prepareImage } from "../../../src/adapters/images";
import type { FigtreeError } from "../../../src/core/ports";
import { describeError } from "../../../src/protocol";
import { claimedGif, claimedPng, figure, svg } from "./make";

async function refusal(bytes: Uint8Array): Promise<FigtreeError> {
  return prepareImage(bytes, { name: "figure.png" }).then(
    () => expect.fail("the figure was taken"),
    (thrown: unknown) => thrown as FigtreeError,
  );
}

const text = (content: string): Uint8Array => Buffer.from(content);

test.each([
  ["a web page", text("<!DOCTYPE html>\n<html><body>Not found <svg xmlns='http://www.w3.org/2000/svg'/></body></html>")],
  ["a web page", text("<script>location = 'x'</script>")],
  ["a PDF document", text("%PDF-1.7\n%...")],
  ["plain text", text("The picture is not here.")],
  ["JSON text", text('{"error": "expired"}')],
  ["an XML document", text('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>')],
  ["a Git LFS pointer whose picture was not downloaded", text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")],
  ["a ZIP archive or an office document", text("PK\x03\x04....")],
  ["a gzip archive", gzipSync("plain text")],
  ["unknown binary data", Uint8Array.from({ length: 64 }, (_, index) => (index * 37) % 7)],
])("what looks like %s is refused as such, whatever its name", async (looksLike, bytes) => {
  const { code, details } = await refusal(bytes);
  expect({ code, details }).toEqual({ code: "image.notAnImage", details: { looksLike, file: "figure.png" } });
  expect(describeError({ code, details }).what).toContain(looksLike);
});

test.each([
  ["BMP", Buffer.concat([text("BM"), Buffer.alloc(60)])],
  ["HEIC", Buffer.concat([Buffer.from([0, 0, 0, 24]), text("ftypheic"), Buffer.alloc(12)])],
  ["Photoshop", text("8BPS...........")],
])("%s is named as a type that is not read", async (format, bytes) => {
  expect(await refusal(bytes)).toMatchObject({ code: "image.unsupported", details: { format } });
});

test("an empty file is empty", async () => {
  expect((await refusal(new Uint8Array())).code).toBe("image.empty");
});

test.each([
  ["PNG", claimedPng(30_000, 30_000, 1, 0), 30_000, 30_000],
  ["PNG with 16 bits and alpha", claimedPng(8000, 6500, 16, 6), 8000, 6500],
  ["GIF", claimedGif(65_535, 65_535), 65_535, 65_535],
])("a %s that claims too many pixels is refused from its header", async (_, bytes, width, height) => {
  expect(await refusal(bytes)).toMatchObject({ code: "image.tooLarge", details: { width, height, limit: 50 } });
});

const formats: readonly (readonly [string, () => Sharp])[] = [
  ["JPEG", () => figure().jpeg()],
  ["progressive JPEG", () => figure().jpeg({ progressive: true })],
  ["PNG", () => figure().png()],
  ["interlaced PNG", () => figure().png({ progressive: true })],
  ["GIF", () => figure().gif()],
  ["WebP", () => figure().webp()],
  ["TIFF", () => figure().tiff({ compression: "lzw" })],
  ["AVIF", () => figure().avif()],
];

test.each(formats)("a cut %s is damaged, wherever it is cut", async (_, make) => {
  const whole = await make().toBuffer();
  for (const share of [0.05, 0.3, 0.55, 0.8, 0.95, 0.99]) {
    expect((await refusal(whole.subarray(0, Math.floor(whole.byteLength * share)))).code, `${String(share * 100)} %`).toBe("image.damaged");
  }
});

test("a JPEG that was cut and closed again is damaged", async () => {
  const whole = await figure().jpeg().toBuffer();
  expect((await refusal(Buffer.concat([whole.subarray(0, whole.byteLength / 2), Buffer.from([0xff, 0xd9])]))).code).toBe("image.damaged");
});

test("a PNG whose pixels do not match their checksum is damaged", async () => {
  const bytes = await figure().png({ compressionLevel: 0 }).toBuffer();
  bytes[bytes.byteLength - 200] = bytes[bytes.byteLength - 200]! ^ 0xff;
  expect((await refusal(bytes)).code).toBe("image.damaged");
});

test("a JPEG with thousands of passes is refused before decoding", async () => {
  const whole = await figure().jpeg({ progressive: true }).toBuffer();
  const scan = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
  const last = whole.subarray(scan, whole.byteLength - 2);
  const bytes = Buffer.concat([whole.subarray(0, scan), ...Array.from({ length: 2000 }, () => last), Buffer.from([0xff, 0xd9])]);
  expect((await refusal(bytes)).code).toBe("image.unsupported");
});

test.each([
  [1, 1],
  [7, 300],
  [300, 3],
])("%i x %i pixels hold nothing to read", async (width, height) => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: "red" } }).png().toBuffer();
  expect(await refusal(bytes)).toMatchObject({ code: "image.tooSmall", details: { width, height } });
});

test("an aborted call ends as cancelled", async () => {
  await expect(prepareImage(await figure().png().toBuffer(), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "cancelled" });
  const stop = new AbortController();
  // One line of 80 000 characters keeps the drawing busy for minutes.
  const drawing = prepareImage(svg(`<text x="1" y="20">${"abc ".repeat(20_000)}</text>`), { signal: stop.signal });
  setTimeout(() => { stop.abort(); }, 20);
  await expect(drawing).rejects.toMatchObject({ code: "cancelled" });
});
