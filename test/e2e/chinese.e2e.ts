import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chineseTexts } from "../fixtures/chinese";
import { panels } from "../fixtures/panels";
import { startPanelBrowser, type PanelBrowser, type PanelPage } from "./panelPage";

const texts = chineseTexts(path.join(path.dirname(fileURLToPath(import.meta.url)), "../.."));
const hasChinese = /\p{sc=Han}/u;

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

/** Everything that a person reads or hears of a page. */
const wordsOf = ({ page }: PanelPage): Promise<string[]> => page.evaluate(() => {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) found.push(walker.currentNode.nodeValue ?? "");
  for (const element of document.querySelectorAll("*")) for (const name of ["aria-label", "title", "placeholder", "alt", "data-label"]) found.push(element.getAttribute(name) ?? "");
  return found.map((words) => words.trim()).filter((words) => words !== "");
});

/** Opens every section, so that nothing hides; an open one may bring new ones. */
async function openAll({ page }: PanelPage): Promise<void> {
  const closed = page.locator("details:not([open]) > summary");
  for (let left = await closed.count(); left > 0; left = await closed.count()) {
    await closed.first().click();
    await expect.poll(() => closed.count()).not.toBe(left);
  }
}

describe("the language of the panel", () => {
  test("is English where VS Code has none of ours", async () => {
    const panel = await browser.open(panels.done);
    await openAll(panel);
    expect(await panel.page.locator("html").getAttribute("lang")).toBe("en");
    expect((await wordsOf(panel)).filter((words) => hasChinese.test(words))).toEqual([]);
    await panel.page.getByRole("button", { name: "Solve Again" }).waitFor();
  });

  test.each(["empty", "remote", "solving", "done", "partial", "failed", "exemplars", "comparing", "compared", "selections", "trace"] as const)("is Chinese where VS Code speaks it, with no English sentence left: %s", async (name) => {
    const panel = await browser.open(panels[name], { language: "zh-cn" });
    await openAll(panel);
    expect(await panel.page.locator("html").getAttribute("lang")).toBe("zh-cn");
    const words = await wordsOf(panel);
    expect(words.filter((each) => hasChinese.test(each)).length).toBeGreaterThan(3);
    // Names, signs and model text are the same in both languages.
    const same = ["question", "picture", "none", "yes"];
    expect(words.filter((each) => texts[each] !== undefined && texts[each] !== each && !same.includes(each))).toEqual([]);
    expect(words.filter((each) => /^(?:Step|Answer|Question|Value|Iteration|Search|No|The|This|It|Stopped|Show|Add)\b/.test(each) && !hasChinese.test(each) && !each.includes("?") && !/[=\d]/.test(each))).toEqual([]);
  });

  test("does not touch questions and answers, and shows translations as text", async () => {
    const panel = await browser.open({ ...panels.done, question: "Solve" }, { language: "zh-cn" });
    await panel.page.getByRole("button", { name: "再次求解" }).waitFor();
    expect(await panel.page.locator("#question").inputValue()).toBe("Solve");
    expect(await panel.page.locator(".answer").textContent()).toBe("35");
    await panel.page.getByRole("button", { name: "复制答案" }).click();
    expect(await panel.message("copy")).toEqual({ type: "copy", text: "35" });
  });

  test.each([300, 1400])("nothing sticks out of a panel of %i pixels", async (width) => {
    for (const name of ["empty", "done", "exemplars", "compared", "selections", "failed"] as const) {
      const panel = await browser.open(panels[name], { language: "zh-cn", width });
      expect(await panel.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), name).toBeLessThanOrEqual(0);
    }
  });
});
