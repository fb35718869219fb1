import type { TraceSnapshot } from "../../src/core/trace";
import { describeOutcome, sentences } from "../../src/protocol";
import { translate } from "../l10n";

/** The mark of a partial result, or of an end without an answer. */
interface EndNote {
  /** "No answer.", as a sentence. */
  readonly heading: string;
  /** Why, and what a person can do about it. */
  readonly text: string;
}

function partialText({ outcome, best }: Pick<TraceSnapshot, "outcome" | "best">, explained: boolean): string {
  if (outcome === null) return "";
  if (!outcome.partial) return translate("No chain of steps reached an answer. Solve again, allow more depth, or choose a stronger model.");
  if (outcome.reason === "cancelled") return sentences(describeOutcome(outcome, best !== null, translate) ?? "", translate("Solve again for a complete search."));
  if (outcome.reason === "failed" && explained) return translate("The search failed before its end.");
  return describeOutcome(outcome, best !== null, translate) ?? "";
}

/**
 * Undefined for a complete result and while running.
 * `explained`: what failed is said elsewhere already.
 */
export function endNote(snapshot: Pick<TraceSnapshot, "outcome" | "best">, explained = false): EndNote | undefined {
  const { outcome, best } = snapshot;
  if (outcome === null || (best !== null && !outcome.partial)) return undefined;
  return { heading: best === null ? translate("No answer.") : translate("Partial answer."), text: partialText(snapshot, explained) };
}

/** How a complete search came to its end; undefined for every other one. */
export function completion({ outcome }: Pick<TraceSnapshot, "outcome">): string | undefined {
  return outcome === null || outcome.partial ? undefined : describeOutcome(outcome, true, translate) ?? translate("Search complete.");
}
