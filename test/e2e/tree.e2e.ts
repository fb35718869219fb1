import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { panels } from "../fixtures/panels";
import { largeSnapshot } from "../fixtures/snapshots";
import { themes, type ThemeName } from "../fixtures/themes";
import { drawn, startPanelBrowser, type PanelBrowser, type PanelPage } from "./panelPage";

let browser: PanelBrowser;
beforeAll(async () => {
  browser = await startPanelBrowser();
});
afterAll(() => browser.close());

const focused = ({ page }: PanelPage): Promise<string | undefined> => page.evaluate(() => (document.activeElement as SVGElement | null)?.dataset["node"]);
const inSight = ({ page }: PanelPage, node: number): Promise<boolean> => page.locator(`[data-node="${node}"]`).evaluate((element) => {
  const box = element.getBoundingClientRect();
  const area = element.closest(".tree-scroll")!.getBoundingClientRect();
  return box.top >= area.top - 1 && box.bottom <= area.bottom + 1 && box.top >= 0 && box.bottom <= innerHeight;
});

describe("keyboard", () => {
  test.each([1000, 320])("one stop for Tab, arrows move, Enter selects (width %i)", async (width) => {
    const panel = await browser.open({ ...panels.done, selectedNode: null }, { width });
    expect(await panel.page.locator('[role="treeitem"][tabindex="0"]').count()).toBe(1);
    await panel.page.locator('[role="treeitem"][tabindex="0"]').focus();
    for (const [key, node] of [["ArrowRight", "1"], ["ArrowRight", "4"], ["ArrowDown", "5"], ["ArrowLeft", "1"], ["End", "8"], ["Home", "0"], ["ArrowDown", "1"]] as const) {
      await panel.page.keyboard.press(key);
      await expect.poll(() => focused(panel), { message: key }).toBe(node);
    }
    await panel.page.keyboard.press("Enter");
    expect(await panel.message("selectNode")).toEqual({ type: "selectNode", node: 1 });
    await expect.poll(() => panel.page.locator('[aria-selected="true"]').getAttribute("data-node")).toBe("1");
    await panel.page.getByRole("region", { name: "Selected step" }).getByText("What are the values of B and E?").waitFor();
  });
});

describe("pointer and host", () => {
  test("a click selects; the line under the tree tells what is pointed at", async () => {
    const panel = await browser.open(panels.done);
    await panel.page.locator('[data-node="13"]').click();
    expect(await panel.message("selectNode")).toEqual({ type: "selectNode", node: 13 });
    // The step's words make the tree narrower: what is pointed at next moves first.
    await panel.page.locator('[data-node="13"][aria-selected="true"]').waitFor();
    await drawn(panel.page);
    await panel.page.locator('[data-node="11"]').hover();
    await panel.page.locator(".tree-status").getByText("Answer: 35. Value 0.97, 1 visit, merged from 3 equal replies.").waitFor();
  });

  test("what is on the best path and what ends is marked in shape, not in colour alone", async () => {
    const panel = await browser.open(panels.done);
    expect(await panel.page.locator(".node:has(.best-mark)").evaluateAll((nodes) => nodes.map((node) => (node as SVGElement).dataset["node"]))).toEqual(["0", "1", "4"]);
    expect(await panel.page.locator(".node:has(.node-end)").count()).toBe(4);
    expect(await panel.page.locator('[data-node="11"]').textContent()).toContain("×3");
  });

  test.each([1000, 320])("a node that the host reveals is selected and scrolled to, even out of a folded section (width %i)", async (width) => {
    const panel = await browser.open(panels.large, { width, height: 700 });
    await panel.page.locator(".section-tree > summary").click();
    await expect.poll(() => panel.page.getByRole("tree").count()).toBe(0);
    for (const node of [499, 160, 31]) {
      await panel.send({ type: "reveal", node });
      await panel.page.locator(`[data-node="${node}"][aria-selected="true"]`).waitFor();
      await expect.poll(() => inSight(panel, node)).toBe(true);
    }
    expect((await panel.posted()).some((message) => message.type === "selectNode")).toBe(false);
  });

  test("zooms by button and by wheel, and fits", async () => {
    const panel = await browser.open(panels.done);
    const width = (): Promise<number> => panel.page.getByRole("tree").evaluate((tree) => tree.getBoundingClientRect().width);
    const before = await width();
    await panel.page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(width).toBeGreaterThan(before);
    await panel.page.locator(".tree-scroll").hover();
    await panel.page.keyboard.down("Control");
    for (let turn = 0; turn < 6; turn += 1) await panel.page.mouse.wheel(0, 100);
    await panel.page.keyboard.up("Control");
    await expect.poll(width).toBeLessThan(before / 2);
    await panel.page.getByRole("button", { name: "Fit the whole width" }).click();
    const room = await panel.page.locator(".tree-scroll").evaluate((area) => area.clientWidth);
    await expect.poll(width).toBeGreaterThan(room - 2);
    await expect.poll(width).toBeLessThanOrEqual(room + 1);
  });
});

test("an update of 500 nodes touches only what has changed", async () => {
  const panel = await browser.open(panels.large);
  await expect.poll(() => panel.page.getByRole("treeitem").count()).toBe(500);
  await panel.page.evaluate(() => {
    const touched = new Set<Element>();
    new MutationObserver((records) => {
      for (const { target } of records) {
        const node = (target instanceof Element ? target : target.parentElement)?.closest(".node");
        if (node) touched.add(node);
      }
    }).observe(document.querySelector(".tree-drawing")!, { subtree: true, childList: true, attributes: true, characterData: true });
    (window as unknown as { touched: Set<Element> }).touched = touched;
  });
  await panel.send({ type: "snapshot", snapshot: largeSnapshot(500, 5, 1), status: "done" });
  const touched = (): Promise<number> => panel.page.evaluate(() => (window as unknown as { touched: Set<Element> }).touched.size);
  // Every eleventh node has a new value; the others are the same although each message brings new objects.
  await expect.poll(touched).toBeGreaterThan(30);
  expect(await touched()).toBeLessThanOrEqual(46);
});

describe("themes", () => {
  test.each(Object.keys(themes) as ThemeName[])("%s: nothing is wider than a narrow panel and every focus is visible", async (theme) => {
    const panel = await browser.open(panels.done, { theme, width: 300 });
    expect(await panel.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
    const invisible = await panel.page.evaluate(() => {
      const stops = [...document.querySelectorAll<HTMLElement | SVGElement>('button:not(:disabled), summary, textarea, [tabindex="0"]')].filter((stop) => stop.checkVisibility());
      return stops.filter((stop) => {
        stop.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
        const ring = stop.querySelector(".node-ring");
        return ring === null ? getComputedStyle(stop).outlineStyle === "none" : getComputedStyle(ring).stroke === "none";
      }).map((stop) => stop.outerHTML.slice(0, 120));
    });
    expect(invisible).toEqual([]);
  });
});
