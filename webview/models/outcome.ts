import type { TraceSnapshot } from "../../src/core/trace";
import { describeOutcome } from "../../src/protocol";

/** The mark of a partial result, or of an end without an answer. */
interface EndNote {
  readonly label: string;
  /** Why, and what a person can do about it. */
  readonly text: string;
}

function partialText({ outcome, best }: Pick<TraceSnapshot, "outcome" | "best">, explained: boolean): string {
  if (outcome === null) return "";
  if (!outcome.partial) return "No chain of steps reached an answer. Solve again, allow more depth, or choose a stronger model.";
  if (outcome.reason === "cancelled") return `${describeOutcome(outcome, best !== null) ?? ""} Solve again for a complete search.`;
  if (outcome.reason === "failed" && explained) return "The search failed before its end.";
  return describeOutcome(outcome, best !== null) ?? "";
}

/**
 * Undefined for a complete result and while running.
 * `explained`: what failed is said elsewhere already.
 */
export function endNote(snapshot: Pick<TraceSnapshot, "outcome" | "best">, explained = false): EndNote | undefined {
  const { outcome, best } = snapshot;
  if (outcome === null || (best !== null && !outcome.partial)) return undefined;
  return { label: best === null ? "No answer" : "Partial answer", text: partialText(snapshot, explained) };
}

/** How a complete search came to its end; undefined for every other one. */
export function completion({ outcome }: Pick<TraceSnapshot, "outcome">): string | undefined {
  return outcome === null || outcome.partial ? undefined : describeOutcome(outcome, true) ?? "Search complete.";
}
