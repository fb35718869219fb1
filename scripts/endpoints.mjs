/** Visits every server of test/fixtures/zoo and writes the table of docs/endpoints.md anew: node scripts/endpoints.mjs */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
// Below the repository, so that packages left out of the bundle are found.
const bundle = path.join(root, ".tsbuild", "zoo", "table.cjs");
const parts = 'export { animals, visit } from "./run"; export { rowOf } from "./table";';
mkdirSync(path.dirname(bundle), { recursive: true });
buildSync({ absWorkingDir: root, stdin: { contents: parts, resolveDir: path.join(root, "test", "fixtures", "zoo"), loader: "ts" }, outfile: bundle, bundle: true, platform: "node", target: "node20", format: "cjs", external: ["sharp"], logLevel: "warning" });

const { animals, visit, rowOf } = createRequire(import.meta.url)(bundle);
const page = path.join(root, "docs", "endpoints.md");
const [begin, end] = ["<!-- table -->\n", "\n<!-- /table -->"];
const text = readFileSync(page, "utf8");
const rows = [];
for (const animal of animals) rows.push(rowOf(animal, await visit(animal)));
const table = ["| the server | Figtree | comes to |", "| --- | --- | --- |", ...rows].join("\n");
writeFileSync(page, text.slice(0, text.indexOf(begin) + begin.length) + table + text.slice(text.indexOf(end)));
