import type { TraceSnapshot } from "../../src/core/trace";
import { plural, sentences, type PanelState } from "../../src/protocol";
import { translate } from "../l10n";
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
  if (outcome === null && planned !== undefined) return translate("Iteration {0} of {1}", Math.min(iterations + 1, planned), planned);
  if (method !== "vrest") return "";
  return planned === undefined ? translate(plural(iterations, "{0} iteration", "{0} iterations"), iterations) : translate("{0} of {1} iterations", iterations, planned);
}

export function activityText({ activity }: Pick<TraceSnapshot, "activity">): string | undefined {
  if (activity === null) return undefined;
  return translate(activity.phase === "generating" ? "Asking {0} of {1}" : "Scoring {0} of {1}", activity.done, activity.total);
}

/** What a screen reader hears while the search runs: short, and new only when an iteration ends or the status changes. */
export function announcement(status: PanelState["status"], snapshot: TraceSnapshot | null): string {
  if (status === "preparing") return translate("Preparing the figure.");
  if (status === "stopping") return translate("Stopping.");
  if (snapshot === null) return "";
  const best = snapshot.best === null ? "" : translate(status === "done" ? "Answer: {0}." : "Best answer so far: {0}.", plainText(snapshot.best.answer));
  if (status === "solving") return snapshot.iterations === 0 ? translate("Search started.") : sentences(translate(plural(snapshot.iterations, "{0} iteration finished.", "{0} iterations finished."), snapshot.iterations), best);
  if (snapshot.outcome === null) return "";
  const note = endNote(snapshot);
  return sentences(note === undefined ? translate("Search complete.") : sentences(note.heading, note.text), best);
}
