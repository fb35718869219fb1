/**
 * Every failure that the product knows by name. The core and the adapters throw codes;
 * the edge (panel, terminal) words them for a person.
 */
export const errorCodes = [
  "input.invalid",
  "file.notFound",
  "image.empty",
  "image.notAnImage",
  "image.damaged",
  "image.tooLarge",
  "image.tooSmall",
  "image.unsupported",
  "image.noDecoder",
  "endpoint.unreachable",
  "endpoint.unauthorized",
  "endpoint.modelNotFound",
  "endpoint.noVision",
  "endpoint.timeout",
  "endpoint.rateLimited",
  "endpoint.quota",
  "endpoint.contextOverflow",
  "endpoint.rejected",
  "endpoint.serverError",
  "endpoint.badResponse",
  "model.notFound",
  "model.loadFailed",
  "model.crashed",
  "model.notInstalled",
  "editor.notAllowed",
  "editor.blocked",
  "editor.modelNotFound",
  "editor.failed",
  "hub.unreachable",
  "hub.refused",
  "hub.notFound",
  "hub.unsupported",
  "hub.noSpace",
  "hub.corrupt",
  "hub.badResponse",
  "library.notFound",
  "library.unreachable",
  "library.damaged",
  "library.busy",
  "library.full",
  "embedder.notAvailable",
  "embedder.failed",
  "import.unreadable",
  "import.nothingFound",
  "reply.unreadable",
  "reply.declined",
  "search.noAnswer",
  "trace.invalid",
  "budget.calls",
  "budget.tokens",
  "budget.seconds",
  "cancelled",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Facts that the sentence for a person may mention; never keys, never image data. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

export class FigtreeError extends Error {
  override readonly name = "FigtreeError";

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    options?: { cause?: unknown },
  ) {
    super(`${code} ${JSON.stringify(details)}`, options);
  }

  /** Each bundle of a process has a class of its own; an error of one is an error in all. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "FigtreeError" && "code" in value && "details" in value;
  }
}

/** A plain, serialisable form of a failure, as kept in traces and sent to views. */
export interface ErrorRecord {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
}

/** Turns anything thrown into a typed error; what is unknown becomes `fallback` with its message as detail. */
export function toFigtreeError(thrown: unknown, fallback: ErrorCode): FigtreeError {
  if (thrown instanceof FigtreeError) return thrown;
  if (thrown instanceof Error && thrown.name === "AbortError") return new FigtreeError("cancelled", {}, { cause: thrown });
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new FigtreeError(fallback, { message }, { cause: thrown });
}
