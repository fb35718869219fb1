import { chooseExemplars, exemplarTurns, type ExemplarProblem, type RetrievalSettings } from "../exemplars";
import { toFigtreeError, untilAborted, type Clock, type Embedder, type Exemplar, type ExemplarStore, type FigtreeError, type PreparedImage } from "../ports";
import { parseSolution, type ExemplarTurns } from "../prompts";
import type { ExemplarSelection } from "../trace";
import type { MeteredModel } from "./budget";
import type { Reporter } from "./reporter";

/** Where a solve takes its exemplars from. */
export interface SolveLibrary {
  readonly store: ExemplarStore;
  /** Null: full text alone. */
  readonly embedder: Embedder | null;
  readonly settings: RetrievalSettings;
  /** Ids that are used in any case, before others. */
  readonly pinned: readonly string[];
  /** Ids that are never used. */
  readonly banned: readonly string[];
  /** Guard against leaks; it holds for pinned ones too. */
  readonly allowed?: (exemplar: Exemplar) => boolean;
}

function sentenceOf({ code, details }: FigtreeError): string {
  const what = code.startsWith("embedder.") || code.startsWith("endpoint.") ? "the question and the figure could not be compared with them" : "the library could not be read";
  const message = details["message"];
  return `${what} (${typeof message === "string" && message !== "" ? message.replace(/[.\s]+$/, "") : code}).`;
}

/** The first of them by their questions; the id where a question stands in the figure. */
function namesOf(exemplars: readonly Exemplar[]): string {
  const named = exemplars.slice(0, 3).map(({ id, question }) => {
    const text = question.trim().replace(/\s+/g, " ");
    return text === "" ? id : `"${text.length > 80 ? `${text.slice(0, 79)}…` : text}"`;
  });
  return [...named, ...(exemplars.length > named.length ? ["…"] : [])].join(", ");
}

/**
 * Chooses the exemplars of a problem and makes them turns. A failure of library or embedder does not fail the solve:
 * it is a warning, and there are no exemplars. One whose picture is lost is left out, and named in a warning.
 *
 * @returns null without exemplars
 * @throws FigtreeError `cancelled`, `budget.*`, or the model's failure where the choice asks the model
 */
export async function chooseTurns(library: SolveLibrary, problem: ExemplarProblem, model: MeteredModel, clock: Clock, reporter: Reporter): Promise<{ readonly turns: ExemplarTurns; readonly selection: ExemplarSelection } | null> {
  const { store, settings } = library;
  if (settings.mode === "none") return null;
  const turnsOf = async (exemplars: readonly Exemplar[]): Promise<ExemplarTurns> => exemplarTurns(exemplars, await picturesOf(store, exemplars), settings);
  // Calls of the answer-grounded reward are counted and stopped as those of the solve.
  const answer = { generate: model.generate, turnsOf, parseSolution: (reply: string) => parseSolution(reply) };
  try {
    const choosing = chooseExemplars({ ...library, problem, answer, clock, signal: model.signal });
    const { selection, exemplars, pictures, lost, failures } = await untilAborted(choosing, model.signal);
    const turns = exemplarTurns(exemplars, pictures, settings);
    reporter.emit({ type: "exemplars", selection });
    const [failure] = failures.values();
    if (failure !== undefined) reporter.warn("retrievalReduced", 1, sentenceOf(failure));
    if (lost.length > 0) reporter.warn("exemplarPictureLost", lost.length, namesOf(lost));
    if (turns.length > 0) return { turns, selection };
    reporter.warn("exemplarsUnavailable", 1, "the library holds none that may be used.");
    return null;
  } catch (thrown) {
    model.throwIfFailed();
    reporter.warn("exemplarsUnavailable", 1, sentenceOf(toFigtreeError(thrown, "library.damaged")));
    return null;
  }
}

async function picturesOf(store: ExemplarStore, exemplars: readonly Exemplar[]): Promise<ReadonlyMap<string, PreparedImage>> {
  return new Map(
    await Promise.all(
      exemplars.map(async ({ image: { sha256, mediaType, width, height } }) => [sha256, { sha256, mediaType, width, height, bytes: await store.readImage(sha256) }] as const),
    ),
  );
}
