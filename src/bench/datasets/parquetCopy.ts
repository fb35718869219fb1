import path from "node:path";
import { listFiles, type Copy } from "./files/locate";
import { unusable } from "./files/unusable";

/** Parquet files of one split as the hub lays them out: `SPLIT-00000-of-00002.parquet`, in the folder or in `data/` of it; a file that is named itself counts alone. */
export async function parquetFiles(copy: Copy, split: string): Promise<string[]> {
  if (copy.file !== null) return copy.file.endsWith(".parquet") ? [copy.file] : [];
  const fits = new RegExp(`^${split}(?:-\\d+-of-\\d+.*)?\\.parquet$`, "i");
  for (const folder of [copy.folder, path.join(copy.folder, "data")]) {
    const files = await listFiles(folder, fits);
    if (files.length > 0) return files;
  }
  return [];
}

/** The picture column of a copy; throws `input.invalid` where it has none of them. */
export function pictureColumn(columns: readonly string[], wanted: readonly string[], place: string): string {
  const column = wanted.find((name) => columns.includes(name));
  if (column === undefined) throw unusable(place, `It has no column ${wanted.join(" or ")}; it has ${columns.join(", ")}.`);
  return column;
}

/** A row's picture, or a failure that names the row. */
export function present(bytes: Uint8Array | null, place: string, id: string): Uint8Array {
  if (bytes === null) throw unusable(place, `Record ${id} has no picture.`);
  return bytes;
}
