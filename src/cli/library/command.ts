import { toFigtreeError, type ExemplarStore } from "../../core/ports";
import { exitCode, type Io } from "../io";
import type { Environment } from "../models";
import { sentence } from "../result";
import { openChosenLibrary, type LibraryChoice } from "./choice";

/** What every command of the library works with. */
export interface LibraryCommand {
  readonly io: Io;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Asks a person; null where nobody can answer. */
  readonly confirm: ((question: string) => Promise<boolean>) | null;
}

/**
 * Opens the library, runs a command on it and closes it; failures become one sentence.
 * @returns exit code: 0 done, 2 bad input, 3 endpoint, library or embedder failed, 4 stopped
 */
export async function withLibrary(choice: LibraryChoice & { readonly json?: boolean }, command: LibraryCommand, run: (store: ExemplarStore) => Promise<number>): Promise<number> {
  const { io, env } = command;
  try {
    const store = await openChosenLibrary(choice, io, env);
    try {
      return await run(store);
    } finally {
      await store.close();
    }
  } catch (thrown) {
    const error = toFigtreeError(thrown, "input.invalid");
    const words = error.code === "cancelled" ? "Stopped. What was done by then is kept: the same command goes on from there." : sentence(error);
    if (choice.json === true) io.stdout(`${JSON.stringify({ error: { code: error.code, sentence: words } }, null, 2)}\n`);
    else io.stderr(`${words}\n`);
    if (error.code === "cancelled") return exitCode.partial;
    return /^(endpoint|model|embedder|library|editor)\./.test(error.code) ? exitCode.endpointFailed : exitCode.badInput;
  }
}
