import { toFigtreeError } from "../../core/ports";

interface ApiErrorFields {
  /** The field of the request that is wrong, e.g. `messages[0].content`. */
  readonly param?: string | undefined;
  readonly code?: string | undefined;
  /** Header fields of the reply. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal with its HTTP status, in OpenAI's error shape. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    message: string,
    readonly fields: ApiErrorFields = {},
  ) {
    super(message);
  }

  get body(): object {
    const { param = null, code = null } = this.fields;
    return { error: { message: this.message, type: this.status >= 500 ? "server_error" : "invalid_request_error", param, code } };
  }
}

/** Turns anything thrown while answering into a refusal. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const { code, details } = toFigtreeError(thrown, "model.crashed");
  const message = String(details["message"] ?? code);
  switch (code) {
    case "endpoint.contextOverflow":
      return new ApiError(400, `The prompt does not fit into the model's context of ${String(details["limit"])} tokens.`, { param: "messages", code: "context_length_exceeded" });
    case "input.invalid":
      return new ApiError(400, message);
    case "model.notFound":
    case "model.loadFailed":
    case "model.crashed":
      return new ApiError(503, `The model is not available: ${message}`, { code });
    default:
      return new ApiError(500, message, { code });
  }
}
