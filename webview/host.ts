import type { HostMessage, ViewMessage } from "../src/protocol";

/** The one seam to whoever owns the state: VS Code, or a plain page that sets `window.figtreeHost`. */
export interface Host {
  post(message: ViewMessage): void;
  /** Calls back for each message; there is one listener in the life of a page. */
  listen(listener: (message: HostMessage) => void): void;
  /** What was kept by `save` before a reload, unchecked. */
  restore(): unknown;
  save(state: unknown): void;
}

/** What a plain page offers instead of VS Code, so that the very same bundle runs there. */
interface PageHost {
  postMessage(message: ViewMessage): void;
  onMessage(listener: (message: HostMessage) => void): void;
  getState?(): unknown;
  setState?(state: unknown): void;
}

interface CodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  interface Window {
    figtreeHost?: PageHost;
    acquireVsCodeApi?: () => CodeApi;
  }
}

function codeHost(code: CodeApi): Host {
  return {
    post: (message) => code.postMessage(message),
    listen: (listener) => window.addEventListener("message", (event: MessageEvent<HostMessage>) => listener(event.data)),
    restore: () => code.getState(),
    save: (state) => code.setState(state),
  };
}

function pageHost(page: PageHost): Host {
  return {
    post: (message) => page.postMessage(message),
    listen: (listener) => page.onMessage(listener),
    restore: () => page.getState?.(),
    save: (state) => page.setState?.(state),
  };
}

/** Finds the host of this page. Throws where there is none: a panel without a host can do nothing. */
export function connectHost(): Host {
  if (window.acquireVsCodeApi !== undefined) return codeHost(window.acquireVsCodeApi());
  if (window.figtreeHost !== undefined) return pageHost(window.figtreeHost);
  throw new Error("This page has neither VS Code nor window.figtreeHost.");
}
