import os from "node:os";
import path from "node:path";
import { FigtreeError } from "../../core/ports";

/** Where a library is, and how it is spoken of. Knows no VS Code. */
export interface LibraryPlace {
  /** Folder or address, as the store takes it. */
  readonly place: string;
  /** What leaves this machine goes to it; null for a folder. Keys are bound to it. */
  readonly origin: string | null;
  /** True where an API key is needed (LanceDB Cloud and Enterprise). */
  readonly keyed: boolean;
}

/**
 * @param configured the setting: an absolute folder (or one below `~`), an address like `s3://bucket/folder` or `db://name`, or empty for `own`
 * @throws FigtreeError `input.invalid` for a relative folder: what it is relative to would depend on how VS Code was started
 */
export function libraryPlace(configured: string, own: string): LibraryPlace {
  if (configured === "") return { place: own, origin: null, keyed: false };
  const address = /^([a-z][a-z0-9+]+):\/\/([^/?#]*)/i.exec(configured);
  if (address === null) {
    const folder = configured.replace(/^~(?=$|[\\/])/, os.homedir());
    if (!path.isAbsolute(folder)) throw new FigtreeError("input.invalid", { field: "figtree.library.place", value: configured, message: "It must be a whole path, or an address like s3://bucket/folder." });
    return { place: path.normalize(folder), origin: null, keyed: false };
  }
  const scheme = address[1]!.toLowerCase();
  return { place: configured, origin: `${scheme}://${address[2]!.replace(/^.*@/, "")}`, keyed: scheme === "db" };
}
