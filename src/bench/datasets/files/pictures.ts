import { readFile } from "node:fs/promises";
import path from "node:path";
import { createAnyCase } from "./anyCase";
import { kindOf, relativeName } from "./locate";
import { reading, stopIfAborted, unusable } from "./unusable";
import { openZip, type ZipPictures } from "./zip";

/** The pictures of a copy, in folders or in archives beside them. */
export interface Pictures {
  /**
   * Checks that each picture is there, so that a run does not fail in the middle; throws `input.invalid` naming the first that is not.
   * @param names relative to the folder, by record.
   */
  require(names: readonly string[], signal?: AbortSignal): Promise<void>;
  has(name: string): Promise<boolean>;
  read(name: string, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface PictureOptions {
  /** Archives that are used where they exist, relative to the folder. */
  readonly zips: readonly string[];
  /** Further folders in which names may begin, e.g. where the records lie. */
  readonly folders?: readonly string[];
  /** Parts at the end of a name that must fit at least; default 1. More where the file's own name tells pictures apart no more. */
  readonly parts?: number;
  /** What the folder should look like, for the message. */
  readonly layout: string;
  readonly signal?: AbortSignal | undefined;
}

const AT_ONCE = 64;

/** Opens the pictures of a copy for `use`, which keeps them open unless it fails. */
export async function withPictures<Result>(folder: string, options: PictureOptions, use: (pictures: Pictures) => Promise<Result>): Promise<Result> {
  const pictures = await openPictures(folder, options);
  try {
    return await use(pictures);
  } catch (thrown) {
    await pictures.close();
    throw thrown;
  }
}

/** Folders come first; a picture's name may also stand without its leading folders, as when an archive was unpacked in place. */
async function openPictures(folder: string, { zips, folders = [], parts: needed = 1, layout, signal }: PictureOptions): Promise<Pictures> {
  const places = [...new Set([folder, ...folders])];
  const archives: ZipPictures[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(archives.splice(0).map((archive) => archive.close()));
  };
  try {
    const files = new Set(places.flatMap((place) => zips.map((name) => path.resolve(place, name))));
    for (const file of files) if ((await kindOf(file)) === "file") archives.push(await openZip(file, signal));
  } catch (thrown) {
    await close();
    throw thrown;
  }

  const anyCase = createAnyCase();
  const find = async (name: string): Promise<((signal?: AbortSignal) => Promise<Uint8Array>) | null> => {
    const clean = relativeName(name, folder);
    const parts = clean.split("/");
    const endings = parts.slice(0, Math.max(1, parts.length - needed + 1)).map((_, index) => parts.slice(index).join("/"));
    const candidates = endings.flatMap((ending) => places.map((place) => ({ place, ending })));
    const fromFile = (file: string) => (stop?: AbortSignal): Promise<Uint8Array> => reading(file, stop, async () => new Uint8Array(await readFile(file, stop === undefined ? {} : { signal: stop })));
    for (const { place, ending } of candidates) {
      const file = path.join(place, ending);
      if ((await kindOf(file)) === "file") return fromFile(file);
    }
    for (const archive of archives) {
      const ending = endings.find((candidate) => archive.names.has(candidate));
      if (ending !== undefined) return (stop) => archive.read(ending, stop);
    }
    for (const { place, ending } of candidates) {
      const file = await anyCase.find(place, ending);
      if (file !== null && (await kindOf(file)) === "file") return fromFile(file);
    }
    return null;
  };

  const missing = (name: string, others: number): Error =>
    unusable(folder, `The picture ${name} is missing${others === 0 ? "" : `, and ${others} more`}${archives.length === 0 && zips.length > 0 ? `; there is no ${zips.join(" or ")} either` : ""}. Needed: ${layout}`);

  return {
    async require(names, stop) {
      const absent: string[] = [];
      for (let start = 0; start < names.length; start += AT_ONCE) {
        stopIfAborted(stop);
        const batch = names.slice(start, start + AT_ONCE);
        const found = await Promise.all(batch.map(find));
        absent.push(...batch.filter((_, index) => found[index] === null));
      }
      if (absent.length > 0) throw missing(absent[0]!, absent.length - 1);
    },
    has: async (name) => (await find(name)) !== null,
    async read(name, stop) {
      const read = await find(name);
      if (read === null) throw missing(name, 0);
      return read(stop);
    },
    close,
  };
}
