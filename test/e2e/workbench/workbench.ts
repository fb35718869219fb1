import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { openBrowser } from "../../../scripts/vscode/browser.mjs";
import { startServer, writeSettings, type RunningServer } from "../../../scripts/vscode/server.mjs";

const root = path.join(import.meta.dirname, "../../..");
const screenshots = path.join(root, ".screenshots");
/** So that a slow search of tests is short. */
const quick = { "figtree.search.preset": "quick" };

/** A VS Code window with the sample figures open as a folder, driven as a person drives it. */
export class Workbench {
  private constructor(
    readonly page: Page,
    readonly workspace: string,
    readonly server: RunningServer,
    private readonly browser: Browser,
  ) {}

  static async open({ settings = {}, userSettings = {}, vsix }: { readonly settings?: object; readonly userSettings?: object; readonly vsix?: string } = {}): Promise<Workbench> {
    const workspace = mkdtempSync(path.join(os.tmpdir(), "figtree-workspace-"));
    cpSync(path.join(root, "media", "samples"), workspace, { recursive: true });
    const server = await startServer({ workspace, settings: { ...quick, ...settings }, userSettings, ...(vsix === undefined ? {} : { vsix }) });
    const browser = await openBrowser();
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
    const workbench = new Workbench(await context.newPage(), workspace, server, browser);
    await workbench.page.goto(server.url());
    await workbench.ready();
    return workbench;
  }

  /** Waits until the extension has brought its side bar. */
  async ready(): Promise<void> {
    await this.page.getByRole("tab", { name: "Figtree" }).waitFor({ timeout: 120_000 });
  }

  /** Shows one part of the side bar. */
  async showSideBar(name: "Explorer" | "Figtree"): Promise<void> {
    const tab = this.page.getByRole("tab", { name });
    if ((await tab.getAttribute("aria-selected")) !== "true") await tab.click();
  }

  async reload(): Promise<void> {
    // By its own command VS Code saves the window before it goes, as it would for a person.
    const loaded = this.page.waitForEvent("load", { timeout: 60_000 });
    await this.command("Developer: Reload Window");
    await loaded;
    await this.ready();
  }

  file(name: string): Locator {
    return this.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name });
  }

  /** The content of the visible panel. */
  get panel(): FrameLocator {
    return this.page.locator("iframe.webview.ready:visible").last().contentFrame().locator("#active-frame").contentFrame();
  }

  /** Opens the panel for a file by the explorer's context menu. */
  async solveFromExplorer(name: string): Promise<FrameLocator> {
    await this.showSideBar("Explorer");
    await this.file(name).click({ button: "right" });
    const item = this.page.getByRole("menuitem", { name: "Solve Diagram" });
    // A menu that has only just opened may swallow the first press.
    do await item.click();
    while (!(await item.waitFor({ state: "hidden", timeout: 5000 }).then(() => true, () => false)));
    await this.panel.getByRole("button", { name: "Solve", exact: true }).waitFor({ timeout: 60_000 });
    return this.panel;
  }

  /** Runs a command by its title in the palette; a window that is still loading may not know it at the first look. */
  async command(title: string): Promise<void> {
    const input = this.page.locator(".quick-input-widget input.input");
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
    for (;;) {
      await this.page.keyboard.press("F1");
      await input.fill(`>${title}`);
      if (await row.waitFor({ timeout: 3000 }).then(() => true, () => false)) break;
      await this.page.keyboard.press("Escape");
    }
    await row.click();
  }

  /** Chooses an entry of the open quick pick. */
  async pick(text: string): Promise<void> {
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
  }

  /** Accepts the open file dialog once it suggests a file name. */
  async acceptFile(name: string): Promise<void> {
    const dialog = this.page.locator(".quick-input-widget");
    await dialog.waitFor();
    await this.page.waitForFunction((suggested) => document.querySelector<HTMLInputElement>(".quick-input-widget input.input")?.value.endsWith(suggested) === true, name);
    await dialog.getByRole("button", { name: "OK" }).click();
    await dialog.waitFor({ state: "hidden" });
  }

  /** Shows Figtree's side bar and returns the rows of the search tree. */
  async searchTree(): Promise<Locator> {
    await this.showSideBar("Figtree");
    const rows = this.page.locator(".sidebar .customview-tree .monaco-list-row");
    await rows.first().waitFor();
    return rows;
  }

  /** Puts a file's content on the clipboard as a picture and pastes it where the focus is. */
  async pastePicture(name: string): Promise<void> {
    const base64 = readFileSync(path.join(root, "media", "samples", name)).toString("base64");
    await this.page.evaluate(async (data) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      await navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([bytes], { type: "image/png" }) })]);
    }, base64);
    await this.page.keyboard.press("Control+V");
  }

  /** Asks a question about the figure of the panel and waits for the end of its solve. */
  async solve(question: string): Promise<void> {
    await this.panel.getByRole("textbox", { name: "Question" }).fill(question);
    await this.panel.getByRole("button", { name: /^Solve/ }).click();
    await this.panel.getByRole("button", { name: "Solve Again" }).waitFor({ timeout: 90_000 });
  }

  answer(): Promise<string> {
    return this.panel.locator(".answer").innerText();
  }

  async closeEditors(): Promise<void> {
    await this.command("View: Close All Editors");
    await this.page.locator("iframe.webview").first().waitFor({ state: "detached" });
  }

  machineSettings(values: object): void {
    writeSettings(this.server.dataFolder, "Machine", { ...quick, ...values });
  }

  async theme(name: string): Promise<void> {
    await this.command("Preferences: Color Theme");
    await this.page.locator(".quick-input-widget input.input").fill(name);
    await this.pick(name);
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  async screenshot(name: string): Promise<void> {
    mkdirSync(screenshots, { recursive: true });
    await this.page.screenshot({ path: path.join(screenshots, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    rmSync(this.workspace, { recursive: true, force: true });
  }
}
