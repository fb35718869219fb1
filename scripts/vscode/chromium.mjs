import { accessSync, constants } from "node:fs";
import { commandExists, installPackages, Explained, runQuiet } from "../process.mjs";

export const chromiumArguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function find() {
  const chosen = process.env.CHROMIUM_EXECUTABLE;
  if (chosen !== undefined && chosen !== "") {
    accessSync(chosen, constants.X_OK);
    return chosen;
  }
  const name = names.find(commandExists);
  if (name !== undefined) return runQuiet("sh", ["-c", `command -v ${name}`]).trim();
  const bundle = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  try {
    accessSync(bundle, constants.X_OK);
    return bundle;
  } catch {
    return undefined;
  }
}

/** Path of a Chromium; installs Debian's as root, elsewhere says what to do. */
export function ensureChromium() {
  const found = find();
  if (found !== undefined) return found;
  installPackages(["chromium", "fonts-dejavu-core"], "A browser for the tests (or set CHROMIUM_EXECUTABLE)");
  const installed = find();
  if (installed === undefined) throw new Explained("Chromium was installed but cannot be found; set CHROMIUM_EXECUTABLE.");
  return installed;
}
