/** Puts what the bundles load at run time into a package: of JavaScript what they reach, of native code the target's alone. */
import { copyFileSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../process.mjs";
import { packageFolder } from "./fetch.mjs";
import { isNotice } from "./notices.mjs";
import { targets } from "./targets.mjs";
import { ownerOf, traceModules } from "./trace.mjs";

const runtimeBinaries = "node_modules/onnxruntime-node/bin/napi-v6";
const webAssembly = { images: "node_modules/@img/sharp-wasm32", runtime: "node_modules/onnxruntime-web" };

/** Copies the runtime modules for `target` below `folder`; gives the folders of the packages that they come from, by their place in node_modules. */
export async function copyModules(target, folder, cache) {
  const { binaries, runtime } = targets[target];
  const database = binaries.some((name) => name.startsWith("@lancedb/"));
  const owners = new Map();
  const copy = (file, from = path.join(root, file)) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    copyFileSync(from, path.join(folder, file), constants.COPYFILE_FICLONE);
  };

  const statements = ['require("sharp")', 'import("sharp")', 'require("@huggingface/transformers")'];
  if (database) statements.push('import("@lancedb/lancedb")', 'require("apache-arrow")');
  statements.push(runtime === null ? 'require("onnxruntime-web")' : 'require("onnxruntime-node")');
  if (target === "universal") statements.push(`require("./${webAssembly.images}/index.cjs")`, 'require("@emnapi/runtime")');
  for (const file of await traceModules(statements)) {
    copy(file);
    // A folder's own package.json says how its files are read.
    for (let inner = path.posix.dirname(file); inner !== ownerOf(file); inner = path.posix.dirname(inner)) if (existsSync(path.join(root, inner, "package.json"))) copy(`${inner}/package.json`);
    owners.set(ownerOf(file), path.join(root, ownerOf(file)));
  }

  // On a Mac the library lies there twice; the binding asks for the short name.
  if (runtime !== null) for (const file of filesBelow(path.join(root, runtimeBinaries, runtime)).filter((name) => !/\.\d+\.\d+\.\d+\.dylib$/.test(name))) copy(`${runtimeBinaries}/${runtime}/${file}`);
  else {
    for (const file of ["ort-wasm-simd-threaded.mjs", "ort-wasm-simd-threaded.wasm"]) copy(`${webAssembly.runtime}/dist/${file}`);
    standIn(folder);
  }
  if (target === "universal") for (const file of filesBelow(path.join(root, webAssembly.images))) copy(`${webAssembly.images}/${file}`);
  else for (const name of binaries) {
    const from = packageFolder(name, cache);
    for (const file of filesBelow(from)) if (!file.endsWith(".h")) copy(`node_modules/${name}/${file}`, path.join(from, file));
    owners.set(`node_modules/${name}`, from);
  }
  for (const [owner, from] of owners) for (const file of readdirSync(from)) if (file === "package.json" || isNotice(file)) copy(`${owner}/${file}`, path.join(from, file));
  return owners;
}

/** Under the name of the native runtime, which transformers.js asks for, the WebAssembly one. */
function standIn(folder) {
  const place = path.join(folder, "node_modules", "onnxruntime-node");
  if (existsSync(place)) throw new Error("The native runtime is already there.");
  mkdirSync(place, { recursive: true });
  copyFileSync(path.join(root, "scripts", "package", "onnxruntime-wasm.cjs"), path.join(place, "index.js"));
  const { version } = JSON.parse(readFileSync(path.join(root, webAssembly.runtime, "package.json"), "utf8"));
  writeFileSync(path.join(place, "package.json"), JSON.stringify({ name: "onnxruntime-node", version, license: "MIT", main: "index.js" }));
}

/** Paths of all files below a folder, with forward slashes. */
export const filesBelow = (folder) => readdirSync(folder, { recursive: true }).filter((file) => statSync(path.join(folder, file)).isFile()).map((file) => file.split(path.sep).join("/")).sort();
