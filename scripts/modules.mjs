/** Keeps node_modules as package-lock.json says. */
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Explained, root, runShown } from "./process.mjs";

export const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
/** Runs an npm command with the npm that started this script. */
export const runNpm = (...args) => runShown(npm[0], [...npm.slice(1), ...args]);

/** node_modules follows the lock file; npm leaves its own copy of the lock inside when it is done. */
export async function ensureModules() {
  const folder = path.join(root, "node_modules");
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink()) return; // Shared with another checkout, which owns it.
  const mark = path.join(root, "node_modules", ".package-lock.json");
  if (existsSync(mark) && statSync(mark).mtimeMs >= statSync(path.join(root, "package-lock.json")).mtimeMs) return;
  if (existsSync(mark) && sameVersions(mark)) return;
  console.log("Installing the packages of package-lock.json...");
  if ((await runNpm("ci")) !== 0) throw new Explained("npm ci failed.");
}

/** A fresh checkout has a younger lock file; what counts is what it says. */
function sameVersions(installed) {
  const versions = (file) => {
    const { packages } = JSON.parse(readFileSync(file, "utf8"));
    return Object.entries(packages).filter(([name, { optional, link }]) => name !== "" && !optional && !link).map(([name, { version }]) => `${name}@${version}`).sort().join("\n");
  };
  return versions(installed) === versions(path.join(root, "package-lock.json"));
}
