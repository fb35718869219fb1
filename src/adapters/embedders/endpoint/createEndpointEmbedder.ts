import { FigtreeError, toFigtreeError, type Embedder, type Logger } from "../../../core/ports";
import { createClient, createNodeFetch, normaliseBaseUrl, readKey, RequestFailure, sleepReal, splitBaseUrl, type Sleep } from "../../http";
import { cutBatches, mapBatches } from "../batches";
import { createSender } from "./sender";

export interface EndpointEmbedderOptions {
  /** In any spelling that endpoints' addresses may have. */
  readonly baseUrl: string;
  readonly model: string;
  /** Sent to this endpoint only; without it no key is sent, whatever the environment holds. */
  readonly apiKey?: string;
  /** Put before every text, where a model wants it (`query: `). */
  readonly prefix?: string;
  /** Texts in one request, at most; default 32. Halved where the server refuses. */
  readonly batchSize?: number;
  /** Requests at once; default 2. */
  readonly inFlight?: number;
  /** Until the end of a reply; default 120. */
  readonly timeoutSeconds?: number;
  /** How often a request that failed in passing is repeated; default 5, which waits 15 s in all. */
  readonly retries?: number;
  readonly logger: Logger;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
  /** Milliseconds since the epoch, for servers that name the date when they may be asked again. */
  readonly now: () => number;
  readonly sleep?: Sleep;
}

/** Name of the vectors of a server's model, wherever the server is. */
export const endpointSpace = (model: string, prefix = ""): string => `endpoint ${model}${prefix === "" ? "" : ` ${JSON.stringify(prefix)}`}`;

/** Characters of one request together, so that neither side holds much at once. */
const mostCharacters = 200_000;

/**
 * An embedder over a server's `/v1/embeddings`: texts alone, since pictures are in no standard. The server is
 * asked once at the start, since only its answer tells the dimension.
 *
 * @throws FigtreeError `input.invalid` for an unusable address, key or model name; `embedder.notAvailable` where the server has no such route or model of that kind; `endpoint.*`; `cancelled`
 */
export async function createEndpointEmbedder(options: EndpointEmbedderOptions, signal: AbortSignal): Promise<Embedder> {
  const { model, prefix = "", batchSize = 32, inFlight = 2 } = options;
  if (model.trim() === "") throw new FigtreeError("input.invalid", { field: "The embedding model's name", message: "It is empty." });
  const baseUrl = normaliseBaseUrl(options.baseUrl);
  const place = splitBaseUrl(baseUrl).origin;
  const apiKey = readKey(options.apiKey);
  const network = createNodeFetch();
  const sender = createSender({ client: createClient(baseUrl, apiKey, network.fetch), model, seconds: options.timeoutSeconds ?? 120, retries: options.retries ?? 5, logger: options.logger, random: options.random, now: options.now, sleep: options.sleep ?? sleepReal });
  const life = new AbortController();

  const embed = async (texts: readonly string[], wanted: AbortSignal): Promise<Float32Array[]> => {
    const stop = new AbortController();
    const end = (): void => stop.abort();
    const sources = [wanted, life.signal];
    for (const source of sources) source.addEventListener("abort", end, { once: true });
    if (sources.some((source) => source.aborted)) end();
    try {
      // Most servers refuse an empty text.
      const inputs = texts.map((text) => (text.trim() === "" ? "-" : prefix + text));
      return await mapBatches(cutBatches(inputs, batchSize, mostCharacters, (text) => text.length), inFlight, stop.signal, (batch, inner) => sender.send(batch, inner));
    } catch (failure) {
      if (failure instanceof RequestFailure) throw wording(failure, place, model, apiKey);
      throw toFigtreeError(failure, "endpoint.badResponse");
    } finally {
      for (const source of sources) source.removeEventListener("abort", end);
    }
  };

  try {
    const [probe] = await embed(["What is shown?"], signal);
    return {
      space: { id: endpointSpace(model, prefix), place: baseUrl, dimensions: { text: probe!.length, image: null, joint: null } },
      description: `Questions by ${model} at ${place}. It has no vectors of pictures.`,
      embedTexts: embed,
      embedImages: () => Promise.reject(new FigtreeError("input.invalid", { field: "The embedder", message: "An endpoint gives vectors of texts alone." })),
      embedJoint: () => Promise.reject(new FigtreeError("input.invalid", { field: "The embedder", message: "An endpoint gives vectors of texts alone." })),
      dispose() {
        life.abort();
        network.close();
        return Promise.resolve();
      },
    };
  } catch (failure) {
    network.close();
    throw failure;
  }
}

/** A server that is there but does not do this is no failing endpoint: another embedder is needed. */
function wording(failure: RequestFailure, place: string, model: string, key: string | undefined): FigtreeError {
  const error = failure.toFigtreeError(place, model, key);
  const { status, message = "" } = error.details;
  const without = status === 501 || ((status === 404 || status === 405) && error.code === "endpoint.badResponse") || /not support (?:the )?embedding|embeddings? (?:api |endpoint )?(?:is |are )?not (?:supported|enabled|available)/i.test(String(message));
  if (!without) return error;
  return new FigtreeError("embedder.notAvailable", { model, message: `${place} gives no embeddings with it: ${String(message)}` });
}
