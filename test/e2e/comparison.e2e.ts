import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compared, comparing } from "../fixtures/comparisons";
import { panels } from "../fixtures/panels";
import { themes, type ThemeName } from "../fixtures/themes";
import { startPanelBrowser, type PanelBrowser, type PanelPage } from "./panelPage";

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

const rowsOf = ({ page }: PanelPage) => page.getByRole("region", { name: "Comparison of methods" }).getByRole("row");
const wordsOf = async (panel: PanelPage, row: number): Promise<string> => (await rowsOf(panel).nth(row).innerText()).replace(/\s+/g, " ");

describe("comparing methods", () => {
  test("is a second button that hands over question and options", async () => {
    const panel = await browser.open(panels.ready);
    await panel.page.getByRole("textbox", { name: "Question" }).fill("How much is B?");
    await panel.page.getByRole("button", { name: "Compare Methods…" }).click();
    expect(await panel.message("compare")).toEqual({ type: "compare", question: "How much is B?", choices: [] });
    const empty = await browser.open(panels.empty);
    expect(await empty.page.getByRole("button", { name: "Compare Methods…" }).count()).toBe(0);
  });

  test("shows each method's answer, what it rests on and what it cost; equal answers have one letter", async () => {
    const panel = await browser.open(panels.compared);
    await expect.poll(() => rowsOf(panel).count()).toBe(7);
    expect(await wordsOf(panel, 1)).toMatch(/^VReST.* A .*35.* 81 % of the reward, 2 of 3 traces, log-probabilities 31 6,587 8\.4 s Done$/);
    expect(await wordsOf(panel, 3)).toMatch(/ B .*36 .*3 of 6 chains 9 2,309 3\.1 s Done$/);
    expect(await wordsOf(panel, 4)).toMatch(/ A .*35 no basis 1 194 0\.3 s Done$/);
    expect(await wordsOf(panel, 5)).toMatch(/– – 2 433 1\.2 s Failed The model's replies could not be understood\./);
    expect(await wordsOf(panel, 6)).toMatch(/^Cantor – – – – – Not run Stopped before its turn\.$/);
    await rowsOf(panel).nth(1).locator(".katex").waitFor();
    expect(await rowsOf(panel).nth(1).locator(".hidden-text").allTextContents()).toContain("Answer A, the same in 3 rows: ");
    await panel.page.locator(".section-comparison .note").getByText("3 of 4 answers are the same.").first().waitFor();
  });

  test("tells the cost of a search in its first row, and which one the others share", async () => {
    const panel = await browser.open(panels.selections);
    await expect.poll(() => rowsOf(panel).count()).toBe(7);
    expect(await wordsOf(panel, 1)).toMatch(/^VReST Greedy .* 31 6,587 8\.4 s Done$/);
    for (const row of [2, 3, 4]) expect(await wordsOf(panel, row)).toMatch(/log-probabilities Same search as VReST Greedy Done$/);
    expect(await wordsOf(panel, 6)).toMatch(/^VReST Vote, without R1 .* 19 4,061 5\.6 s Done$/);
    await panel.page.locator(".comparison > * .note, .compared + .note").getByText("In all 51 requests and 10,842 tokens.").waitFor();
    await panel.page.getByRole("button", { name: "VReST Best: show its search" }).press("Enter");
    expect(await panel.message("openCompared")).toEqual({ type: "openCompared", row: "vrest:best" });
  });

  test("says at any width which search a row shares", async () => {
    const panel = await browser.open(panels.selections, { width: 300 });
    const shared = rowsOf(panel).nth(2).locator('td[data-column="shared"]');
    await shared.getByText("Same search as VReST Greedy").waitFor();
    expect(await shared.evaluate((cell) => cell.scrollWidth <= cell.clientWidth && cell.getBoundingClientRect().right <= document.documentElement.clientWidth)).toBe(true);
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
  });

  test("goes on under the reader's eyes, and Stop is there", async () => {
    const panel = await browser.open(panels.comparing);
    const bar = panel.page.getByRole("progressbar", { name: "Comparison" });
    expect([await bar.getAttribute("aria-valuenow"), await bar.getAttribute("aria-valuemax")]).toEqual(["2", "6"]);
    await panel.page.locator(".progress-line").getByText("CoT-Vote").waitFor();
    expect(await panel.page.getByRole("button", { name: "Compare Methods…" }).count()).toBe(0);
    await panel.page.getByRole("button", { name: "Stop" }).click();
    expect(await panel.message("stop")).toEqual({ type: "stop" });
    await panel.send({ type: "comparison", comparison: compared, status: "idle" });
    await expect.poll(() => wordsOf(panel, 3)).toContain("36");
    await expect.poll(() => panel.page.locator(".progress").count()).toBe(0);
    await panel.page.getByRole("button", { name: "Compare Methods…" }).waitFor();
  });

  test("a row shows its search; one that has not begun, or runs, offers none", async () => {
    const panel = await browser.open(panels.comparing);
    await panel.page.getByRole("button", { name: /^VReST Vote, exemplars by RCTS/ }).press("Enter");
    expect(await panel.message("openCompared")).toEqual({ type: "openCompared", row: "rcts+vrest:vote" });
    await expect.poll(() => panel.page.locator(".compared").getByRole("button").count()).toBe(2);
  });

  test("keeps its solves for a reload, and tells a screen reader seldom", async () => {
    const panel = await browser.open(panels.compared);
    const kept = await panel.page.evaluate(() => JSON.parse(sessionStorage.getItem("kept") ?? "null") as { comparison: { row: string; solve: string; search: string }[] });
    expect(kept.comparison).toEqual(compared.rows.map(({ id, solve, search }) => ({ row: id, solve, search })));
    const region = panel.page.getByRole("region", { name: "Comparison of methods" }).getByRole("status");
    expect(await region.textContent()).toBe("3 of 4 answers are the same.");
    const running = await browser.open(panels.comparing);
    expect(await running.page.getByRole("region", { name: "Comparison of methods" }).getByRole("status").textContent()).toBe("2 of 6 methods have ended. Both answers are the same.");
    expect(await running.page.locator(".live").textContent()).toBe("");
  });

  test("says when figure or question have changed since", async () => {
    const panel = await browser.open({ ...panels.compared, question: "How much is A?" });
    await panel.page.locator(".compared-outdated").getByText("How much are B and E together?").waitFor();
    const same = await browser.open({ ...panels.compared, comparison: comparing });
    expect(await same.page.locator(".compared-outdated").count()).toBe(0);
  });
});

test.each(Object.keys(themes) as ThemeName[])("%s: nothing is wider than a narrow panel and every focus is visible", async (theme) => {
  const panel = await browser.open(panels.compared, { theme, width: 300 });
  expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
  const invisible = await panel.page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".comparison :is(button, summary), .run-bar button")].filter((stop) => {
    stop.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    return !stop.matches(":disabled") && stop.checkVisibility() && getComputedStyle(stop).outlineStyle === "none";
  }).map((stop) => stop.outerHTML.slice(0, 120)));
  expect(invisible).toEqual([]);
});
