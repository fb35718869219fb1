/** Builds a benchmark next to the bundles and runs it: node scripts/benchmark/run.mjs NAME [ARGUMENTS]. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [name = "samples", ...rest] = process.argv.slice(2);
const external = ["sharp", "@huggingface/transformers", "onnxruntime-node", "@lancedb/lancedb", "apache-arrow"];
const entryPoints = { [`benchmark-${name}`]: `scripts/benchmark/${name}.ts`, "embedded-process": "src/adapters/embedded/process.ts", "embedder-process": "src/adapters/embedders/process.ts" };
buildSync({ absWorkingDir: root, entryPoints, outdir: "dist", bundle: true, platform: "node", target: "node20", format: "cjs", external, logLevel: "warning" });
process.exitCode = spawnSync(process.execPath, [`${root}/dist/benchmark-${name}.js`, ...rest], { stdio: "inherit" }).status ?? 1;
