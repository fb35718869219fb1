import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { prepareImage } from "../../../src/adapters/images";
import { runPreflight } from "../../../src/cli/preflight";
import type { PreflightOptions } from "../../../src/cli/preflight";
import { describeNote } from "../../../src/protocol";
import type { PreflightNote } from "../../../src/core/ports";
import { figure, near, pixelsOf } from "./make";

async function run(file: string, options: PreflightOptions): Promise<{ code: number; out: string; err: string }> {
  const written = { out: "", err: "" };
  const code = await runPreflight(file, options, { stdout: { write: (text) => (written.out += text) }, stderr: { write: (text) => (written.err += text) } });
  return { code, ...written };
}

const folder = await mkdtemp(path.join(tmpdir(), "figtree-preflight-"));

test("preflight --json tells what would be sent and writes it", async () => {
  const file = path.join(folder, "chart.jpg");
  await writeFile(file, await figure().withMetadata({ orientation: 3 }).jpeg().toBuffer());
  const out = path.join(folder, "sent.jpg");
  const { code, out: text, err } = await run(file, { out, json: true, maxPixels: "30000" });
  const report = JSON.parse(text) as Record<string, unknown>;
  const sent = await readFile(out);
  const { image } = await prepareImage(await readFile(file), { maxPixels: 30_000 });
  expect([code, err]).toEqual([0, ""]);
  expect(report).toEqual({
    file, width: 200, height: 150, bytes: sent.byteLength, format: "jpeg", mediaType: "image/jpeg", sha256: image.sha256,
    original: { width: 400, height: 300, byteLength: (await readFile(file)).byteLength, format: "jpeg" },
    notes: [
      { code: "rotated", sentence: "Turned upright, as its camera noted." },
      { code: "scaledDown", sentence: "Scaled down from 400 x 300 to 200 x 150 pixels." },
    ],
    tokenEstimate: 48,
  });
  expect(sent.equals(image.bytes)).toBe(true);
});

test.each([
  ["missing.png", {}, "file.notFound"],
  [".", {}, "input.invalid"],
  ["chart.jpg", { maxPixels: "many" }, "input.invalid"],
  ["chart.jpg", { out: path.join(folder, "no", "such", "folder.png") }, "input.invalid"],
  ["page.png", {}, "image.notAnImage"],
])("preflight of %s with %o ends with code 2 and one sentence", async (name, options, errorCode) => {
  await writeFile(path.join(folder, "chart.jpg"), await figure().jpeg().toBuffer());
  await writeFile(path.join(folder, "page.png"), "<html>not found</html>");
  const file = path.join(folder, name);
  const json = await run(file, { ...options, json: true });
  const report = JSON.parse(json.out) as { file: string; error: { code: string; sentence: string } };
  expect([json.code, report.file, report.error.code]).toEqual([2, file, errorCode]);
  const plain = await run(file, options);
  expect([plain.code, plain.out, plain.err]).toEqual([2, "", `${file}: ${report.error.sentence}\n`]);
});

test("every note has one sentence of its own", () => {
  const notes: readonly PreflightNote[] = [
    "rotated", "flattenedOnWhite", "flattenedOnDark", "convertedColour", "reducedDepth", "rasterised", "convertedFormat", "firstFrameOnly",
    "skippedBlankFrames", "firstPageOnly", "scaledDown", "scaledUp", "padded", "verySmallText", "recompressed", "removedActiveContent",
  ];
  const sentences = notes.map((note) => describeNote(note, { original: { width: 4000, height: 3000 }, width: 1461, height: 1095 }));
  expect(new Set(sentences).size).toBe(notes.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^\n]*\.$/);
  expect(sentences[13]).toContain("37 %");
});

/** The shared figures are checked in addition where they are at hand. */
const shared = path.join(process.env["FIGTREE_SHARED"] ?? path.resolve(import.meta.dirname, "../../../../shared"), "data", "figures");
const manifest = path.join(shared, "manifest.jsonl");
const entries = existsSync(manifest) ? readFileSync(manifest, "utf8").trim().split("\n").map((line) => JSON.parse(line) as { file: string }) : [];

const refused: Record<string, string> = {
  "odd_1x1.png": "image.tooSmall",
  "odd_truncated.jpg": "image.damaged",
  "odd_bad_crc.png": "image.damaged",
  "odd_html_as_png.png": "image.notAnImage",
  "odd_decompression_bomb.png": "image.tooLarge",
};

const noted: Record<string, readonly PreflightNote[]> = {
  "odd_exif_orientation6.JPG": ["rotated"],
  "odd_transparent_black_lines.png": ["flattenedOnWhite"],
  "odd_interlaced.png": ["flattenedOnWhite"],
  "bar_truncated_axis.png": ["flattenedOnWhite"],
  "dots_earnings_sci.png": ["flattenedOnWhite"],
  "pie_and_table_disk.png": ["flattenedOnWhite"],
  "fn_jump.png": ["flattenedOnWhite"],
  "topology_torus_square.png": ["flattenedOnWhite"],
  "odd_gif_blank_first.gif": ["firstFrameOnly", "skippedBlankFrames", "convertedFormat"],
  "odd_animated_alpha.webp": ["firstFrameOnly", "flattenedOnWhite", "convertedFormat"],
  "odd_svg_active.svg": ["removedActiveContent", "rasterised", "scaledUp", "flattenedOnWhite"],
  "geo_exterior_angles.svg": ["rasterised", "scaledUp", "flattenedOnWhite"],
  "graph_control_flow.svg": ["rasterised", "scaledUp", "flattenedOnWhite"],
  "odd_very_tall.png": ["scaledDown", "verySmallText"],
  "odd_multipage.tif": ["firstPageOnly", "convertedFormat"],
  "hand_ode_system.png": ["convertedColour"],
};

test.each(entries)("shared figure $file: a picture that a model can use, or one sentence", async ({ file }) => {
  const { code, out } = await run(path.join(shared, file), { json: true, out: path.join(folder, `${file}.sent`) });
  const report = JSON.parse(out) as { error?: { code: string }; notes: { code: string }[]; width: number; height: number; format: string };
  expect(report.error?.code).toBe(refused[file]);
  if (refused[file] !== undefined) {
    expect(code).toBe(2);
    return;
  }
  expect(code).toBe(0);
  expect(report.notes.map((note) => note.code)).toEqual(noted[file] ?? []);
  const header = await sharp(path.join(folder, `${file}.sent`)).metadata();
  expect([header.width, header.height, header.format, header.hasAlpha, header.exif]).toEqual([report.width, report.height, report.format, false, undefined]);
  if (noted[file]?.includes("flattenedOnWhite") === true) {
    const { at, width, height } = await pixelsOf(await readFile(path.join(folder, `${file}.sent`)));
    expect(near(at(width - 2, height - 2), [255, 255, 255])).toBe(true);
    // Dark ink is there to be seen.
    const { channels } = await sharp(path.join(folder, `${file}.sent`)).stats();
    expect(Math.min(...channels.map((channel) => channel.min))).toBeLessThan(40);
  }
});

test.skipIf(entries.length === 0)("the bar chart is the same upright figure from a turned JPEG, a late GIF frame and the first TIFF page", async () => {
  const small = async (file: string): Promise<Buffer> => sharp((await prepareImage(await readFile(path.join(shared, file)))).image.bytes).resize(93, 139, { fit: "fill" }).greyscale().raw().toBuffer();
  const [turned, animated, paged] = await Promise.all(["odd_exif_orientation6.JPG", "odd_gif_blank_first.gif", "odd_multipage.tif"].map(small));
  const difference = (a: Buffer, b: Buffer): number => a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0) / a.length;
  expect(difference(turned!, animated!)).toBeLessThan(6);
  expect(difference(turned!, paged!)).toBeLessThan(6);
});
