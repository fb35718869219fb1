import { retrievalSettingsOf, type RetrievalSettings } from "../../core/exemplars";
import { FigtreeError } from "../../core/ports";
import type { MethodSpec, SolveLibrary } from "../../core/solve";
import type { Io } from "../io";
import { joinSettings } from "../method";
import type { Environment } from "../models";
import { numberOption, oneOf, wholeNumberOption } from "../options";
import { openEmbedderFor, openChosenLibrary, type LibraryChoice } from "./choice";
import { vectorNote } from "./vectors";

/** How exemplars are used by a solve, as typed. */
export interface RetrievalOptions extends LibraryChoice {
  readonly exemplars?: string;
  readonly retrieval?: string;
  readonly candidates?: string;
  readonly alpha?: string;
  readonly beta?: string;
  readonly rollouts?: string;
  readonly exemplarReward?: string;
  /** False: exemplars show question and answer alone. */
  readonly contexts?: boolean;
  readonly pin?: readonly string[];
  readonly ban?: readonly string[];
}

/** @param named what the method itself says of its exemplars. Throws `input.invalid` that names the option. */
export function retrievalOptionsOf(options: RetrievalOptions, seed: number, named: MethodSpec["exemplars"]): RetrievalSettings {
  const given: Parameters<typeof retrievalSettingsOf>[0] = {
    mode: options.retrieval === undefined ? undefined : oneOf("--retrieval", options.retrieval, ["rcts", "rag", "random", "none"] as const),
    exemplars: wholeNumberOption("--exemplars", options.exemplars, 1, 16),
    candidates: wholeNumberOption("--candidates", options.candidates, 1, 200),
    alpha: numberOption("--alpha", options.alpha),
    beta: numberOption("--beta", options.beta),
    rollouts: wholeNumberOption("--rollouts", options.rollouts, 1, 100_000),
    reward: options.exemplarReward === undefined ? undefined : oneOf("--exemplar-reward", options.exemplarReward, ["heuristic", "answerGrounded"] as const),
    // On is what the terminal says where nothing was typed.
    contexts: options.contexts === false ? false : undefined,
    seed,
  };
  return retrievalSettingsOf(named === null ? given : joinSettings(given, { ...named.overrides, mode: named.mode }));
}

export interface OpenedLibrary {
  readonly library: SolveLibrary;
  close(): Promise<void>;
}

/**
 * The library of a solve; null where the options want none. Vectors of another embedder than the named one are not
 * compared: full text is used alone then.
 */
export async function openSolveLibrary(options: RetrievalOptions, seed: number, named: MethodSpec["exemplars"], io: Io, env: Environment, signal: AbortSignal): Promise<OpenedLibrary | null> {
  const settings = retrievalOptionsOf(options, seed, named);
  if (options.library === undefined) {
    const needless = ([["--method", named === null || named.mode === "none" ? undefined : named.mode], ["--exemplars", options.exemplars], ["--retrieval", options.retrieval === "none" ? undefined : options.retrieval], ["--pin", options.pin], ["--ban", options.ban]] as const).find(([, value]) => value !== undefined);
    if (needless !== undefined) throw new FigtreeError("input.invalid", { field: needless[0], message: "It needs a library: give --library too." });
    return null;
  }
  if (settings.mode === "none") return null;
  const store = await openChosenLibrary(options, io, env);
  try {
    const pinned = [...new Set(options.pin ?? [])];
    const known = await store.get(pinned);
    const unknown = pinned.find((_, index) => known[index] === undefined);
    if (unknown !== undefined) throw new FigtreeError("input.invalid", { field: "--pin", value: unknown, message: "The library has no exemplar with this id." });
    const embedder = settings.mode === "random" ? null : await openEmbedderFor(store, options, env, signal);
    const note = embedder === null ? null : await vectorNote(store, embedder);
    if (note !== null) io.stderr(`${note}\n`);
    return {
      library: { store, embedder, settings, pinned, banned: options.ban ?? [] },
      close: async () => {
        await embedder?.dispose();
        await store.close();
      },
    };
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}
