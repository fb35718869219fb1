import type { Logger } from "../../../core/ports";
import { backoff, badResponse, longestRetryAfter, RequestFailure, retry, retryAfter, type createClient, type Sleep } from "../../http";
import { attempt } from "./attempt";
import { readVectors } from "./readVectors";

interface SenderOptions {
  readonly client: ReturnType<typeof createClient>;
  readonly model: string;
  readonly seconds: number;
  readonly retries: number;
  readonly logger: Logger;
  readonly random: () => number;
  readonly now: () => number;
  readonly sleep: Sleep;
}

/** A reply that cannot be read is asked for again so often, if others could be read before. */
const mostGarbled = 2;

/**
 * Sends batches of texts, repeats what failed in passing, and asks differently where a server refuses the
 * compact format or a batch's size. Every vector has the dimension of the first.
 */
export function createSender(options: SenderOptions): { send(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> } {
  let dimension: number | undefined;
  let compact = true;
  let worked = false;

  const once = async (texts: readonly string[], base64: boolean, signal: AbortSignal): Promise<Float32Array[]> => {
    // A quarter of the characters, which take no time to read.
    const body = { model: options.model, input: texts, ...(base64 ? { encoding_format: "base64" } : {}) };
    const vectors = readVectors(await attempt(options.client, body, options.seconds, signal), texts.length);
    dimension ??= vectors[0]!.length;
    const other = vectors.find((vector) => vector.length !== dimension);
    if (other !== undefined) throw badResponse(`It gave an embedding of ${other.length} numbers after ones of ${dimension}.`);
    worked = true;
    return vectors;
  };

  const waitOf = (failure: unknown): number | undefined => (failure instanceof RequestFailure ? retryAfter(failure.facts.headers, options.now()) : undefined);

  function shouldRetry(failure: unknown, failed: number, base64: boolean): boolean {
    if (!(failure instanceof RequestFailure) || failed > options.retries || (waitOf(failure) ?? 0) > longestRetryAfter) return false;
    if ((base64 && refusesFormat(failure)) || isTooMuch(failure)) return false;
    // What has answered before may be starting again, even if nobody listens just now.
    const again = worked && (failure.code === "endpoint.unreachable" || (failure.code === "endpoint.badResponse" && failed <= mostGarbled));
    return failure.facts.transient || again;
  }

  const patient = (texts: readonly string[], base64: boolean, signal: AbortSignal): Promise<Float32Array[]> =>
    retry(() => once(texts, base64, signal), {
      shouldRetry: (failure, failed) => shouldRetry(failure, failed, base64),
      delay: (failure, failed) => {
        const pause = waitOf(failure) ?? backoff(failed, options.random());
        options.logger.warn(`The embedding endpoint failed in passing (${failure instanceof RequestFailure ? failure.code : "unknown"}); asked again in ${Math.round(pause)} ms.`);
        return pause;
      },
      sleep: options.sleep,
      signal,
    });

  const send = async (texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const base64 = compact;
    try {
      return await patient(texts, base64, signal);
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
      if (base64 && refusesFormat(failure)) {
        compact = false;
        options.logger.info("The embedding endpoint refused base64 and is asked for numbers.");
        return send(texts, signal);
      }
      // With one text, what is refused is the text.
      if (!isTooMuch(failure) || texts.length === 1) throw withWish(failure);
      const half = Math.ceil(texts.length / 2);
      return [...(await send(texts.slice(0, half), signal)), ...(await send(texts.slice(half), signal))];
    }
  };

  /** A wish for more patience than anybody has is told with the failure. */
  function withWish(failure: RequestFailure): RequestFailure {
    const wish = waitOf(failure) ?? 0;
    if (wish <= longestRetryAfter) return failure;
    return new RequestFailure(failure.code, { ...failure.facts, details: { ...failure.facts.details, retryAfterSeconds: Math.ceil(wish / 1000) } });
  }

  return { send };
}

function refusesFormat({ facts }: RequestFailure): boolean {
  return facts.reading !== undefined && /encoding_?format|base64/i.test([facts.reading.message, ...facts.reading.fields].join(" "));
}

/** Refusals that a smaller request may escape: too many texts, or too many tokens or bytes together. llama.cpp words its own as a failure of the server. */
function isTooMuch({ code, facts }: RequestFailure): boolean {
  const { status, message } = facts.details;
  const words = code === "endpoint.rejected" ? /batch|too (?:many|large|long)|at most|maximum|limit/i : code === "endpoint.serverError" ? /too large|batch size/i : undefined;
  return code === "endpoint.contextOverflow" || status === 413 || words?.test(String(message)) === true;
}
