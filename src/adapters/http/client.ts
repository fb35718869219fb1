import OpenAI, { APIError } from "openai";
import { splitBaseUrl } from "./base-url";
import { limitBody } from "./limit-body";

/** A status that is no success, with the whole body: the package alone keeps only its `error` field, which many servers do not have. */
export class StatusError extends APIError {
  constructor(
    readonly statusCode: number,
    /** Parsed JSON, or the text as it came. */
    readonly body: unknown,
    readonly responseHeaders: Headers,
  ) {
    super(statusCode, undefined, `status ${statusCode}`, responseHeaders);
  }
}

class Client extends OpenAI {
  protected override makeStatusError(status: number, json: unknown, text: string | undefined, headers: Headers): APIError {
    return new StatusError(status, json ?? text, headers);
  }
}

/** What may leave this machine in headers; the package adds the platform's description and headers from the environment. */
const allowedHeaders = ["accept", "content-type", "authorization", "api-key"];

/** setTimeout's longest time; time limits are ours, see attempt.ts. */
export const longestDelay = 2 ** 31 - 1;

/**
 * The `openai` client without what it takes from the process environment (keys, organisation, headers, log
 * level): a key that lies there must not reach whatever address is configured here. Retries are off.
 * An address with `api-version` takes the key in the header `api-key`, as that query's inventor does.
 */
export function createClient(baseUrl: string, apiKey: string | undefined, fetch: typeof globalThis.fetch): OpenAI {
  const { base, query } = splitBaseUrl(baseUrl);
  const ownHeader = apiKey !== undefined && "api-version" in query;
  return new Client({
    baseURL: base,
    defaultQuery: query,
    apiKey: apiKey ?? "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: apiKey === undefined ? { authorization: null } : ownHeader ? { authorization: null, "api-key": apiKey } : {},
    maxRetries: 0,
    timeout: longestDelay,
    logLevel: "off",
    // VS Code's extension host has a navigator and looks like a browser to the package.
    dangerouslyAllowBrowser: true,
    fetch: async (input, init) => limitBody(await fetch(input, { ...init, headers: filtered(init?.headers) })),
  });
}

function filtered(given: RequestInit["headers"]): Headers {
  const headers = new Headers(given);
  const kept = new Headers({ "user-agent": "figtree" });
  for (const name of allowedHeaders) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}
