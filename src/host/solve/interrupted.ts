import type { TraceSnapshot } from "../../core/trace";

/** A stored solve without an end was cut off (the window closed, the process died): it is shown as stopped. */
export function interrupted(snapshot: TraceSnapshot): TraceSnapshot {
  return snapshot.outcome === null ? { ...snapshot, activity: null, outcome: { reason: "cancelled", partial: true, error: null } } : snapshot;
}
