/** Pictures of the panel in every theme and width, into .screenshots/. Arguments are words that file names must contain. Needs `npm run build` first. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const outfile = path.join(root, ".screenshots/run.mjs");
await build({ entryPoints: [path.join(root, "test/e2e/screenshots.ts")], bundle: true, platform: "node", format: "esm", target: "node20", packages: "external", outfile, logLevel: "warning" });
execFileSync(process.execPath, [outfile, ...process.argv.slice(2)], { stdio: "inherit", env: { ...process.env, FIGTREE_ROOT: root } });
