import { fieldsOf, listOf, numberOf, textOf } from "./json";

/** What an endpoint's error body says, whatever its form. */
export interface ErrorReading {
  /** The server's own words, one line, at most 300 characters, without image data. May be empty. */
  readonly message: string;
  /** Every machine-readable code or type found. */
  readonly codes: readonly string[];
  /** The names of the request's fields that it points at. */
  readonly fields: readonly string[];
  /** The body is a page for people, which a proxy or a sign-in in between has sent. */
  readonly webPage?: true;
  /** A status code inside the body, as gateways put into a reply with status 200. */
  readonly status?: number;
}

/**
 * Reads error bodies in all forms met: `{error: {message, type, param, code}}`, `{error: "text"}`,
 * flat `{object: "error", message}`, `{detail: "text" | [{loc, msg}]}`, `{message: {detail: [...]}}`,
 * `[{error}]`, plain text and HTML; other objects are told as JSON. Never throws.
 */
export function readErrorBody(body: unknown): ErrorReading {
  if (typeof body === "string") return readText(body);
  if (Array.isArray(body)) return readErrorBody(body[0]);
  const outer = fieldsOf(body);
  const error = Array.isArray(outer["error"]) ? outer["error"][0] : outer["error"];
  const inner = fieldsOf(error);
  const nested = fieldsOf(outer["message"]);
  const detail = outer["detail"] ?? inner["detail"] ?? nested["detail"];
  const details = listOf(detail).map(fieldsOf);
  const locations = details.flatMap(({ loc }) => listOf(loc).filter((step) => typeof step === "string"));
  // Gateways wrap the real refusal: OpenRouter's {metadata: {raw}} holds the provider's words.
  const raw = textOf(fieldsOf(inner["metadata"])["raw"]);
  const words = [
    textOf(error) ?? textOf(inner["message"]) ?? textOf(outer["message"]) ?? textOf(nested["message"]),
    textOf(detail) ?? textOf(fieldsOf(detail)["message"]) ?? details.map((entry) => `${listOf(entry["loc"]).join(".")}: ${textOf(entry["msg"]) ?? ""}`).join("; "),
    raw,
  ];
  const codes = [inner["code"], inner["type"], inner["status"], outer["code"], outer["type"], outer["error_type"]];
  const status = [inner["code"], outer["code"], inner["status"], outer["status"]].map((code) => numberOf(code)).find((code) => code !== undefined && code >= 400 && code < 600);
  const said = words.filter((part) => part !== undefined && part !== "").join(" - ");
  return {
    // In a form that nobody knows: better as it stands than nothing.
    message: oneLine(said === "" && Object.keys(outer).length > 0 ? JSON.stringify(body) : said),
    codes: codes.filter((code) => typeof code === "string"),
    fields: [textOf(inner["param"]), textOf(outer["param"]), ...locations].filter((field) => field !== undefined),
    ...(status === undefined ? {} : { status }),
  };
}

/** True for a JSON body that reports an error although its status was a success. */
export function isErrorBody(body: unknown): boolean {
  const outer = fieldsOf(Array.isArray(body) ? body[0] : body);
  return (outer["error"] !== undefined && outer["error"] !== null) || outer["object"] === "error";
}

function readText(text: string): ErrorReading {
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1]?.trim();
  const html = /^\s*<(?:!doctype|html|head|body)/i.test(text) || title !== undefined;
  if (!html) return { message: oneLine(text), codes: [], fields: [] };
  return { message: oneLine(`a web page: ${title || text.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, " ")}`), codes: [], fields: [], webPage: true };
}

/** One printable line of at most 300 characters; pictures are left out. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, 20_000)
    .replace(/data:[a-z]+\/[a-z+.-]+;base64,[A-Za-z0-9+/=]*/gi, "[picture]")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
