import { mkdirSync } from "node:fs";
import path from "node:path";
import { panels } from "../fixtures/panels";
import { themes, type ThemeName } from "../fixtures/themes";
import { drawn, startPanelBrowser, type PanelPage } from "./panelPage";

/** Draws every panel of the fixtures, wide and narrow, in every theme, and in Chinese in two of them; run by scripts/screenshots.mjs. */
const folder = path.join(process.env["FIGTREE_ROOT"] ?? ".", ".screenshots");
mkdirSync(folder, { recursive: true });
const samples = ["007-bars", "003-triangle", "000-grid", "002-bars"];

/** As after scrolling: the pictures have come, and one reasoning context is open. */
async function showExemplars({ page, sendImage }: PanelPage): Promise<void> {
  for (const [index, name] of samples.entries()) await sendImage(String(index + 1).repeat(64), `media/samples/${name}.png`);
  await page.locator(".exemplar-more summary").first().click();
  await page.locator(".exemplar img").nth(2).waitFor();
}

const wanted = process.argv.slice(2);
const browser = await startPanelBrowser();
for (const theme of Object.keys(themes) as ThemeName[]) {
  for (const [name, state] of Object.entries(panels)) {
    for (const width of [300, 700, 1400]) {
      for (const language of ["en", "zh-cn"] as const) {
        if (language === "zh-cn" && theme !== "dark" && theme !== "light") continue;
        const file = `${name}-${theme}-${width}${language === "en" ? "" : `-${language}`}.png`;
        if (wanted.length > 0 && !wanted.every((word) => file.includes(word))) continue;
        const panel = await browser.open(state, { theme, width, height: 900, language });
        if (name === "exemplars") await showExemplars(panel);
        await drawn(panel.page);
        await panel.page.screenshot({ path: path.join(folder, file), fullPage: true });
        console.log(file);
      }
    }
  }
}
await browser.close();
