import { readFile } from "node:fs/promises";
import path from "node:path";
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
async function openPictures(folder: string, { zips, layout, signal }: PictureOptions): Promise<Pictures> {
  const archives: ZipPictures[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(archives.splice(0).map((archive) => archive.close()));
  };
  try {
    for (const name of zips) if ((await kindOf(path.join(folder, name))) === "file") archives.push(await openZip(path.join(folder, name), signal));
  } catch (thrown) {
    await close();
    throw thrown;
  }

  const find = async (name: string): Promise<((signal?: AbortSignal) => Promise<Uint8Array>) | null> => {
    const clean = relativeName(name, folder);
    const parts = clean.split("/");
    const endings = parts.map((_, index) => parts.slice(index).join("/"));
    for (const ending of endings) {
      const file = path.join(folder, ending);
      if ((await kindOf(file)) === "file") return (stop) => reading(file, stop, async () => new Uint8Array(await readFile(file, stop === undefined ? {} : { signal: stop })));
    }
    for (const archive of archives) {
      const ending = endings.find((candidate) => archive.names.has(candidate));
      if (ending !== undefined) return (stop) => archive.read(ending, stop);
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
