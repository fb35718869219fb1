/** Starts the VS Code server on a free loopback port, with its own data folder, and takes everything down again. */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Explained, root, runQuiet } from "../process.mjs";
import { ensureServer } from "./server-install.mjs";

const running = new Set();
process.once("exit", () => running.forEach((stop) => stop()));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

/** Command lines of the processes in one process group (Linux). */
function processesOf(group) {
  const found = [];
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(fields[2]) === group && fields[0] !== "Z") found.push({ pid: Number(entry), command: readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ") });
    } catch {
      // The process ended while it was looked at.
    }
  }
  return found;
}

function kill(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** Waits for the line in which the server names its port. */
function portOf(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Explained(`The VS Code server did not start within three minutes:\n${output}`)), 180_000);
    const read = (chunk) => {
      output += chunk;
      const match = /Extension host agent listening on (\d+)\s/.exec(output);
      if (match === null) return;
      clearTimeout(timer);
      resolve(Number(match[1]));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Explained(`The VS Code server ended (${code}):\n${output}`));
    });
  });
}

const quiet = {
  "telemetry.telemetryLevel": "off", "workbench.startupEditor": "none", "workbench.welcomePage.walkthroughs.openOnInstall": false, "workbench.secondarySideBar.defaultVisibility": "hidden",
  "security.workspace.trust.enabled": false, "extensions.ignoreRecommendations": true, "chat.disableAIFeatures": true,
};

/** Writes the settings of the machine or of the user; a running VS Code notices. */
export function writeSettings(folder, scope, values) {
  const file = path.join(folder, "data", scope, "settings.json");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...quiet, ...values }));
}

/**
 * @param {{ workspace: string, settings?: object, userSettings?: object, env?: Record<string, string>, extensions?: readonly string[], data?: string, vsix?: string }} options
 * `settings` are the machine's settings; `extensions` are folders of further extensions; `data` keeps a data folder over several starts (the caller removes it); `vsix` is
 * a package that is installed, in place of the extension as it is here.
 */
export async function startServer({ workspace, settings = {}, userSettings = {}, env = {}, extensions = [], data, vsix }) {
  const { node, server } = ensureServer();
  const folder = data ?? mkdtempSync(path.join(os.tmpdir(), "figtree-vscode-"));
  writeSettings(folder, "Machine", settings);
  writeSettings(folder, "User", userSettings);
  for (const extension of extensions) cpSync(extension, path.join(folder, "extensions", path.basename(extension)), { recursive: true });
  if (vsix !== undefined) runQuiet(node, [path.join(server, "out", "server-main.js"), "--accept-server-license-terms", "--server-data-dir", folder, "--install-extension", vsix], { cwd: server, env: { ...process.env, NODE_OPTIONS: "" } });
  const args = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--accept-server-license-terms", "--telemetry-level", "off", "--server-data-dir", folder, "--default-folder", workspace, "--disable-workspace-trust", "--enable-smoke-test-driver"];
  const child = spawn(node, [path.join(server, "out", "server-main.js"), ...args], { cwd: server, detached: true, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, NODE_OPTIONS: "", ...env } });
  const stop = () => {
    kill(-child.pid, "SIGKILL");
    running.delete(stop);
    if (data === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  running.add(stop);
  const port = await portOf(child);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    dataFolder: folder,
    /** The address that opens the workspace with this extension in it. */
    url(testsPath) {
      const remote = (file) => `vscode-remote://127.0.0.1:${port}${file}`;
      const payload = [...(vsix === undefined ? [["extensionDevelopmentPath", remote(root)]] : []), ...(testsPath === undefined ? [] : [["extensionTestsPath", remote(testsPath)]])];
      return `${origin}/?folder=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
    },
    /** Process ids of the extension hosts that run now. */
    extensionHosts: () => processesOf(child.pid).filter(({ command }) => command.includes("--type=extensionHost")).map(({ pid }) => pid),
    processes: () => processesOf(child.pid),
    stop: async () => {
      const ended = new Promise((resolve) => child.exitCode === null && child.signalCode === null ? child.once("exit", resolve) : resolve());
      stop();
      await ended;
    },
  };
}
