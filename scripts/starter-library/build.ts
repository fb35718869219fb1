/** Draws the starter library and writes it as a pack: build.ts TARGET [SHEETS]. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { exportPack } from "../../src/adapters/transfer";
import { createMemoryStore } from "../../test/fixtures/memory-library";
import { description, licence, packName, starters } from "./list";

/** So that a rerun gives the same bytes. */
const made = Date.UTC(2026, 6, 1);

const render = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).flatten({ background: "#ffffff" }).png({ palette: true, colours: 48, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();

async function build(target: string, sheets: string | undefined): Promise<void> {
  const store = createMemoryStore();
  const pictures: { readonly name: string; readonly bytes: Buffer }[] = [];
  for (const { name, svg, exemplar } of starters()) {
    const bytes = await render(svg);
    const { width, height } = await sharp(bytes).metadata();
    await store.put(exemplar, { bytes, mediaType: "image/png", width, height, sha256: createHash("sha256").update(bytes).digest("hex") });
    pictures.push({ name, bytes });
  }
  const folder = await mkdtemp(path.join(tmpdir(), "figtree-starter-"));
  try {
    const clock = { now: () => made, after: () => () => undefined };
    const { exemplars } = await exportPack({ store, target: path.join(folder, "pack"), licence, name: packName, description, clock, signal: new AbortController().signal });
    await rm(target, { recursive: true, force: true });
    await mkdir(path.dirname(target), { recursive: true });
    await rename(path.join(folder, "pack"), target);
    console.log(`${exemplars} figures, ${Math.round(pictures.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024)} KiB of pictures in ${target}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  if (sheets !== undefined) await writeSheets(sheets, pictures);
}

/** Twelve pictures a sheet, to be looked at. */
async function writeSheets(folder: string, pictures: readonly { readonly name: string; readonly bytes: Buffer }[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let begin = 0; begin < pictures.length; begin += 12) {
    const tiles = await Promise.all(pictures.slice(begin, begin + 12).map(async ({ name, bytes }, index) => {
      const label = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="24"><text x="4" y="17" font-family="DejaVu Sans" font-size="15">${name}</text></svg>`);
      const tile = await sharp({ create: { width: 400, height: 430, channels: 3, background: "#e7e7e7" } }).composite([{ input: label, left: 0, top: 0 }, { input: await sharp(bytes).resize({ width: 396, height: 400, fit: "inside", withoutEnlargement: true }).toBuffer(), left: 0, top: 26 }]).png().toBuffer();
      return { input: tile, left: (index % 4) * 408, top: Math.floor(index / 4) * 438 };
    }));
    const sheet = await sharp({ create: { width: 1632, height: 1314, channels: 3, background: "#888888" } }).composite(tiles).png().toBuffer();
    await writeFile(path.join(folder, `sheet-${begin / 12 + 1}.png`), sheet);
  }
}

const [target, sheets] = process.argv.slice(2);
build(target!, sheets).catch((thrown: unknown) => {
  console.error(thrown);
  process.exitCode = 1;
});
