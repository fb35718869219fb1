import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { openBrowser } from "../../../scripts/vscode/browser.mjs";
import { startServer, type RunningServer } from "../../../scripts/vscode/server.mjs";

const root = path.join(import.meta.dirname, "../../..");
const screenshots = path.join(root, ".screenshots");

/** A VS Code window with the sample figures open as a folder, driven as a person drives it. */
export class Workbench {
  private constructor(
    readonly page: Page,
    readonly workspace: string,
    readonly server: RunningServer,
    private readonly browser: Browser,
  ) {}

  static async open({ settings = {}, userSettings = {} }: { readonly settings?: object; readonly userSettings?: object } = {}): Promise<Workbench> {
    const workspace = mkdtempSync(path.join(os.tmpdir(), "figtree-workspace-"));
    cpSync(path.join(root, "media", "samples"), workspace, { recursive: true });
    const server = await startServer({ workspace, settings: { "figtree.search.preset": "quick", ...settings }, userSettings });
    const browser = await openBrowser();
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
    const workbench = new Workbench(await context.newPage(), workspace, server, browser);
    await workbench.page.goto(server.url());
    await workbench.ready();
    return workbench;
  }

  /** Waits until the explorer shows the folder and the extension has brought its side bar. */
  async ready(): Promise<void> {
    await this.file("002-bars.png").waitFor({ timeout: 120_000 });
    await this.page.getByRole("tab", { name: "Figtree" }).waitFor({ timeout: 120_000 });
  }

  async reload(): Promise<void> {
    await this.page.reload();
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
    await this.file(name).click({ button: "right" });
    await this.page.getByRole("menuitem", { name: "Solve Diagram" }).click();
    await this.panel.getByRole("button", { name: "Solve", exact: true }).waitFor({ timeout: 60_000 });
    return this.panel;
  }

  /** Runs a command by its title in the palette. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input.input");
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
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
