import { sightOf, type Sight } from "./sight";

export interface EndpointModelName {
  readonly name: string;
  readonly sight: Sight;
}

/** A list that takes longer is done without; milliseconds. */
const patience = 10_000;
const order: Readonly<Record<Sight, number>> = { sees: 0, unknown: 1, blind: 2 };

/** The models that an endpoint lists, those that see pictures first; empty where it lists none. Never throws. */
export async function listEndpointModels(baseUrl: string, key: string | undefined, fetch: typeof globalThis.fetch): Promise<readonly EndpointModelName[]> {
  try {
    const url = new URL(baseUrl);
    url.pathname = `${url.pathname.replace(/\/$/, "")}/models`;
    const response = await fetch(url, { signal: AbortSignal.timeout(patience), headers: key === undefined || key === "" ? {} : { authorization: `Bearer ${key}` } });
    if (!response.ok) return [];
    const answer = (await response.json()) as { readonly data?: unknown } | readonly unknown[];
    const entries = Array.isArray(answer) ? (answer as readonly unknown[]) : "data" in answer && Array.isArray(answer.data) ? (answer.data as readonly unknown[]) : [];
    const names = entries.flatMap((entry) => {
      const { id } = (entry ?? {}) as { readonly id?: unknown };
      return typeof id === "string" && id !== "" ? [{ name: id, sight: sightOf(entry) }] : [];
    });
    return names.sort((a, b) => order[a.sight] - order[b.sight] || (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
