import { FigtreeError } from "../../core/ports";

const routes = /\/(?:chat\/completions|completions|responses|embeddings|models)$/i;
const chatRoute = /\/chat\/completions$/i;
/** Hosts where a server without a certificate is the rule. */
const privateHost = /^(?:localhost|.+\.local(?:host)?|host\.docker\.internal|0\.0\.0\.0|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[[0-9a-f:]*\])$/i;
const keyNames = /^(?:api[-_]?key|key|token|access[-_]?token)$/i;

/**
 * The one spelling of an endpoint's base URL: scheme, host, path without trailing slash, and the query
 * (Azure's `api-version`) where there is one. Understood are a missing scheme (http for this machine and
 * private networks, else https), a bare origin (gets `/v1`), doubled slashes and versions, and pasted full
 * routes; what precedes a pasted `/chat/completions` is kept exactly, since it is known to be the base.
 *
 * @throws FigtreeError `input.invalid` when it is no web address, or carries credentials (those are never repeated).
 */
export function normaliseBaseUrl(text: string): string {
  const url = parse(text.trim().replace(/^["'<`]+|["'>`]+$/g, ""));
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1"; // What servers print as "any address" is no destination.
  return `${url.origin}${normalisePath(url.pathname)}${url.search}`;
}

/** The parts that requests need. `query` holds what is appended to every route. */
export function splitBaseUrl(normalised: string): { readonly origin: string; readonly base: string; readonly query: Readonly<Record<string, string>> } {
  const url = new URL(normalised);
  return { origin: url.origin, base: `${url.origin}${url.pathname.replace(/\/$/, "")}`, query: Object.fromEntries(url.searchParams) };
}

function parse(text: string): URL {
  if (text === "") throw invalid("It is empty.");
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") throw invalid("Only http and https addresses can be used.", scheme);
  if (scheme === undefined && /^(?:mailto|file|data|javascript|ftp|ws|wss|https?):/i.test(text)) throw invalid("Write it as https://host/path.");
  const full = scheme === undefined ? withScheme(text.replace(/^\/\//, "")) : text;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  // Looked for in the text as well: an unreadable address must not be repeated when it may hold a password.
  if (/^[^/?#]*@/.test(full.replace(/^https?:\/\//i, "")) || (url !== undefined && [...url.searchParams.keys()].some((name) => keyNames.test(name)))) {
    throw invalid("It contains a user name, password or key. Leave those out and set the API key separately.");
  }
  if (url === undefined || url.hostname === "" || /\s/.test(text)) throw invalid("It is not a web address.", text);
  url.hash = "";
  return url;
}

function withScheme(text: string): string {
  const host = /^(\[[^\]]*\]|[^:/?#]*)/.exec(text)?.[1] ?? "";
  return `${privateHost.test(host) ? "http" : "https"}://${text}`;
}

function normalisePath(pathname: string): string {
  let path = pathname.replace(/\/{2,}/g, "/").replace(/\/$/, "");
  const exact = chatRoute.test(path);
  while (routes.test(path)) path = path.replace(routes, "");
  path = path.replace(/(\/v\d[a-z0-9]*)(?:\1)+/gi, "$1");
  if (exact) return path;
  if (path === "" || /^\/(?:openai|api)$/i.test(path)) return `${path}/v1`;
  if (/^\/v1beta$/i.test(path)) return `${path}/openai`;
  return path;
}

function invalid(message: string, value?: string): FigtreeError {
  return new FigtreeError("input.invalid", { field: "The endpoint's address", message, ...(value === undefined ? {} : { value: value.slice(0, 200) }) });
}
