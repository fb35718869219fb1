import { readFile, stat } from "node:fs/promises";
import { FigtreeError } from "../core/ports";

/** No figure's file is larger; MiB. */
const mostMegabytes = 100;

/**
 * The bytes of a figure's file. What is no regular file, or too large, is not opened at all: a pipe or a device
 * may never end.
 *
 * @throws FigtreeError `file.notFound`, or `input.invalid` with the reason
 */
export async function readFigure(file: string): Promise<Uint8Array> {
  const unusable = (message: string, cause?: unknown): FigtreeError => new FigtreeError("input.invalid", { field: "The file", value: file, message }, { cause });
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw unusable("It is a folder.");
    if (!found.isFile()) throw unusable("It is a pipe or a device, not a file.");
    if (found.size > mostMegabytes * 2 ** 20) throw unusable(`It is larger than ${mostMegabytes} MB.`);
    return await readFile(file);
  } catch (thrown) {
    if (thrown instanceof FigtreeError) throw thrown;
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown reason";
    if (code === "ENOENT" || code === "ENOTDIR") throw new FigtreeError("file.notFound", { file }, { cause: thrown });
    throw unusable(`It cannot be read (${code}).`, thrown);
  }
}
