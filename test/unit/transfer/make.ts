import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import sharp from "sharp";
import { onTestFinished } from "vitest";
import { prepareImage } from "../../../src/adapters/images";
import { systemClock } from "../../../src/adapters/system";
import { importExemplars, inspectImport, type ImportOptions, type ImportProgress, type PrepareImage } from "../../../src/adapters/transfer";
import { createMemoryStore, type MemoryStore } from "../../fixtures/memory-library";

/** An empty folder that goes with the test. */
export async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), "figtree-transfer-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** Puts files below a folder; texts and bytes. */
export async function put(below: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const place = path.join(below, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, content);
  }
}

/** A square whose colour follows from a number: different numbers give different pictures. */
export const square = (number: number): Promise<Buffer> => sharp({ create: { width: 40, height: 40, channels: 3, background: { r: (number * 37) % 256, g: (number * 91) % 256, b: Math.floor(number / 4) % 256 } } }).png().toBuffer();

/** Squares 0, 1, 2 as files. */
export const squares = async (count: number): Promise<Record<string, Buffer>> => Object.fromEntries(await Promise.all(Array.from({ length: count }, async (_, number) => [`${number}.png`, await square(number)] as const)));

export const prepare: PrepareImage = async (bytes, name) => (await prepareImage(bytes, { name })).image;

export const never = (): AbortSignal => new AbortController().signal;

export interface Imported {
  readonly store: MemoryStore;
  readonly steps: readonly ImportProgress[];
  readonly last: ImportProgress;
}

/** Inspects and imports in one go. */
export async function importAll(place: string, more: Partial<ImportOptions> = {}): Promise<Imported> {
  const store = createMemoryStore();
  const plan = more.plan ?? (await inspectImport(place, { signal: never() }));
  const steps: ImportProgress[] = [];
  for await (const step of importExemplars({ plan, store, prepareImage: prepare, clock: systemClock, signal: never(), stateFolder: await folder(), ...more })) steps.push(step);
  return { store, steps, last: steps.at(-1)! };
}

export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) await writer.add(name, new BlobReader(new Blob([typeof content === "string" ? content : new Uint8Array(content)])));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

export const lines = (records: readonly unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");
