/** Folders of npm packages, for whatever platform they are. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { npm } from "../modules.mjs";
import { Explained, root, runQuiet } from "../process.mjs";

/** The folder of a package in package-lock.json's version: the installed one, or one that is fetched into `cache` and checked against the lock. */
export function packageFolder(name, cache) {
  const { version, integrity } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages[`node_modules/${name}`] ?? {};
  if (version === undefined) throw new Explained(`package-lock.json has no ${name}.`);
  const installed = path.join(root, "node_modules", name);
  if (existsSync(path.join(installed, "package.json")) && JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8")).version === version) return installed;
  const folder = path.join(cache, name);
  if (existsSync(folder)) return path.join(folder, "package");
  mkdirSync(folder, { recursive: true });
  console.log(`Fetching ${name}@${version}...`);
  const output = runQuiet(npm[0], [...npm.slice(1), "pack", `${name}@${version}`, "--silent", "--pack-destination", folder]);
  const archive = path.join(folder, path.basename(output.trim().split("\n").at(-1)));
  const [algorithm, expected] = integrity.split(/-(.*)/);
  if (createHash(algorithm).update(readFileSync(archive)).digest("base64") !== expected) throw new Explained(`${name}@${version} is not what package-lock.json names.`);
  runQuiet("tar", ["-xzf", path.basename(archive)], { cwd: folder });
  return path.join(folder, "package");
}
