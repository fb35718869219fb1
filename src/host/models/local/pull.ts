import { FigtreeError } from "../../../core/ports";

/** Vision models that Ollama's library has, small ones first; a person may name any other. */
export const pullableModels: readonly { readonly name: string; readonly note: string }[] = [
  { name: "qwen2.5vl:3b", note: "3.8 B" },
  { name: "gemma3:4b", note: "4.3 B" },
  { name: "qwen2.5vl:7b", note: "8.3 B" },
  { name: "minicpm-v:8b", note: "8 B" },
  { name: "llama3.2-vision:11b", note: "10.7 B" },
];

export interface PullProgress {
  /** What is being done, in the server's words. */
  readonly status: string;
  /** Bytes of the part that is on its way; 0 where the server does not tell. */
  readonly completed: number;
  readonly total: number;
}

function readLine(line: string, origin: string, model: string): PullProgress | "done" | undefined {
  let fields: Readonly<Record<string, unknown>>;
  try {
    fields = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { error, status, completed, total } = fields;
  if (typeof error === "string") throw new FigtreeError("endpoint.serverError", { place: origin, model, message: error.slice(0, 300) });
  if (status === "success") return "done";
  return { status: typeof status === "string" ? status.slice(0, 100) : "", completed: typeof completed === "number" ? completed : 0, total: typeof total === "number" ? total : 0 };
}

/**
 * Has a server fetch a model (POST /api/pull, one JSON object a line). Aborting closes the connection; the server
 * keeps what has arrived. Throws `endpoint.unreachable`, `endpoint.serverError`, `cancelled`.
 */
export async function pullModel(origin: string, model: string, fetch: typeof globalThis.fetch, signal: AbortSignal, report: (progress: PullProgress) => void): Promise<void> {
  try {
    const response = await fetch(`${origin}/api/pull`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ model, stream: true }), signal });
    if (!response.ok || response.body === null) throw new FigtreeError("endpoint.serverError", { place: origin, model, status: response.status, message: (await response.text()).slice(0, 300) });
    const decoder = new TextDecoder();
    let rest = "";
    let done = false;
    const take = (line: string): void => {
      const progress = readLine(line, origin, model);
      if (progress === "done") done = true;
      else if (progress !== undefined) report(progress);
    };
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(take);
    }
    take(rest);
    if (!done) throw new FigtreeError("endpoint.serverError", { place: origin, model, message: "The connection ended before the model was there." });
  } catch (thrown) {
    if (signal.aborted) throw new FigtreeError("cancelled");
    if (thrown instanceof FigtreeError) throw thrown;
    throw new FigtreeError("endpoint.unreachable", { place: origin, message: thrown instanceof Error ? thrown.message : String(thrown) }, { cause: thrown });
  }
}
