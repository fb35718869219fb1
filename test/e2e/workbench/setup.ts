import { execFileSync } from "node:child_process";

/** Builds the extension that the tests open. */
export default function setup(): void {
  execFileSync(process.execPath, ["esbuild.config.mjs"], { stdio: "inherit" });
}
