import { writeFile } from "node:fs/promises";
import path from "node:path";
import { estimateImageTokens, prepareImage } from "../adapters/images";
import { FigtreeError, toFigtreeError } from "../core/ports";
import { describeNote } from "../protocol";
import { readFigure } from "./read-figure";
import { sentence } from "./result";

export interface PreflightOptions {
  /** Where to write the bytes that would be sent. */
  readonly out?: string;
  /** Pixels at most; a text as typed, or a number. */
  readonly maxPixels?: string | number;
  /** One JSON object instead of lines for a person. */
  readonly json?: boolean;
}

/** Where the command writes; `process` fits. */
export interface CommandOutput {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

const badInput = 2;

function readLimit(value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const pixels = Number(value);
  if (!Number.isSafeInteger(pixels) || pixels < 1) throw new FigtreeError("input.invalid", { field: "--max-pixels", value: String(value), message: "A whole number of pixels is needed." });
  return pixels;
}

/**
 * `figtree preflight FILE`: what of a figure would be sent to a model, and what was done to it.
 * Returns the exit code: 0, or 2 if the figure cannot be used (with one sentence saying why).
 */
export async function runPreflight(file: string, options: PreflightOptions, output: CommandOutput): Promise<number> {
  try {
    const maxPixels = readLimit(options.maxPixels);
    const { image, original, notes } = await prepareImage(await readFigure(file), { name: path.basename(file), ...(maxPixels === undefined ? {} : { maxPixels }) });
    if (options.out !== undefined) {
      const out = options.out;
      await writeFile(out, image.bytes).catch((cause: unknown) => {
        throw new FigtreeError("input.invalid", { field: "--out", value: out, message: `It cannot be written (${(cause as NodeJS.ErrnoException).code ?? "unknown reason"}).` }, { cause });
      });
    }
    const { width, height, mediaType, sha256 } = image;
    const format = mediaType === "image/png" ? "png" : "jpeg";
    const described = notes.map((code) => ({ code, sentence: describeNote(code, { original, width, height }) }));
    const tokenEstimate = estimateImageTokens(width, height);
    if (options.json === true) {
      const report = { file, width, height, bytes: image.bytes.byteLength, format, mediaType, sha256, original, notes: described, tokenEstimate };
      output.stdout.write(`${JSON.stringify(report)}\n`);
    } else {
      output.stdout.write(`${file}: ${String(width)} x ${String(height)} pixels, ${format.toUpperCase()}, ${String(image.bytes.byteLength)} bytes, about ${String(tokenEstimate)} tokens\n`);
      for (const note of described) output.stdout.write(`  ${note.sentence}\n`);
    }
    return 0;
  } catch (thrown) {
    const error = toFigtreeError(thrown, "image.damaged");
    if (options.json === true) output.stdout.write(`${JSON.stringify({ file, error: { code: error.code, sentence: sentence(error) } })}\n`);
    else output.stderr.write(`${file}: ${sentence(error)}\n`);
    return badInput;
  }
}
