import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { unusable } from "./unusable";

/** A data set's own names lead to files inside its folder alone: no absolute path, no `..`, no backslash. */
export function relativeName(name: string, place: string): string {
  const parts = name.split("/");
  if (name === "" || /[\\\0]/.test(name) || /^[A-Za-z]:/.test(name) || name.startsWith("/") || parts.includes("..")) {
    throw unusable(place, `It names the file "${name.slice(0, 200)}", which does not lie inside the data set's folder.`);
  }
  return parts.filter((part) => part !== "" && part !== ".").join("/");
}

export async function kindOf(place: string): Promise<"file" | "folder" | null> {
  const found = await stat(place).catch(() => null);
  if (found === null) return null;
  return found.isDirectory() ? "folder" : found.isFile() ? "file" : null;
}

/** Where a copy lies: the folder, and the file that was named instead of it. */
export interface Copy {
  readonly folder: string;
  readonly file: string | null;
}

/** Throws `input.invalid` where nothing lies at `place`. */
export async function locateCopy(place: string, layout: string): Promise<Copy> {
  const kind = await kindOf(place);
  if (kind === "folder") return { folder: place, file: null };
  if (kind === "file") return { folder: path.dirname(place), file: place };
  throw unusable(place, `There is no such file or folder. Needed: ${layout}`);
}

/** The first of `names` that is a file below the copy's folder; the file that was named itself if it has such a name. */
export async function findFile(copy: Copy, names: readonly string[]): Promise<string | null> {
  if (copy.file !== null) return names.some((name) => path.basename(name) === path.basename(copy.file!)) ? copy.file : null;
  for (const name of names) {
    const file = path.join(copy.folder, name);
    if ((await kindOf(file)) === "file") return file;
  }
  return null;
}

/** Files of a folder whose names fit, sorted; empty where there is no such folder. */
export async function listFiles(folder: string, fits: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => !entry.isDirectory() && fits.test(entry.name)).map((entry) => path.join(folder, entry.name)).sort();
}

/** Sub-folders, sorted by name. */
export async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name)).sort();
}

/** Folders where pictures lie beside a file of records: its own, and the one above where that is called data. */
export function besideRecords(file: string): string[] {
  const folder = path.dirname(file);
  return path.basename(path.resolve(folder)).toLowerCase() === "data" ? [folder, path.dirname(path.resolve(folder))] : [folder];
}
