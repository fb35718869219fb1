import { homedir } from "node:os";
import path from "node:path";

/**
 * Where the command line keeps what can be fetched or measured again: `FIGTREE_HOME` if it is set, else a
 * folder of its own in the system's place for caches. Absolute; it may not exist yet.
 */
export function figtreeHome(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform = process.platform): string {
  const given = (name: string): string | undefined => (env[name] === undefined || env[name] === "" ? undefined : env[name]);
  const own = given("FIGTREE_HOME");
  if (own !== undefined) return path.resolve(own);
  if (platform === "win32") return path.join(given("LOCALAPPDATA") ?? path.join(homedir(), "AppData", "Local"), "figtree");
  if (platform === "darwin") return path.join(homedir(), "Library", "Caches", "figtree");
  return path.join(given("XDG_CACHE_HOME") ?? path.join(homedir(), ".cache"), "figtree");
}
