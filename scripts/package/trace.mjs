/** Which files of node_modules the bundles reach at run time. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { root } from "../process.mjs";

/** Packages of single platforms are chosen by the table of targets; the database's own embedders are not used here. */
const elsewhere = /^@img\/sharp-|^@lancedb\/lancedb-|\.node$|^openai$/;

/** Paths below the root of the scripts that these statements (`require("x")`, `import("x")`) load, however indirectly. */
export async function traceModules(statements) {
  const { metafile } = await build({
    stdin: { contents: statements.join(";"), resolveDir: root }, absWorkingDir: root, bundle: true, write: false, metafile: true, platform: "node", format: "cjs", logLevel: "error", conditions: [],
    plugins: [{
      name: "reachable",
      setup(tracing) {
        tracing.onResolve({ filter: elsewhere }, ({ path: name }) => ({ path: name, external: true }));
        // Names that are made at run time are those of native binaries.
        tracing.onLoad({ filter: /\.[cm]?js$/ }, async ({ path: file }) => ({ contents: (await readFile(file, "utf8")).replaceAll("require(`", "binary(`"), loader: "js" }));
      },
    }],
  });
  return fromPackages(Object.keys(metafile.inputs));
}

/** Files of npm packages of which something went into these bundles, as paths below the root. */
export const filesBundled = ({ outputs }) => fromPackages(Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0)));

const fromPackages = (files) => [...new Set(files.filter((file) => file.startsWith("node_modules/")).map((file) => file.replace(/ with \{.*\}$/, "")))];

/** The package's folder of a file below node_modules, as a path below the root. */
export const ownerOf = (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.split(path.sep).join("/"))[0];
