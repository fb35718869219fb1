import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import path from "node:path";
import { FigtreeError, type Clock, type Exemplar, type ExemplarStore } from "../../../core/ports";
import { limits } from "../limits";
import { manifestName, packFormat, packRecord, packVersion, picturePath, recordsName, type PackManifest } from "./format";
import { openPackWriter } from "./writer";

export interface ExportOptions {
  readonly store: ExemplarStore;
  /** A folder to be made, or a file whose name ends in `.zip`. */
  readonly target: string;
  /** Default: all. Unknown ids are listed in `left`. */
  readonly ids?: readonly string[];
  /** Of the pack as a whole; records that name one keep theirs. */
  readonly licence: string;
  readonly name: string;
  readonly description?: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ExportSummary {
  /** Absolute path. */
  readonly target: string;
  readonly exemplars: number;
  readonly pictures: number;
  /** Exemplars that could not be written, with the reason. */
  readonly left: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Writes exemplars with contexts and pass rates as a pack: `exemplars.jsonl`, `images/`, `manifest.json`. It has no
 * vectors. The target appears when it is whole; one that exists is never touched. Throws `input.invalid` (no
 * licence, no name, target exists, nothing to export), `library.*`, `cancelled`.
 */
export async function exportPack(options: ExportOptions): Promise<ExportSummary> {
  const { clock, signal } = options;
  const licence = required("licence", options.licence);
  const name = required("name", options.name);
  const description = (options.description ?? "").trim().slice(0, limits.context);
  if (signal.aborted) throw new FigtreeError("cancelled");
  const target = path.resolve(options.target);
  const date = new Date(clock.now());
  const writer = await openPackWriter(target, date);
  try {
    const list = path.join(writer.workFolder, recordsName);
    const written = await writeRecords(list, options, writer.write.bind(writer));
    if (written.exemplars === 0) throw new FigtreeError("input.invalid", { field: "The choice of exemplars", message: written.left[0]?.reason ?? "There is none to export." });
    await writer.writeFile(recordsName, list);
    const manifest: PackManifest = {
      format: packFormat, version: packVersion, name, description, licence, createdAt: date.toISOString(),
      exemplars: written.exemplars, withContext: written.withContext, pictures: written.pictures, sha256: written.sha256, embedder: null,
    };
    await writer.write(manifestName, new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`));
    if (signal.aborted) throw new FigtreeError("cancelled");
    await writer.finish();
    return { target, exemplars: written.exemplars, pictures: written.pictures, left: written.left };
  } catch (thrown) {
    await writer.discard();
    throw thrown;
  }
}

function required(what: "licence" | "name", given: string): string {
  const text = given.trim();
  if (text === "") throw new FigtreeError("input.invalid", { field: `The ${what} of the pack`, message: what === "licence" ? "Whoever gets a pack has to know what may be done with it." : "It has none." });
  if (text.length > limits.label) throw new FigtreeError("input.invalid", { field: `The ${what} of the pack`, message: `It may have ${limits.label} characters.` });
  return text;
}

interface Written {
  readonly exemplars: number;
  readonly withContext: number;
  readonly pictures: number;
  readonly sha256: string;
  readonly left: { readonly id: string; readonly reason: string }[];
}

async function writeRecords(list: string, { store, ids, signal, onProgress }: ExportOptions, write: (name: string, bytes: Uint8Array) => Promise<void>): Promise<Written> {
  const hash = createHash("sha256");
  const pictures = new Set<string>();
  const left: Written["left"] = [];
  let exemplars = 0;
  let withContext = 0;
  const handle = await open(list, "w");
  try {
    for await (const { id, exemplar, total } of ids === undefined ? everything(store) : chosen(store, ids)) {
      if (signal.aborted) throw new FigtreeError("cancelled");
      const reason = exemplar === undefined ? "There is no such exemplar." : await pictureProblem(exemplar, pictures, store, write);
      if (exemplar === undefined || reason !== undefined) left.push({ id, reason: reason! });
      else {
        const line = `${JSON.stringify(packRecord(exemplar, exemplar.image))}\n`;
        hash.update(line);
        await handle.write(line);
        exemplars += 1;
        if (exemplar.context !== null) withContext += 1;
      }
      onProgress?.(exemplars + left.length, total);
    }
  } finally {
    await handle.close();
  }
  return { exemplars, withContext, pictures: pictures.size, sha256: hash.digest("hex"), left };
}

interface Listed {
  readonly id: string;
  readonly exemplar: Exemplar | undefined;
  readonly total: number;
}

const page = 200;

async function* everything(store: ExemplarStore): AsyncGenerator<Listed> {
  const seen = new Set<string>();
  for (let offset = 0; ; offset += page) {
    const { total, exemplars } = await store.list({ offset, limit: page });
    for (const exemplar of exemplars) {
      // Another window may add some while this one reads: a page then begins with what was seen.
      if (!seen.has(exemplar.id)) yield { id: exemplar.id, exemplar, total };
      seen.add(exemplar.id);
    }
    if (exemplars.length === 0 || offset + exemplars.length >= total) return;
  }
}

async function* chosen(store: ExemplarStore, ids: readonly string[]): AsyncGenerator<Listed> {
  const wanted = [...new Set(ids)];
  for (let begin = 0; begin < wanted.length; begin += page) {
    const some = wanted.slice(begin, begin + page);
    const found = await store.get(some);
    for (const [index, id] of some.entries()) yield { id, exemplar: found[index], total: wanted.length };
  }
}

/** Writes the picture unless it is there already; undefined where all is well. */
async function pictureProblem({ image }: Exemplar, done: Set<string>, store: ExemplarStore, write: (name: string, bytes: Uint8Array) => Promise<void>): Promise<string | undefined> {
  if (done.has(image.sha256)) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = await store.readImage(image.sha256);
  } catch (thrown) {
    if (thrown instanceof FigtreeError && (thrown.code === "library.damaged" || thrown.code === "file.notFound")) return "Its picture cannot be read.";
    throw thrown;
  }
  if (createHash("sha256").update(bytes).digest("hex") !== image.sha256) return "Its picture is damaged.";
  await write(picturePath(image), bytes);
  done.add(image.sha256);
  return undefined;
}
