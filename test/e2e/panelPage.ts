import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import type { HostMessage, PanelState, ViewMessage } from "../../src/protocol";
import { chineseTexts, inChinese } from "../fixtures/chinese";
import { themes, type ThemeName } from "../fixtures/themes";
import { launchBrowser } from "./browser";
import { servePage, type PageServer } from "./pageServer";

/** Repository root: screenshots run from a bundle in another folder, so they name it. */
const root = process.env["FIGTREE_ROOT"] ?? path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");

type SentMessage = Exclude<HostMessage, { type: "image" }>;

interface TestWindow extends Window {
  figtreeTest: { posted: ViewMessage[]; send(message: unknown): void };
}

/** A picture with its bytes, as the host would send it. */
export const imageMessage = (sha256: string, file: string): { readonly type: "image"; readonly sha256: string; readonly base64: string } => ({ type: "image", sha256, base64: readFileSync(path.join(root, file)).toString("base64") });

/** The panel in a browser page, with a stand-in for the host's end of the wire. */
export interface PanelPage {
  readonly page: Page;
  send(message: SentMessage): Promise<void>;
  sendImage(sha256: string, file: string): Promise<void>;
  /** Several messages one behind the other, with no drawing in between. */
  sendAtOnce(messages: readonly (SentMessage | ReturnType<typeof imageMessage>)[]): Promise<void>;
  /** Everything that the view has posted so far. */
  posted(): Promise<ViewMessage[]>;
  /** Waits for a message of a type and gives the newest. */
  message<T extends ViewMessage["type"]>(type: T): Promise<Extract<ViewMessage, { type: T }>>;
}

/** Runs in the page before the bundle: what VS Code would offer, kept state included. */
function installHost(): void {
  const waiting: unknown[] = [];
  const posted: ViewMessage[] = [];
  let listener: ((message: HostMessage) => void) | undefined;
  const deliver = (message: unknown): void => (listener === undefined ? void waiting.push(message) : listener(message as HostMessage));
  (window as unknown as TestWindow).figtreeTest = { posted, send: deliver };
  (window as unknown as { figtreeHost: unknown }).figtreeHost = {
    postMessage: (message: ViewMessage) => posted.push(structuredClone(message)),
    onMessage: (receive: (message: HostMessage) => void) => {
      listener = receive;
      waiting.splice(0).forEach(deliver);
    },
    getState: () => JSON.parse(sessionStorage.getItem("kept") ?? "null") as unknown,
    setState: (state: unknown) => sessionStorage.setItem("kept", JSON.stringify(state)),
  };
}

async function dress(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(({ bodyClass, colours }) => {
    document.body.className = bodyClass;
    for (const [name, value] of Object.entries(colours)) document.documentElement.style.setProperty(`--vscode-${name}`, value);
  }, themes[theme]);
}

/** Waits until fonts and pictures are there and the page has been drawn with them. */
export const drawn = (page: Page): Promise<void> => page.evaluate(async () => {
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await frame();
  await frame();
});

function control(page: Page): PanelPage {
  const posted = (): Promise<ViewMessage[]> => page.evaluate(() => (window as unknown as TestWindow).figtreeTest.posted);
  const sendAtOnce: PanelPage["sendAtOnce"] = (messages) => page.evaluate((sent) => {
    for (const message of sent) {
      const whole = message.type === "image" ? { type: "image", sha256: message.sha256, mediaType: "image/png", bytes: Uint8Array.from(atob(message.base64), (character) => character.charCodeAt(0)) } : message;
      (window as unknown as TestWindow).figtreeTest.send(whole);
    }
  }, messages);
  return {
    page,
    posted,
    sendAtOnce,
    send: (message) => sendAtOnce([message]),
    sendImage: (sha256, file) => sendAtOnce([imageMessage(sha256, file)]),
    message: async (type) => {
      await page.waitForFunction((wanted) => (window as unknown as TestWindow).figtreeTest.posted.some((message) => message.type === wanted), type);
      return (await posted()).findLast((message) => message.type === type) as never;
    },
  };
}

export interface PanelBrowser {
  readonly server: PageServer;
  open(state: PanelState, options?: { readonly theme?: ThemeName; readonly width?: number; readonly height?: number; readonly language?: "en" | "zh-cn" }): Promise<PanelPage>;
  close(): Promise<void>;
}

/** One browser, one server and one page for a test file: a new page for each panel would cost seconds, a new load does not. */
export async function startPanelBrowser(): Promise<PanelBrowser> {
  const server = await servePage(root);
  const browser = await launchBrowser();
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await page.addInitScript(installHost);
  return {
    server,
    async open(state, { theme = "dark", width = 1000, height = 900, language = "en" } = {}) {
      await page.setViewportSize({ width, height });
      // What an earlier panel kept lives as long as the page; it is cleared where nothing runs.
      await page.goto(`${server.origin}/webview.css`);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(language === "en" ? server.origin : `${server.origin}/?language=${language}`);
      await dress(page, theme);
      const panel = control(page);
      await panel.send({ type: "state", state: language === "en" ? state : inChinese(state, chineseTexts(root)) });
      const shown = state.figure?.info.sha256 ?? state.snapshot?.problem.image.sha256;
      if (shown !== undefined) await panel.sendImage(shown, "media/samples/002-bars.png");
      await page.locator(".panel").waitFor();
      await drawn(page);
      return panel;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}
