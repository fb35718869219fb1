import type { Outcome, TraceSnapshot } from "../../src/core/trace";
import { describeError } from "../../src/protocol";

/** Why a search ended and what a person can do about it. */
export interface EndNote {
  readonly label: string;
  readonly reason: string;
  readonly next: string;
}

function reasonOf({ reason, error }: Outcome): { readonly reason: string; readonly next: string } {
  if (reason === "cancelled") return { reason: "You stopped the search before its end.", next: "Solve again for a complete search." };
  if (reason === "budget") {
    const limit = error === null ? undefined : error.details["message"] ?? error.details["limit"];
    return { reason: limit === undefined ? "The budget was used up before the search's end." : `The budget was used up before the search's end: ${String(limit)}.`, next: "Raise the limits in the settings and solve again." };
  }
  if (error === null) return { reason: "The search ended early.", next: "Solve again." };
  const { what, next } = describeError(error);
  return { reason: what, next };
}

/** The mark of a partial result, or of an end without an answer; undefined for a complete one and while running. */
export function endNote({ outcome, best }: Pick<TraceSnapshot, "outcome" | "best">): EndNote | undefined {
  if (outcome === null) return undefined;
  if (best === null) {
    const ended = outcome.partial ? reasonOf(outcome) : { reason: "No chain of steps reached an answer.", next: "Solve again, allow more depth, or choose a stronger model." };
    return { label: "No answer", ...ended };
  }
  return outcome.partial ? { label: "Partial answer", ...reasonOf(outcome) } : undefined;
}

/** How a complete search came to its end. */
export function completion({ outcome }: Pick<TraceSnapshot, "outcome">): string | undefined {
  switch (outcome?.reason) {
    case "completed":
      return "Search complete";
    case "exhausted":
      return "Search complete: nothing was left to try";
    case "decided":
      return "Ended early: no further trace could change the vote";
    default:
      return undefined;
  }
}
