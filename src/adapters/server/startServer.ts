import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { FigtreeError, type Logger } from "../../core/ports";
import { answerChat } from "./answerChat";
import { ApiError, toApiError } from "./apiError";
import { readChatRequest } from "./chatRequest";
import { guard, isLoopback } from "./guard";
import { readJson } from "./readBody";
import type { ServedModel } from "./servedModel";

interface ServerOptions {
  readonly model: ServedModel;
  /** A loopback name or address; anything else is refused. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly logger: Logger;
  /** Asked for as a bearer token, if given. */
  readonly apiKey?: string | undefined;
  /** Default 32 MiB. */
  readonly bodyLimitBytes?: number;
}

interface RunningServer {
  /** Base URL for clients, ends in `/v1`. */
  readonly url: string;
  /** Ends open requests, their work, and the server. */
  close(): Promise<void>;
}

/**
 * Serves one model on loopback over OpenAI's chat completions protocol: `/v1/models`,
 * `/v1/chat/completions`, `/health`. Errors: `input.invalid` for a host or port that cannot be used.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host, port, logger } = options;
  if (!isLoopback(host)) throw new FigtreeError("input.invalid", { field: "The host", value: host, message: "The server has no encryption and listens on this machine alone: use 127.0.0.1." });
  const server = createServer((request, response) => {
    answer(request, response, options).catch((thrown: unknown) => {
      const error = toApiError(thrown);
      if (response.destroyed) return;
      if (error.status >= 500) logger.error(error.message);
      if (response.headersSent) response.destroy();
      else sendJson(response, error.status, error.body, error.fields.headers);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = error.code === "EADDRINUSE" ? "Another program uses it." : error.message;
      reject(new FigtreeError("input.invalid", { field: "The port", value: port, message }, { cause: error }));
    });
    server.listen(port, host.replace(/^\[|\]$/g, ""), resolve);
  });
  const { address, family, port: used } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${used}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, { model, apiKey, bodyLimitBytes = 32 * 1024 * 1024 }: ServerOptions): Promise<void> {
  guard(request, apiKey);
  const path = (request.url ?? "/").replace(/\?.*$/, "").replace(/\/+$/, "");
  const card = { id: model.info.name, object: "model", created: 0, owned_by: "figtree" };
  if (path === "/health") {
    requireMethod(request, "GET");
    return sendJson(response, 200, { status: "ok" });
  }
  if (path === "/v1/models") {
    requireMethod(request, "GET");
    return sendJson(response, 200, { object: "list", data: [card] });
  }
  if (path === `/v1/models/${encodeURIComponent(model.info.name)}`) {
    requireMethod(request, "GET");
    return sendJson(response, 200, card);
  }
  if (path.startsWith("/v1/models/")) throw new ApiError(404, "This server has no such model.", { param: "model", code: "model_not_found" });
  if (path === "/v1/chat/completions") {
    requireMethod(request, "POST");
    const chat = await readChatRequest(await readJson(request, bodyLimitBytes), model.info.name);
    return answerChat(model, chat, response, (value) => sendJson(response, 200, value));
  }
  throw new ApiError(404, `There is nothing at ${path === "" ? "/" : path}.`, { code: "unknown_url" });
}

function requireMethod(request: IncomingMessage, method: "GET" | "POST"): void {
  if (request.method !== method) throw new ApiError(405, `Use ${method} here.`, { code: "method_not_allowed", headers: { allow: method } });
}

function sendJson(response: ServerResponse, status: number, value: object, headers: Readonly<Record<string, string>> = {}): void {
  const text = JSON.stringify(value);
  response.writeHead(status, { ...headers, "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) });
  response.end(text);
}
