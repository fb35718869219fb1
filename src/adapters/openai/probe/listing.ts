import type OpenAI from "openai";
import { fieldsOf, listOf, numberOf, splitBaseUrl, textOf } from "../../http";

export interface Listing {
  /** Names of the models that the server lists; empty when it lists none. */
  readonly models: readonly string[];
  /** Tokens of the context of the model in question, as the server says. */
  readonly contextTokens: number | null;
}

const contextFields = ["loaded_context_length", "max_model_len", "context_length", "context_window", "max_context_length", "n_ctx"];

function contextOf(entry: Readonly<Record<string, unknown>>): number | null {
  const places = [entry, fieldsOf(entry["meta"]), fieldsOf(entry["top_provider"]), fieldsOf(entry["default_generation_settings"])];
  const found = contextFields.flatMap((name) => places.map((place) => numberOf(place[name]))).find((value) => value !== undefined && value > 0);
  return found ?? null;
}

/**
 * What `/models` tells, and where it does not tell the context, `/props` at the server's root. Never throws.
 *
 * @param seconds each of the two may take no longer
 */
export async function readListing(client: OpenAI, baseUrl: string, model: string, seconds: number, count: () => void, signal: AbortSignal): Promise<Listing> {
  const get = async (path: string): Promise<unknown> => {
    if (signal.aborted) return undefined;
    count();
    try {
      return (await (await client.get(path, { signal, timeout: seconds * 1000 }).asResponse()).json()) as unknown;
    } catch {
      return undefined;
    }
  };
  const answer = await get("/models");
  const entries = (Array.isArray(answer) ? answer : listOf(fieldsOf(answer)["data"] ?? fieldsOf(answer)["models"])).map(fieldsOf);
  const nameOf = (entry: Readonly<Record<string, unknown>>): string | undefined => textOf(entry["id"]) ?? textOf(entry["name"]);
  const own = entries.find((entry) => nameOf(entry) === model);
  const told = own === undefined ? null : contextOf(own);
  const contextTokens = told ?? (entries.length === 0 ? null : contextOf(fieldsOf(await get(`${splitBaseUrl(baseUrl).origin}/props`))));
  return { models: entries.map(nameOf).filter((name) => name !== undefined), contextTokens };
}
