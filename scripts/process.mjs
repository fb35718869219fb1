/** Small helpers to run other programs from scripts. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** Ends the script with a sentence; the stack would only hide it. */
export class Explained extends Error {}

/** Runs a program to its end with the output shown; resolves to its exit code. */
export function runShown(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal === null ? 1 : 128)));
  });
}

/** Runs a program to its end and throws when it fails; its output is shown only then. */
export function runQuiet(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024, stdio: ["ignore", "pipe", "pipe"], ...options });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Explained(`${command} ${args.join(" ")} failed (${status}):\n${`${stdout}\n${stderr}`.trim().split("\n").slice(-40).join("\n")}`);
  return stdout;
}

export function commandExists(name) {
  return spawnSync("sh", ["-c", `command -v ${name}`], { stdio: "ignore" }).status === 0;
}

/** Runs a script: what it returns is the exit code; an explained failure is shown without its stack. */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    console.error(error instanceof Explained ? error.message : error);
    process.exitCode = 1;
  }
}

/** Debian or a relative of it, where missing programs can be installed by root. */
function canInstallPackages() {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !commandExists("apt-get")) return false;
  return /debian|ubuntu/i.test(readFileSync("/etc/os-release", "utf8"));
}

let listsAreFresh = false;

/** Installs Debian packages; throws `Explained` with what to do where that is not possible. */
export function installPackages(names, purpose) {
  if (!canInstallPackages()) throw new Explained(`${purpose} needs ${names.join(", ")}. Install them with your package manager and try again.`);
  console.log(`Installing ${names.join(", ")} for ${purpose}...`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (!listsAreFresh) runQuiet("apt-get", ["update", "-q"], { env });
  listsAreFresh = true;
  runQuiet("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...names], { env });
}
