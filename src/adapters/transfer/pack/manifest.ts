import { FigtreeError } from "../../../core/ports";
import type { Files } from "../files/files";
import { manifestName, manifestShape, packFormat, packVersion, type PackManifest } from "./format";

export interface FoundPack {
  readonly manifest: PackManifest;
  /** Folder of the pack below the root, "" for the root itself. */
  readonly folder: string;
}

/**
 * The pack at the root, or in the only folder there. Undefined where there is none. Throws `import.unreadable` for
 * a pack of a later version or with a damaged manifest.
 */
export async function findPack(files: Files, paths: readonly string[], place: string): Promise<FoundPack | undefined> {
  const path = paths.find((one) => one === manifestName) ?? paths.find((one) => /^[^/]+\/manifest\.json$/.test(one));
  if (path === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(await files.read(path, 1024 * 1024)));
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || (value as { format?: unknown }).format !== packFormat) return undefined;
  const version = (value as { version?: unknown }).version;
  if (typeof version === "number" && version > packVersion) throw new FigtreeError("import.unreadable", { file: place, message: `The pack has version ${version}; this Figtree reads versions up to ${packVersion}. Update it first.` });
  const checked = manifestShape.safeParse(value);
  if (!checked.success) throw new FigtreeError("import.unreadable", { file: place, message: `The manifest of the pack is damaged: ${checked.error.issues[0]!.path.join(".")}` });
  return { manifest: checked.data, folder: path === manifestName ? "" : path.slice(0, -manifestName.length - 1) };
}
