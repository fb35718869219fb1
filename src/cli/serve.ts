import { createEmbeddedModel } from "../adapters/embedded";
import { startServer } from "../adapters/server";
import { FigtreeError, toFigtreeError, type Logger } from "../core/ports";
import { sentence } from "./result";

export interface ServeOptions {
  /** 0: any free port. */
  readonly port: number;
  /** A loopback name or address. */
  readonly host: string;
  /** Folder of the model. */
  readonly folder: string;
  /** Its name; default: that of the folder. */
  readonly name?: string;
  /** True if that is the bundled sample. */
  readonly sample: boolean;
  /** The built entry of the embedded model's process. */
  readonly processFile: string;
  /** Name of the environment variable that holds the key which clients must send. */
  readonly apiKeyEnv?: string | undefined;
}

interface ServeStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * `figtree serve`: serves an embedded model on loopback until the signal aborts. Prints the base URL
 * on a line of its own once requests are answered. Exit codes: 0, 2 bad input, 3 the model failed.
 */
export async function serve(options: ServeOptions, { stdout, stderr, env }: ServeStreams, signal: AbortSignal): Promise<number> {
  const say = (text: string) => void stderr.write(`${text}\n`);
  const logger: Logger = { info: () => undefined, warn: say, error: say };
  const model = createEmbeddedModel({ ...options, logger });
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  try {
    const apiKey = options.apiKeyEnv === undefined ? undefined : env[options.apiKeyEnv];
    if (options.apiKeyEnv !== undefined && (apiKey === undefined || apiKey === "")) throw new FigtreeError("input.invalid", { field: "--api-key-env", value: options.apiKeyEnv, message: "This environment variable is not set." });
    // The place is taken first, since a wrong host or port is known at once; early requests wait for the model.
    server = await startServer({ model, host: options.host, port: options.port, logger, apiKey });
    const milliseconds = await model.load(signal);
    stdout.write(`${server.url}\n`);
    say(`Serving ${model.info.name} (loaded in ${milliseconds} ms). Ctrl-C ends it.`);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    return 0;
  } catch (thrown) {
    const error = toFigtreeError(thrown, "model.crashed");
    if (error.code === "cancelled") return 0;
    say(sentence(error));
    return error.code === "input.invalid" || error.code === "model.notFound" ? 2 : 3;
  } finally {
    await server?.close();
    await model.dispose();
  }
}
