import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline, Readable } from "node:stream";
import zlib from "node:zlib";

export interface NodeFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Closes idle and busy connections. */
  close(): void;
}

/**
 * `fetch` over node:http(s), as far as a JSON API needs it: text or byte bodies, streamed replies, AbortSignal
 * down to the socket, kept-alive connections, gzip/deflate/br. It exists because Node's own fetch gives up
 * after 300 s without response headers whatever the caller's time limit, and a slow model's complete reply
 * has no headers before its last token. Redirects are handed back, never followed: a key must not travel to
 * another host.
 */
export function createNodeFetch(options: { readonly lookup?: LookupFunction } = {}): NodeFetch {
  const agents = { "http:": new http.Agent({ keepAlive: true }), "https:": new https.Agent({ keepAlive: true }) };

  function open(url: URL, init: RequestInit, address: string | undefined): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const secure = url.protocol === "https:";
      const request = (secure ? https : http).request(url, {
        agent: agents[secure ? "https:" : "http:"],
        method: init.method ?? "GET",
        headers: { ...Object.fromEntries(new Headers(init.headers)), host: url.host, ...lengthOf(init.body) },
        ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
        ...(address === undefined ? {} : { host: address, hostname: address, servername: url.hostname }),
      });
      const abort = (): void => void request.destroy(new DOMException("The request was aborted.", "AbortError"));
      if (init.signal?.aborted === true) abort();
      init.signal?.addEventListener("abort", abort, { once: true });
      request.once("close", () => init.signal?.removeEventListener("abort", abort));
      request.once("response", resolve);
      request.on("error", (error) => reject(Object.assign(error, { stale: request.reusedSocket })));
      request.end(init.body ?? undefined);
    });
  }

  async function openAnywhere(url: URL, init: RequestInit): Promise<http.IncomingMessage> {
    try {
      return await open(url, init, undefined);
    } catch (error) {
      // The server closed a kept-alive connection just as it was reused: nothing was answered, so ask again.
      if (isStale(error) && init.signal?.aborted !== true) return open(url, init, undefined);
      // `localhost` may mean ::1 alone while the server listens on 127.0.0.1, or the other way round.
      if (url.hostname !== "localhost" || !isRefused(error)) throw error;
      return open(url, init, "127.0.0.1").catch(() => open(url, init, "::1")).catch(() => Promise.reject(error));
    }
  }

  return {
    fetch: async (input, init = {}) => {
      const incoming = await openAnywhere(new URL(input instanceof Request ? input.url : input), init);
      const status = incoming.statusCode ?? 500;
      const empty = status === 204 || status === 205 || status === 304;
      if (empty) incoming.resume();
      return new Response(empty ? null : (Readable.toWeb(decoded(incoming)) as ReadableStream<Uint8Array>), { status, headers: headersOf(incoming) });
    },
    close: () => {
      agents["http:"].destroy();
      agents["https:"].destroy();
    },
  };
}

/** Known lengths are declared, since some small servers do not read chunked bodies. */
function lengthOf(body: RequestInit["body"]): Record<string, string> {
  return typeof body === "string" ? { "content-length": String(Buffer.byteLength(body)) } : {};
}

function headersOf(incoming: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) for (const value of values ?? []) headers.append(name, value);
  return headers;
}

function decoded(incoming: http.IncomingMessage): Readable {
  const encoding = incoming.headers["content-encoding"]?.trim().toLowerCase();
  const decoder = encoding === "gzip" || encoding === "x-gzip" || encoding === "deflate" ? zlib.createUnzip() : encoding === "br" ? zlib.createBrotliDecompress() : undefined;
  if (decoder === undefined) return incoming;
  // Each one's failure or early end reaches the other; the decoder's reader hears of it.
  return pipeline(incoming, decoder, () => undefined);
}

function isStale(error: unknown): boolean {
  return error instanceof Error && "stale" in error && error.stale === true && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

function isRefused(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ECONNREFUSED" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "ENETUNREACH";
}
