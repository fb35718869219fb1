/**
 * Draws the starter library anew into media/starter-library: node scripts/starter-library/make.mjs [SHEETS].
 * SHEETS is a folder for contact sheets of all pictures. The same machine gives the same bytes; fonts differ elsewhere.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [sheets] = process.argv.slice(2);
// Among the benchmarks in dist, which are not packaged.
buildSync({ absWorkingDir: root, entryPoints: { "benchmark-starter-library": "scripts/starter-library/build.ts" }, outdir: "dist", bundle: true, platform: "node", target: "node20", format: "cjs", external: ["sharp"], logLevel: "warning" });
const build = path.join(root, "dist/benchmark-starter-library.js");
process.exitCode = spawnSync(process.execPath, [build, path.join(root, "media/starter-library"), ...(sheets === undefined ? [] : [sheets])], { stdio: "inherit" }).status ?? 1;
