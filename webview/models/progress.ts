import type { TraceSnapshot } from "../../src/core/trace";
import type { PanelState } from "../../src/protocol";
import { plainText } from "../text/plainText";
import { endNote } from "./outcome";

/** K of a run that searches in iterations, where its settings name it. */
export function plannedIterations({ method, settings }: Pick<TraceSnapshot, "method" | "settings">): number | undefined {
  const planned = settings["iterations"];
  return method === "vrest" && typeof planned === "number" && planned > 0 ? planned : undefined;
}

/** Empty for a method that has no iterations to count. */
export function iterationText({ iterations, method, settings, outcome }: Pick<TraceSnapshot, "iterations" | "method" | "settings" | "outcome">): string {
  const planned = plannedIterations({ method, settings });
  // The running iteration is named while the search goes on, the finished ones afterwards.
  if (outcome === null && planned !== undefined) return `Iteration ${Math.min(iterations + 1, planned)} of ${planned}`;
  if (method !== "vrest") return "";
  return planned === undefined ? `${iterations} iterations` : `${iterations} of ${planned} iterations`;
}

export function activityText({ activity }: Pick<TraceSnapshot, "activity">): string | undefined {
  if (activity === null) return undefined;
  return `${activity.phase === "generating" ? "Asking" : "Scoring"} ${activity.done} of ${activity.total}`;
}

/** What a screen reader hears while the search runs: short, and new only when an iteration ends or the status changes. */
export function announcement(status: PanelState["status"], snapshot: TraceSnapshot | null): string {
  if (status === "preparing") return "Preparing the figure.";
  if (status === "stopping") return "Stopping.";
  if (snapshot === null) return "";
  const best = snapshot.best === null ? "" : ` ${status === "done" ? "Answer" : "Best answer so far"}: ${plainText(snapshot.best.answer)}.`;
  if (status === "solving") return snapshot.iterations === 0 ? "Search started." : `${snapshot.iterations} iterations finished.${best}`;
  if (snapshot.outcome === null) return "";
  const note = endNote(snapshot);
  return `${note === undefined ? "Search complete." : `${note.label}. ${note.text}`}${best}`;
}
