import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { ProfileStore } from "../core/ports";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where the terminal keeps what can be found out again: FIGTREE_HOME, or the user's cache folder of each system. */
function cacheFolder(env: Environment): string {
  const given = (name: string): string | undefined => (env[name] === "" ? undefined : env[name]);
  const own = given("FIGTREE_HOME");
  if (own !== undefined) return own;
  if (process.platform === "win32") return path.join(given("LOCALAPPDATA") ?? path.join(homedir(), "AppData", "Local"), "figtree");
  if (process.platform === "darwin") return path.join(homedir(), "Library", "Caches", "figtree");
  return path.join(given("XDG_CACHE_HOME") ?? path.join(homedir(), ".cache"), "figtree");
}

/** Profiles as one file each; a file that is missing or damaged reads as nothing. */
export function createProfileFiles(env: Environment): ProfileStore {
  const folder = path.join(cacheFolder(env), "endpoints");
  const fileOf = (key: string): string => path.join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.json`);
  return {
    async read(key) {
      try {
        return JSON.parse(await readFile(fileOf(key), "utf8")) as unknown;
      } catch {
        return undefined;
      }
    },
    async write(key, profile) {
      await mkdir(folder, { recursive: true });
      const draft = `${fileOf(key)}.${randomBytes(4).toString("hex")}.part`;
      await writeFile(draft, `${JSON.stringify(profile, null, 1)}\n`);
      await rename(draft, fileOf(key));
    },
  };
}
