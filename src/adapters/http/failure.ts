import { hostname } from "node:os";
import { APIConnectionError } from "openai";
import { FigtreeError, type ErrorCode, type ErrorDetails } from "../../core/ports";
import { classify } from "./classify";
import { StatusError } from "./client";
import { oneLine, readErrorBody, type ErrorReading } from "./error-body";
import { OversizedReply } from "./limit-body";

/** How one request failed, before it is decided whether it is tried again, sent differently, or reported. */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";

  constructor(
    readonly code: ErrorCode,
    readonly facts: {
      readonly details: ErrorDetails;
      /** Worth the same request again after a pause. */
      readonly transient: boolean;
      readonly headers?: Headers;
      readonly reading?: ErrorReading;
    },
    options?: { cause?: unknown },
  ) {
    super(code, options);
  }

  /** The failure as the product knows it. `key` is cut out of the server's words. */
  toFigtreeError(place: string, model: string, key: string | undefined): FigtreeError {
    const details = Object.fromEntries(Object.entries(this.facts.details).map(([name, value]) => [name, typeof value === "string" && key !== undefined && key.length >= 4 ? value.replaceAll(key, "[key]") : value]));
    // Without a cause: it holds the request's headers, and with them the key.
    return new FigtreeError(this.code, { place, model, ...details });
  }
}

/** Refusals by status or body, see `classify`. */
export function failureOfStatus(status: number | undefined, body: unknown, withImage: boolean, headers?: Headers): RequestFailure {
  const reading = readErrorBody(body);
  const actual = (status === undefined || status < 300 ? reading.status : undefined) ?? status;
  const known = actual !== undefined && actual >= 300 ? actual : undefined;
  const code = classify(known, reading, withImage);
  const redirect = known !== undefined && known < 400 ? `it redirects to ${headers?.get("location") ?? "another address"}` : undefined;
  return new RequestFailure(code, {
    details: { ...(actual === undefined ? {} : { status: actual }), message: oneLine(redirect ?? (reading.message || `status ${actual ?? "unknown"} without a message`)) },
    transient: code === "endpoint.rateLimited" || code === "endpoint.serverError",
    reading,
    ...(headers === undefined ? {} : { headers }),
  });
}

export function badResponse(message: string): RequestFailure {
  return new RequestFailure("endpoint.badResponse", { details: { message: oneLine(message) }, transient: false });
}

/** Anything the client or the reading of a body throws. */
export function failureOfThrown(thrown: unknown, withImage: boolean): RequestFailure {
  if (thrown instanceof RequestFailure) return thrown;
  if (thrown instanceof OversizedReply) return badResponse(thrown.message);
  if (thrown instanceof StatusError) return failureOfStatus(thrown.statusCode, thrown.body, withImage, thrown.responseHeaders);
  const cause = thrown instanceof APIConnectionError ? (thrown.cause ?? thrown) : thrown;
  const code = systemCode(cause);
  if (code?.startsWith("Z_") === true || code?.startsWith("ERR__ERROR") === true) return badResponse("Its compressed reply is damaged.");
  const words = cause instanceof Error && cause.message !== "" ? cause.message : String(cause);
  return new RequestFailure(
    "endpoint.unreachable",
    { details: { machine: hostname(), message: oneLine(code === undefined ? words : (meanings[code] ?? `${words} (${code})`)) }, transient: code !== undefined && resets.has(code) },
    { cause },
  );
}

const resets = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "EAI_AGAIN", "UND_ERR_SOCKET", "ERR_STREAM_PREMATURE_CLOSE", "ETIMEDOUT", "HPE_INVALID_EOF_STATE"]);
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens at that address (ECONNREFUSED).",
  ENOTFOUND: "There is no host of that name (ENOTFOUND).",
  EAI_AGAIN: "The host's name could not be looked up (EAI_AGAIN).",
  ECONNRESET: "The connection was cut (ECONNRESET).",
  EPIPE: "The connection was cut (EPIPE).",
  ETIMEDOUT: "The host does not respond (ETIMEDOUT).",
  EHOSTUNREACH: "There is no way to that host (EHOSTUNREACH).",
  ENETUNREACH: "There is no way to that network (ENETUNREACH).",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is signed by itself.",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate is signed by an unknown authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate cannot be verified.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate belongs to another host.",
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  EPROTO: "It does not speak TLS; try http:// (EPROTO).",
  ERR_SSL_WRONG_VERSION_NUMBER: "It does not speak TLS; try http://.",
};

/** The system's code of an error, of its causes, or of the errors it sums up (one per address tried). */
function systemCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 4) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return systemCode(inner, depth + 1);
}
