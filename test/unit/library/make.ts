import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openLibrary, type LibraryOptions } from "../../../src/adapters/library";
import { systemClock } from "../../../src/adapters/system";
import { silentLogger, type EmbeddingSpace, type ExemplarImage, type ExemplarStore, type ExemplarVectors, type NewExemplar } from "../../../src/core/ports";

/** Bytes that stand for a picture; the library never looks into them. */
export function picture(name: string): { image: Uint8Array; imageInfo: ExemplarImage } {
  const image = new TextEncoder().encode(`picture ${name}`);
  return { image, imageInfo: { sha256: createHash("sha256").update(image).digest("hex"), mediaType: "image/png", width: 4, height: 3, byteLength: image.length } };
}

function exemplar(question: string, rest: Partial<NewExemplar> = {}): NewExemplar {
  return { question, choices: [], answer: "4", subject: "", tags: [], source: "", licence: "", candidates: [], context: null, passRate: null, ...rest };
}

export const entry = (question: string, rest: Partial<NewExemplar> = {}, name = question): { exemplar: NewExemplar; image: Uint8Array; imageInfo: ExemplarImage } => ({ exemplar: exemplar(question, rest), ...picture(name) });

/** Adds and gives the ids alone. */
export async function idsOf<const Entries extends Parameters<ExemplarStore["add"]>[0]>(store: ExemplarStore, entries: Entries): Promise<{ -readonly [Index in keyof Entries]: string }> {
  return (await store.add(entries)).map(({ id }) => id) as { -readonly [Index in keyof Entries]: string };
}

export const space = (id: string, text: number | null = 3, image: number | null = 2, joint: number | null = null): EmbeddingSpace => ({ id, dimensions: { text, image, joint } });

/** Brought to length 1. */
export function unit(...numbers: number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

export const vectors = (text: Float32Array | null, image: Float32Array | null = null, joint: Float32Array | null = null): ExemplarVectors => ({ text, image, joint });

/** New folders and the libraries opened in them; `clean` closes and removes all. */
export function workshop(engine: "lancedb" | "files"): {
  folder(): Promise<string>;
  open(place: string, options?: Partial<LibraryOptions>): Promise<ExemplarStore>;
  clean(): Promise<void>;
} {
  const folders: string[] = [];
  const stores: ExemplarStore[] = [];
  return {
    async folder() {
      const folder = await mkdtemp(path.join(tmpdir(), "figtree-library-test-"));
      folders.push(folder);
      return folder;
    },
    async open(place, options = {}) {
      const store = await openLibrary({ place, clock: systemClock, logger: silentLogger, engine, ...options });
      stores.push(store);
      return store;
    },
    async clean() {
      for (const store of stores.splice(0)) await store.close();
      for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
    },
  };
}
