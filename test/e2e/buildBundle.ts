import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Builds what the browser loads, so that a test never passes on yesterday's bundle. */
export default function buildBundle(): void {
  const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
  execFileSync(process.execPath, ["esbuild.config.mjs"], { cwd: root, stdio: "inherit" });
}
