import { FigtreeError } from "../../core/ports";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HubConnection {
  /** Base address without a slash at its end. */
  readonly host: string;
  readonly fetch: Fetch;
  /** Sent to the hub's own origin only. */
  readonly token?: string | undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const mostRedirects = 6;

/** True for names and addresses of this machine. */
const isLoopback = ({ hostname }: URL): boolean => hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);

/** The address of a hub as a person gives it, made plain. Throws `input.invalid`. */
export function hubAddress(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new FigtreeError("input.invalid", { field: "The hub's address", value: text, message: "It must be a whole address such as https://huggingface.co." });
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") throw new FigtreeError("input.invalid", { field: "The hub's address", message: "It must begin with https:// (or http://) and hold no user name." });
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/**
 * GET that follows redirects itself: only to https, to the hub's own origin, or from a loopback hub to
 * loopback; the token goes to the hub's origin alone. Throws `hub.unreachable`, `hub.badResponse`, `cancelled`.
 */
export async function hubRequest({ host, fetch, token }: HubConnection, address: string, signal: AbortSignal, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const hub = new URL(host);
  let url = new URL(address);
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const own = url.origin === hub.origin && (url.protocol === "https:" || isLoopback(url));
    const response = await send(fetch, url, { redirect: "manual", signal, headers: { "user-agent": "figtree", ...headers, ...(own && token !== undefined ? { authorization: `Bearer ${token}` } : {}) } });
    if (!redirects.has(response.status)) return response;
    await response.body?.cancel();
    url = target(response.headers.get("location"), url, hub);
  }
  throw new FigtreeError("hub.badResponse", { place: hub.host, message: "It redirects in a circle." });
}

async function send(fetch: Fetch, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url.href, init);
  } catch (thrown) {
    throw networkError(thrown, url.host, init.signal ?? undefined);
  }
}

/** What a failed connection, or one that broke in the middle, is called. */
export function networkError(thrown: unknown, place: string, signal: AbortSignal | undefined): FigtreeError {
  if (thrown instanceof FigtreeError) return thrown;
  if (signal?.aborted === true && !(signal.reason instanceof Error && signal.reason.name === "TimeoutError")) return new FigtreeError("cancelled", {}, { cause: thrown });
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return new FigtreeError("hub.unreachable", { place, message: cause instanceof Error && cause.message !== "" ? `${cause.message}.` : "No connection was made." }, { cause: thrown });
}

function target(location: string | null, from: URL, hub: URL): URL {
  const refuse = (message: string): never => {
    throw new FigtreeError("hub.badResponse", { place: from.host, message });
  };
  const url = location !== null && URL.canParse(location, from) ? new URL(location, from) : refuse("It redirects to no address.");
  const allowed = url.protocol === "https:" || url.origin === hub.origin || (url.protocol === "http:" && isLoopback(url) && isLoopback(hub));
  return allowed ? url : refuse(`It redirects to ${url.origin}, which is not a secure address.`);
}
