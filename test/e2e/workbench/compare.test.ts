import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { prepareImage } from "../../../src/adapters/images";
import { openLibrary } from "../../../src/adapters/library";
import { systemClock } from "../../../src/adapters/system";
import { imageInfo, silentLogger } from "../../../src/core/ports";
import { fakeExemplar } from "../../fixtures/memory-library";
import { Workbench } from "./workbench";

const samples = path.join(import.meta.dirname, "../../../media/samples");
let workbench: Workbench;
let place: string;

/** Three worked problems. */
async function fillLibrary(): Promise<void> {
  const store = await openLibrary({ place, clock: systemClock, logger: silentLogger });
  for (const [file, question, answer] of [["002-bars.png", "How much are B and E together?", "35"], ["007-bars.png", "What is the difference between C and A?", "7"], ["004-rectangle.png", "What is the area?", "20"]] as const) {
    const { image } = await prepareImage(new Uint8Array(readFileSync(path.join(samples, file))), { name: file });
    await store.add([{ exemplar: fakeExemplar({ question, answer }), image: image.bytes, imageInfo: imageInfo(image) }]);
  }
  await store.close();
}

/** Changes what is chosen in a list of several, and accepts it. */
async function toggle(...names: readonly string[]): Promise<void> {
  const { page } = workbench;
  for (const name of names) {
    const row = page.locator(".quick-input-list .monaco-list-row").filter({ has: page.locator(".label-name").getByText(name, { exact: true }) }).first();
    const before = await row.getAttribute("aria-checked");
    await row.click();
    await expect.poll(() => row.getAttribute("aria-checked")).not.toBe(before);
  }
  await page.locator(".quick-input-widget").getByRole("button", { name: "OK" }).click();
}

/** Scrolls the list of methods until a row is there. */
async function scrollTo(words: string | RegExp, pixels: number): Promise<Locator> {
  const { page } = workbench;
  const row = page.locator(".quick-input-list .monaco-list-row").filter({ hasText: words });
  await page.locator(".quick-input-list").hover();
  await expect.poll(async () => {
    await page.mouse.wheel(0, pixels);
    return row.count();
  }).toBe(1);
  return row;
}

const press = (name: string): Promise<void> => workbench.page.locator(".monaco-dialog-box").getByRole("button", { name, exact: true }).click();

beforeAll(async () => {
  place = mkdtempSync(path.join(os.tmpdir(), "figtree-library-"));
  await fillLibrary();
  workbench = await Workbench.open({ settings: { "figtree.library.place": place } });
});
afterEach(({ task }) => (task.result?.state === "fail" ? workbench.screenshot(`failed ${task.name}`) : undefined));
afterAll(async () => {
  await workbench?.close();
  rmSync(place, { recursive: true, force: true });
});

const answers = () => workbench.panel.locator(".compared tbody tr").evaluateAll((rows) => rows.map((row) => [row.querySelector("th")?.textContent, row.lastElementChild?.textContent]));

// One window is used throughout; each test goes on where the one before ended.
describe("methods", () => {
  it("are chosen, priced and compared in the panel", async () => {
    await workbench.solveFromExplorer("002-bars.png");
    await workbench.panel.getByRole("textbox", { name: "Question" }).fill("How much are B and E together?");
    await workbench.panel.getByRole("button", { name: "Compare Methods…" }).click();
    await workbench.page.locator(".quick-input-widget").getByText("Tree search; the answer of most traces.").first().waitFor();
    await workbench.screenshot("compare-methods");
    // Ablations stand under a heading of their own, and none is chosen by itself.
    const ablation = await scrollTo("vrest:vote[noR1]", 150);
    await ablation.filter({ hasText: "Ablations and options" }).waitFor();
    expect(await ablation.getAttribute("aria-checked")).toBe("false");
    expect(await ablation.getAttribute("aria-label")).toContain("VReST Vote, without R1");
    await workbench.screenshot("compare-ablations");
    await scrollTo(/^\s*VReST Greedy\s*Tree search/, -150);
    await toggle("VReST Vote", "CoT-Vote");
    await workbench.page.locator(".monaco-dialog-box").getByText(/In all at most \d+ requests/).waitFor();
    await workbench.screenshot("compare-cost");
    await press("Compare");
    await expect.poll(answers, { timeout: 90_000 }).toEqual([["CoT", "Done"], ["QA", "Done"], ["CoT-Vote", "Done"]]);
    await workbench.screenshot("compare-done");
  });

  it("are seen in high contrast", async () => {
    await workbench.theme("Dark High Contrast");
    await workbench.panel.locator("body.vscode-high-contrast").waitFor();
    await workbench.screenshot("compare-hc-dark");
  });

  it("are still there after a reload", async () => {
    await workbench.reload();
    await workbench.panel.locator(".compared").waitFor({ timeout: 60_000 });
    await expect.poll(answers).toEqual([["CoT", "Done"], ["QA", "Done"], ["CoT-Vote", "Done"]]);
    await workbench.panel.getByRole("button", { name: /^CoT:/ }).click();
    await workbench.panel.locator(".steps").waitFor({ timeout: 30_000 });
    await workbench.closeEditors();
  });
});

describe("the library", () => {
  it("is evaluated with and without its exemplars, and the report shows in the theme's colours without scripts", async () => {
    await workbench.command("Figtree: Evaluate My Library");
    await workbench.pick("My Library Itself");
    await workbench.page.locator(".quick-input-widget").getByText(/How many of the 3 problems/).waitFor();
    await workbench.page.locator(".quick-input-widget input.input").press("Enter");
    await toggle("VReST", "QA");
    await workbench.page.locator(".monaco-dialog-box").getByText(/3 problems, 6 solves/).waitFor();
    await press("Evaluate");
    const heading = workbench.panel.getByRole("heading", { name: "Accuracy", exact: true });
    await heading.waitFor({ timeout: 90_000 });
    const [page, editor] = await heading.evaluate((element) => [getComputedStyle(element.ownerDocument.body).backgroundColor, element.ownerDocument.documentElement.style.getPropertyValue("--vscode-editor-background")]);
    expect(page).toBe(await heading.evaluate((element, colour) => {
      element.ownerDocument.body.style.color = colour;
      return getComputedStyle(element.ownerDocument.body).color;
    }, editor!));
    await workbench.screenshot("report");
  });

  it.each([["Dark Modern", "dark"], ["Light High Contrast", "hc-light"]])("shows it in %s", async (theme, file) => {
    await workbench.theme(theme);
    await workbench.screenshot(`report-window-${file}`);
  });
});
