import { sightOf, type Sight } from "./sight";

type Fetch = typeof globalThis.fetch;

export interface LocalModel {
  readonly name: string;
  readonly sight: Exclude<Sight, "blind">;
}

/** A model server that answers on a port of this machine. */
export interface LocalServer {
  readonly origin: string;
  readonly baseUrl: string;
  /** What a person may know it by. */
  readonly title: string;
  /** Those that see pictures first, then those of which nothing is said; blind ones are left out. */
  readonly models: readonly LocalModel[];
  /** It can fetch models by itself (POST /api/pull). */
  readonly pulls: boolean;
}

/** Who usually listens there; a name for people, nothing is decided by it. */
const usual: Readonly<Record<number, string>> = { 11434: "Ollama", 1234: "LM Studio", 8080: "llama.cpp", 8000: "vLLM", 30000: "SGLang" };
/** Milliseconds. */
const usualPatience = 3000;
/** Models of one server that are asked about one by one. */
const mostAsked = 64;

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.filter((entry): entry is Record<string, unknown> => typeof entry === "object" && entry !== null) : []);
const nameOf = (entry: Readonly<Record<string, unknown>>): string | undefined => [entry["id"], entry["model"], entry["name"]].find((name) => typeof name === "string" && name !== "") as string | undefined;

/** Reads JSON; undefined for anything else: no server, another one, an error page. */
async function readJson(fetch: Fetch, url: string, signal: AbortSignal, patience: number, body?: unknown): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]), ...(body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }) });
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    const value = (await response.json()) as unknown;
    return Array.isArray(value) ? { data: value } : typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A server says about its models in up to three lists; the first one that tells of a model's sight counts. */
async function askServer(fetch: Fetch, port: number, signal: AbortSignal, patience: number): Promise<LocalServer | undefined> {
  const origin = `http://localhost:${port}`;
  const [tags, detailed, plain] = await Promise.all(["/api/tags", "/api/v0/models", "/v1/models"].map((path) => readJson(fetch, `${origin}${path}`, signal, patience)));
  const pulls = Array.isArray(tags?.["models"]);
  const entries = [...listOf(tags?.["models"]), ...listOf(detailed?.["data"]), ...listOf(plain?.["data"]), ...listOf(plain?.["models"])];
  if (entries.length === 0 && !pulls && !Array.isArray(plain?.["data"])) return undefined;
  const sights = new Map<string, Sight>();
  for (const entry of entries) {
    const name = nameOf(entry);
    if (name !== undefined && (sights.get(name) ?? "unknown") === "unknown") sights.set(name, sightOf(entry));
  }
  if (pulls) {
    const unknown = [...sights].filter(([, sight]) => sight === "unknown").map(([name]) => name).slice(0, mostAsked);
    await Promise.all(unknown.map(async (name) => sights.set(name, sightOf(await readJson(fetch, `${origin}/api/show`, signal, patience, { model: name })))));
  }
  const models = [...sights].flatMap(([name, sight]) => (sight === "blind" ? [] : [{ name, sight }]));
  const sorted = [...models.filter(({ sight }) => sight === "sees"), ...models.filter(({ sight }) => sight === "unknown")];
  return { origin, baseUrl: `${origin}/v1`, title: usual[port] ?? (pulls ? "Ollama" : origin), models: sorted, pulls };
}

/** Looks for model servers on ports of this machine; each is told as soon as it has answered. One that takes more milliseconds than `patience` for a reply is not found. Never throws. */
export async function findLocalServers(ports: readonly number[], fetch: Fetch, signal: AbortSignal, found: (server: LocalServer) => void, patience = usualPatience): Promise<void> {
  await Promise.all(ports.map(async (port) => {
    const server = await askServer(fetch, port, signal, patience);
    if (server !== undefined && !signal.aborted) found(server);
  }));
}
