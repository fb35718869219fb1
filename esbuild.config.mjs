import { build, context } from "esbuild";
import { bundles } from "./scripts/bundles.mjs";

const all = bundles({ production: process.argv.includes("--production"), outdir: "dist", terminal: true });

if (process.argv.includes("--watch")) for (const options of all) await (await context(options)).watch();
else await Promise.all(all.map((options) => build(options)));
