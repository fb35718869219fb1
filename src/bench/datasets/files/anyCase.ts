import { readdir } from "node:fs/promises";
import path from "node:path";

/** Finds files whose names differ in letter case alone, as copies from other systems may have them. */
export interface AnyCase {
  /** The one file or folder at `name` (parts with `/`) below `folder` in any letter case; null where there is none, or more than one. */
  find(folder: string, name: string): Promise<string | null>;
}

/** Reads each folder once. */
export function createAnyCase(): AnyCase {
  const folders = new Map<string, Promise<ReadonlyMap<string, string | null>>>();
  async function list(folder: string): Promise<ReadonlyMap<string, string | null>> {
    const names = new Map<string, string | null>();
    for (const name of await readdir(folder).catch(() => [])) names.set(name.toLowerCase(), names.has(name.toLowerCase()) ? null : name);
    return names;
  }
  return {
    async find(folder, name) {
      let place = folder;
      for (const part of name.split("/")) {
        const known = folders.get(place) ?? list(place);
        folders.set(place, known);
        const found = (await known).get(part.toLowerCase());
        if (found === undefined || found === null) return null;
        place = path.join(place, found);
      }
      return place;
    },
  };
}
