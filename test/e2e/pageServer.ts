import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { panelHtml } from "../../src/protocol";
import { chineseTexts } from "../fixtures/chinese";

export interface PageServer {
  readonly origin: string;
  /** Paths of all requests so far that were for nothing of ours. */
  readonly strangers: readonly string[];
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };

/** Serves the real bundle in the real page with the real policy, on loopback, in Chinese at `?language=zh-cn`; every other request is noted. */
export async function servePage(root: string): Promise<PageServer> {
  const dist = path.join(root, "dist");
  const strangers: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const origin = `http://${request.headers.host ?? ""}`;
    if (pathname === "/") {
      const words = searchParams.get("language") === "zh-cn" ? { language: "zh-cn", texts: chineseTexts(root) } : { language: "en", texts: {} };
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(panelHtml({ scriptUri: `${origin}/webview.js`, styleUri: `${origin}/webview.css`, cspSource: origin, nonce: randomBytes(16).toString("base64url"), title: "Figtree", ...words }));
      return;
    }
    const type = types[path.extname(pathname)];
    if (type === undefined || !/^\/[\w.-]+$/.test(pathname)) {
      // Browsers ask for an icon by themselves.
      if (pathname !== "/favicon.ico") strangers.push(request.url ?? "");
      response.writeHead(404).end();
      return;
    }
    readFile(path.join(dist, pathname)).then(
      (content) => response.writeHead(200, { "content-type": type }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    strangers,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
