import { mkdirSync } from "node:fs";
import path from "node:path";
import { panels } from "../fixtures/panels";
import { themes, type ThemeName } from "../fixtures/themes";
import { startPanelBrowser } from "./panelPage";

/** Draws every panel of the fixtures, wide and narrow, in every theme; run by scripts/screenshots.mjs. */
const folder = path.join(process.env["FIGTREE_ROOT"] ?? ".", ".screenshots");
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const browser = await startPanelBrowser();
for (const theme of Object.keys(themes) as ThemeName[]) {
  for (const [name, state] of Object.entries(panels)) {
    for (const width of [300, 700, 1400]) {
      const file = `${name}-${theme}-${width}.png`;
      if (wanted.length > 0 && !wanted.every((word) => file.includes(word))) continue;
      const panel = await browser.open(state, { theme, width, height: 900 });
      await panel.page.evaluate(() => document.fonts.ready);
      await panel.page.screenshot({ path: path.join(folder, file), fullPage: true });
      console.log(file);
    }
  }
}
await browser.close();
