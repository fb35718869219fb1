import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { ApiError } from "./apiError";

/** True for names and addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Refuses requests that a page of another site may have caused: a foreign name that resolves to
 * this machine (DNS rebinding) shows in `Host`, a foreign page in `Origin`. Then checks the key.
 */
export function guard(request: IncomingMessage, apiKey: string | undefined): void {
  const host = (request.headers.host ?? "").replace(/:\d+$/, "");
  if (!isLoopback(host.toLowerCase())) throw new ApiError(403, "This server answers only to requests for this machine.", { code: "host_not_allowed" });
  const { origin } = request.headers;
  if (origin !== undefined && !(URL.canParse(origin) && isLoopback(new URL(origin).hostname))) throw new ApiError(403, "This server does not answer to web pages.", { code: "origin_not_allowed" });
  if (apiKey !== undefined && !equalTexts(request.headers.authorization ?? "", `Bearer ${apiKey}`)) throw new ApiError(401, "The API key is missing or wrong.", { code: "invalid_api_key" });
}

/** Takes the same time whatever differs. */
function equalTexts(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
