import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Browser, FrameLocator, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { openBrowser } from "../../../scripts/vscode/browser.mjs";
import { startServer, writeSettings, type RunningServer } from "../../../scripts/vscode/server.mjs";
import { pause, until } from "./until";

const root = path.join(import.meta.dirname, "../../..");
const screenshots = path.join(root, ".screenshots");
/** Class of a window in each colour theme. */
const themeClasses: Readonly<Record<string, string>> = { "Dark Modern": "vs-dark", "Dark High Contrast": "hc-black", "Light High Contrast": "hc-light" };
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

  /** `files`: further files of the workspace, by name. `vsix`: a package to install instead of the extension of this folder. */
  static async open({
    settings = {},
    userSettings = {},
    files = {},
    vsix,
  }: { readonly settings?: object; readonly userSettings?: object; readonly files?: Readonly<Record<string, Uint8Array>>; readonly vsix?: string } = {}): Promise<Workbench> {
    const workspace = mkdtempSync(path.join(os.tmpdir(), "figtree-workspace-"));
    cpSync(path.join(root, "media", "samples"), workspace, { recursive: true });
    // Before the window is there: whether an explorer notices a file while it loads is chance.
    for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(workspace, name), bytes);
    const server = await startServer({ workspace, settings: { ...quick, ...settings }, userSettings, ...(vsix === undefined ? {} : { vsix }) });
    const browser = await openBrowser();
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });
    const workbench = new Workbench(await context.newPage(), workspace, server, browser);
    await workbench.page.goto(server.url(), { timeout: 120_000 });
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
    const selected = this.page.locator('[role="tab"][aria-selected="true"]').and(tab);
    // A press on the selected one would hide the side bar; a window that is loading may turn to another by itself.
    await until(() => tab.click(), selected, "visible");
  }

  async reload(): Promise<void> {
    // By its own command VS Code saves the window before it goes, as it would for a person.
    await Promise.all([this.page.waitForEvent("load", { timeout: 180_000 }), this.command("Developer: Reload Window", { stays: false })]);
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
    const item = this.page.getByRole("menuitem", { name: "Solve Diagram" });
    await until(() => this.file(name).click({ button: "right", timeout: pause }), item, "visible");
    // A menu that has only just opened swallows a press; once it has taken one it is gone.
    await until(() => item.click({ timeout: pause }), item, "hidden");
    await this.panel.getByRole("button", { name: "Solve", exact: true }).waitFor({ timeout: 60_000 });
    return this.panel;
  }

  private get input(): Locator {
    return this.page.locator(".quick-input-widget input.input");
  }

  /**
   * Runs a command by its title in the palette; a window that is still loading may not know it at the first look.
   * Returns when the palette has gone, so that what the command asks is not taken for it. `stays`: the window does.
   */
  async command(title: string, { stays = true } = {}): Promise<void> {
    const row = this.page.locator(".quick-input-list .monaco-list-row").filter({ has: this.page.locator(".label-name").getByText(title, { exact: true }) });
    await until(async () => {
      await this.page.keyboard.press("F1");
      await this.input.fill(`>${title}`, { timeout: pause });
    }, row.first(), "visible");
    await this.accept(row);
    if (stays) await this.page.waitForFunction(() => {
      const input = document.querySelector<HTMLInputElement>(".quick-input-widget input.input");
      return input?.checkVisibility() !== true || !input.value.startsWith(">");
    });
  }

  /** Narrows the open quick pick down to an entry and chooses it. */
  async pick(text: string): Promise<void> {
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: text });
    // Entries may come later than the list.
    await until(() => this.input.fill(text, { timeout: pause }), row.first(), "visible");
    await this.accept(row);
  }

  /** Goes to a row of the open list and accepts it: a press with the mouse would take whichever row has moved there meanwhile. */
  private async accept(row: Locator): Promise<void> {
    const focused = row.and(this.page.locator(".focused")).first();
    await until(() => this.input.press("ArrowDown", { timeout: pause }), focused, "visible", 500);
    await this.input.press("Enter");
  }

  /** Accepts the open file dialog once it suggests a file name. */
  async acceptFile(name: string): Promise<void> {
    const dialog = this.page.locator(".quick-input-widget");
    await dialog.waitFor();
    await this.page.waitForFunction((suggested) => document.querySelector<HTMLInputElement>(".quick-input-widget input.input")?.value.endsWith(suggested) === true, name);
    // A dialog that still reads its folder takes no press.
    await until(() => dialog.getByRole("button", { name: "OK" }).click({ timeout: pause }), dialog, "hidden");
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

  /** Where a solve is begun and stopped. */
  get runBar(): Locator {
    return this.panel.getByRole("region", { name: "Run" });
  }

  /** Presses the button that solves and waits until the panel shows the new solve: until then the one before stays in view. */
  async beginSolve(): Promise<void> {
    const tree = this.panel.getByRole("tree");
    const before = await tree.count() === 0 ? null : await tree.elementHandle();
    await this.runBar.getByRole("button", { name: /^Solve/ }).click();
    await expect.poll(() => before?.evaluate((element) => element.isConnected) ?? false, { timeout: 120_000 }).toBe(false);
    await tree.waitFor({ timeout: 120_000 });
  }

  /** Asks a question about the figure of the panel and waits for the end of its solve. */
  async solve(question: string): Promise<void> {
    await this.panel.getByRole("textbox", { name: "Question" }).fill(question);
    await this.beginSolve();
    await this.runBar.getByRole("button", { name: "Solve Again" }).waitFor({ timeout: 120_000 });
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
    await this.pick(name);
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    await this.page.locator(`.monaco-workbench.${themeClasses[name] ?? ""}`).waitFor();
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
