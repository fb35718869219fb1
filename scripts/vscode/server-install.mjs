/**
 * Keeps a VS Code server (the npm package code-server) with the Node it needs in the user's cache folder,
 * so that tests run in a real VS Code without its download server. Clones share it; a stale one is replaced.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { commandExists, Explained, installPackages, runQuiet } from "../process.mjs";

const serverVersion = "4.139.1";
const nodeVersion = "24.22.3";

const cacheRoot = () => path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache"), "figtree", "vscode-server");

function locate(folder) {
  return {
    node: path.join(folder, "node", "bin", "node"),
    server: path.join(folder, "node_modules", "code-server", "lib", "vscode"),
  };
}

/** What compiling the server's native modules needs. */
function ensureCompiler() {
  const missing = ["python3", "make", "g++"].filter((name) => !commandExists(name));
  if (!["/usr/include/gssapi.h", "/usr/include/gssapi/gssapi.h"].some(existsSync)) missing.push("libkrb5-dev");
  if (missing.length > 0) installPackages(missing, "Compiling the VS Code server's native modules");
}

/** npm's own script, run by the Node that the server needs. */
function npmScript() {
  const npm = process.env.npm_execpath;
  if (npm !== undefined && npm.endsWith("npm-cli.js")) return npm;
  return path.join(runQuiet("npm", ["root", "--global"]).trim(), "npm", "bin", "npm-cli.js");
}

function install(folder) {
  if (process.platform !== "linux" || !["x64", "arm64"].includes(process.arch)) {
    throw new Explained("The VS Code server for tests is prepared on Linux (x64, arm64) only. Set VSCODE_EXECUTABLE to a desktop VS Code and use `npm run test:desktop`.");
  }
  ensureCompiler();
  const nodePackage = `node-linux-${process.arch}`;
  runQuiet(process.execPath, [npmScript(), "install", "--no-save", "--ignore-scripts", "--prefix", folder, `${nodePackage}@${nodeVersion}`], { cwd: folder });
  renameSync(path.join(folder, "node_modules", nodePackage), path.join(folder, "node"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies: { "code-server": serverVersion }, allowScripts: { [`code-server@${serverVersion}`]: true } }));
  const { node } = locate(folder);
  // The names under which npm describes this project to its scripts would mislead the other npm.
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|command|config_(user_agent|local_prefix|prefix)|execpath|node_execpath)/i.test(name));
  const env = { ...Object.fromEntries(inherited), PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`, npm_config_nodedir: path.join(folder, "node") };
  runQuiet(node, [npmScript(), "install", "--no-audit", "--no-fund"], { cwd: folder, env });
  const { server } = locate(folder);
  if (!existsSync(path.join(server, "out", "server-main.js"))) throw new Explained("The VS Code server's package has no server in it.");
  if (!existsSync(path.join(server, "node_modules"))) throw new Explained("The VS Code server's own modules were not installed.");
}

/** `{ node, server }`: the executable and the folder of the server; installs what is missing (about two minutes). */
export function ensureServer() {
  const parent = cacheRoot();
  const key = `${serverVersion}-node${nodeVersion}-${process.arch}`;
  const folder = path.join(parent, key);
  if (existsSync(folder)) return locate(folder);
  mkdirSync(parent, { recursive: true });
  const building = path.join(parent, `building-${process.pid}`);
  console.log("Installing a VS Code server for the tests (once, about two minutes)...");
  try {
    mkdirSync(building);
    install(building);
    for (const entry of readdirSync(parent)) if (entry !== key && !entry.startsWith("building-")) rmSync(path.join(parent, entry), { recursive: true, force: true });
    if (!existsSync(folder)) renameSync(building, folder);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  return locate(folder);
}
