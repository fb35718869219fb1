import { existsSync } from "node:fs";
import path from "node:path";
import { chromium, type Browser } from "playwright-core";

/** The browser to test in; there is no quiet way around a missing one. */
function chromiumPath(): string {
  const onPath = (process.env["PATH"] ?? "").split(path.delimiter).flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => path.join(folder, name)));
  const found = [process.env["CHROMIUM"] ?? "", "/usr/bin/chromium", ...onPath].find((file) => file !== "" && existsSync(file));
  if (found === undefined) throw new Error("No Chromium was found. Install one, or set CHROMIUM to its path.");
  return found;
}

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
