/**
 * Draws the starter library anew into media/starter-library: node scripts/starter-library/make.mjs [SHEETS].
 * SHEETS is a folder for contact sheets of all pictures. The same machine gives the same bytes; fonts differ elsewhere.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [sheets] = process.argv.slice(2);
buildSync({ absWorkingDir: root, entryPoints: { "benchmark-starter-library": "scripts/starter-library/build.ts" }, outdir: "dist", bundle: true, platform: "node", target: "node20", format: "cjs", external: ["sharp"], logLevel: "warning" });
const build = `${root}/dist/benchmark-starter-library.js`;
process.exitCode = spawnSync(process.execPath, [build, `${root}/media/starter-library`, ...(sheets === undefined ? [] : [sheets])], { stdio: "inherit" }).status ?? 1;
