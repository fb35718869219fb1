import { toFigtreeError, type ExemplarStore } from "../../core/ports";
import { printJson, type Io } from "../io";
import type { Environment } from "../models";
import { exitCodeOfError, sentence } from "../result";
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
 * Runs a command; its failure becomes one sentence.
 * @returns exit code: 0 done, 2 bad input, 3 endpoint, library or embedder failed, 4 stopped
 */
export async function tellFailure({ json }: { readonly json?: boolean }, { io }: LibraryCommand, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (thrown) {
    const error = toFigtreeError(thrown, "input.invalid");
    const words = error.code === "cancelled" ? "Stopped. What was done by then is kept: the same command goes on from there." : sentence(error);
    if (json === true) printJson(io, { error: { code: error.code, sentence: words } });
    else io.stderr(`${words}\n`);
    return exitCodeOfError(error.code);
  }
}

/** Opens a library that is there, runs a command on it and closes it. Failures and exit codes as `tellFailure`. */
export const withLibrary = (choice: LibraryChoice & { readonly json?: boolean }, command: LibraryCommand, run: (store: ExemplarStore) => Promise<number>): Promise<number> =>
  tellFailure(choice, command, async () => usingStore(await openChosenLibrary(choice, command.io, command.env), run));

/** Closes the store whatever happens; what was done before counts even where closing fails. */
export async function usingStore<Result>(store: ExemplarStore, run: (store: ExemplarStore) => Promise<Result>): Promise<Result> {
  try {
    return await run(store);
  } finally {
    await store.close().catch(() => undefined);
  }
}
