import type { Files } from "./files/files";
import { safeRelative } from "./files/paths";
import { limits } from "./limits";
import { isObject } from "./read/item";
import { Refusal } from "./refusal";

/** Bytes of a picture as the source has them; undefined bytes: a file that is there but was not read. */
export interface FoundPicture {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}

const base64 = /^[A-Za-z0-9+/\s_-]+={0,2}\s*$/;
/** How pictures begin in base64: PNG, JPEG, GIF, WebP. */
const begins = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)/;
const largest = Math.ceil((limits.pictureBytes * 4) / 3) + 1024;

function held(bytes: Uint8Array, name: string): FoundPicture {
  if (bytes.length === 0) throw new Refusal("Its picture is empty.", name);
  if (bytes.length > limits.pictureBytes) throw new Refusal("Its picture is too large.", `${bytes.length} bytes`);
  return { name, read: () => Promise.resolve(bytes) };
}

function decoded(text: string, name: string): FoundPicture {
  if (text.length > largest) throw new Refusal("Its picture is too large.", `${text.length} characters`);
  return held(new Uint8Array(Buffer.from(text, "base64")), name);
}

/** The picture of a `data:` URL. Throws `Refusal`. */
export function dataUrlPicture(url: string): FoundPicture {
  const comma = url.indexOf(",");
  if (comma < 0) throw new Refusal("Its picture's data: URL is damaged.");
  const body = url.slice(comma + 1);
  if (/;base64$/i.test(url.slice(0, comma))) return decoded(decodeURIComponent(body), "data: URL");
  if (body.length > largest) throw new Refusal("Its picture is too large.");
  return held(new TextEncoder().encode(decodeURIComponent(body)), "data: URL");
}

/**
 * Finds the picture that a record names. Nothing is fetched and nothing outside of `files` is read.
 * @param folders where relative paths may begin, in order; the first file that is there counts
 */
export async function findPicture(picture: unknown, files: Files, folders: readonly string[]): Promise<FoundPicture> {
  if (picture instanceof Uint8Array) return held(picture, "picture in the record");
  if (isObject(picture)) {
    const bytes = picture["bytes"];
    const path = picture["path"];
    const name = typeof path === "string" && path !== "" ? path : "picture in the record";
    if (bytes instanceof Uint8Array) return held(bytes, name);
    if (typeof bytes === "string" && bytes !== "") return decoded(bytes, name);
    if (typeof path === "string" && path !== "") return findPicture(path, files, folders);
    throw new Refusal("It has no picture.");
  }
  if (typeof picture !== "string" && typeof picture !== "number") throw new Refusal("Its picture is neither a path nor data.");
  const text = String(picture).trim();
  if (/^data:/i.test(text)) return dataUrlPicture(text);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) throw new Refusal("Its picture is an address on the web or outside the folder; nothing is fetched.", text);
  if ((text.length > 260 || (text.length > 60 && begins.test(text))) && base64.test(text)) return decoded(text, "picture in the record");
  const path = safeRelative(text);
  for (const place of folders.flatMap((folder) => spellings(folder === "" ? path : `${folder}/${path}`))) {
    const found = await files.find(place);
    if (found === undefined) continue;
    if (found.size > limits.pictureBytes) throw new Refusal("Its picture is too large.", `${place}, ${found.size} bytes`);
    return { name: place, read: () => files.read(place, limits.pictureBytes) };
  }
  throw new Refusal("Its picture is not there.", path);
}

/** A path as it is, and as other systems write the accents in it. */
const spellings = (path: string): string[] => [...new Set([path, path.normalize("NFC"), path.normalize("NFD")])];

/** Where the pictures of a data file may lie: beside it, in `images` beside it, at the top, and in `images` at the top. */
export function pictureFolders(dataFile: string): string[] {
  const below = dataFile.includes("/") ? dataFile.slice(0, dataFile.lastIndexOf("/")) : "";
  const parents = [below, ...(below.includes("/") ? [below.slice(0, below.lastIndexOf("/"))] : []), ""];
  return [...new Set(parents.flatMap((folder) => [folder, folder === "" ? "images" : `${folder}/images`]))];
}
