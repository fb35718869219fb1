import { open, stat } from "node:fs/promises";
import path from "node:path";
import { FigtreeError } from "../../../core/ports";
import type { Files } from "./files";
import { openFolder } from "./folder";
import { openZip } from "./zip";

export interface OpenedPlace {
  readonly files: Files;
  /** Path of the data file that was named; undefined for a folder or an archive. */
  readonly chosen: string | undefined;
}

async function isZip(place: string): Promise<boolean> {
  const handle = await open(place);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && ["504b0304", "504b0506"].includes(buffer.toString("hex"));
  } finally {
    await handle.close();
  }
}

const isFolder = (place: string): Promise<boolean> => stat(place).then((facts) => facts.isDirectory(), () => false);

/**
 * The folder of a data file. Where pictures are not in `images` beside it but in `images` beside its folder, as
 * MathVista and MATH-Vision are laid out, that one is read too; nothing else of the outer folder is.
 */
async function openBeside(place: string): Promise<OpenedPlace> {
  const [below, name] = [path.dirname(place), path.basename(place)];
  const [outer, own] = [path.dirname(below), path.basename(below)];
  const isBesideFolder = outer !== below && !(await isFolder(path.join(below, "images"))) && (await isFolder(path.join(outer, "images")));
  if (!isBesideFolder) return { files: await openFolder(below, name), chosen: name };
  return { files: await openFolder(outer, `${own}/${name}`, [own, "images"]), chosen: `${own}/${name}` };
}

/** Opens what a person named: a folder, an archive (told by its content), or a data file in a folder. Throws `file.notFound`, `import.unreadable`. */
export async function openPlace(place: string): Promise<OpenedPlace> {
  const facts = await stat(place).catch(() => undefined);
  if (facts === undefined) throw new FigtreeError("file.notFound", { file: place });
  try {
    if (facts.isDirectory()) return { files: await openFolder(place), chosen: undefined };
    if (!facts.isFile()) throw new FigtreeError("import.unreadable", { file: place, message: "It is neither a file nor a folder." });
    if (await isZip(place)) return { files: await openZip(place), chosen: undefined };
    return await openBeside(place);
  } catch (thrown) {
    if (thrown instanceof FigtreeError) throw thrown;
    throw new FigtreeError("import.unreadable", { file: place, message: thrown instanceof Error ? thrown.message : String(thrown) }, { cause: thrown });
  }
}
