import { chromium } from "playwright-core";
import { chromiumArguments, ensureChromium } from "./chromium.mjs";

/** A headless Chromium; close it with `browser.close()`. */
export function openBrowser() {
  return chromium.launch({ executablePath: ensureChromium(), args: chromiumArguments, headless: true });
}
