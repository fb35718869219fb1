import { randomBytes } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import { FigtreeError, type PreparedImage } from "../../core/ports";
import type { TraceSnapshot } from "../../core/trace";
import { contradictionIn } from "./consistency";
import { checkedFigure } from "./figure";
import { mediaType, snapshotSchema } from "./schema";

/** Version of the format; readers refuse larger ones (docs/formats.md). */
const version = 1;
/** Longest file that is read, in bytes. */
const longest = 64 * 1024 * 1024;

export interface OpenedTrace {
  readonly snapshot: TraceSnapshot;
  /** Null where the file was saved without its figure. */
  readonly image: PreparedImage | null;
  /** File name of the figure, or an empty text. */
  readonly name: string;
}

const figureSchema = z.object({ name: z.string().max(1_000), mediaType, width: z.number().int().min(1), height: z.number().int().min(1), base64: z.string() });
const headSchema = z.object({ format: z.literal("figtree-trace"), version: z.number().int().min(1) });
const fileSchema = snapshotSchema.extend({ figure: figureSchema.nullable() });

/** The bytes of a `NAME.figtree.json` file. */
export function formatTrace(snapshot: TraceSnapshot, image: PreparedImage | null, name: string): Uint8Array {
  const kept = { ...snapshot, activity: undefined };
  const figure = image === null ? null : { name, mediaType: image.mediaType, width: image.width, height: image.height, base64: Buffer.from(image.bytes).toString("base64") };
  return new TextEncoder().encode(`${JSON.stringify({ format: "figtree-trace", version, ...kept, figure }, null, 1)}\n`);
}

const invalid = (message: string): FigtreeError => new FigtreeError("trace.invalid", { message });

function readJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength > longest) throw invalid(`It is larger than ${longest / 1024 / 1024} MiB.`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid("It is no JSON text.");
  }
}

/** Reads a trace file from anywhere. @throws FigtreeError `trace.invalid` for anything that is not a consistent trace. */
export function parseTrace(bytes: Uint8Array): OpenedTrace {
  const json = readJson(bytes);
  const head = headSchema.safeParse(json);
  if (!head.success) throw invalid('The fields "format" and "version" of a Figtree trace are missing.');
  if (head.data.version > version) throw invalid(`It was saved by a newer Figtree (format ${head.data.version}; this one reads up to ${version}).`);
  const parsed = fileSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(`${issue!.path.join(".") || "The file"}: ${issue!.message}`);
  }
  const { figure, ...rest } = parsed.data;
  const snapshot = { ...rest, activity: null } as TraceSnapshot;
  const contradiction = contradictionIn(snapshot);
  if (contradiction !== null) throw invalid(contradiction);
  if (figure === null) return { snapshot, image: null, name: "" };
  const image = checkedFigure(new Uint8Array(Buffer.from(figure.base64, "base64")), snapshot.problem.image);
  if (image === undefined) throw invalid("Its figure is not the one that was solved.");
  return { snapshot, image, name: figure.name };
}

/** Writes a trace file whole or not at all. Throws what the file system throws. */
export async function writeTraceFile(file: string, snapshot: TraceSnapshot, image: PreparedImage | null, name: string): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString("hex")}.part`;
  try {
    await writeFile(draft, formatTrace(snapshot, image, name));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
