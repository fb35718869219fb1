import type { PanelState } from "../../src/protocol";
import { translate } from "../l10n";
import { duration, steps } from "../models/format";
import { comparisonProgress, isComparing } from "../models/comparison";
import { activityText, iterationText, plannedIterations } from "../models/progress";

/** A thin bar and one line while something is going on. */
export function Progress({ panel }: { readonly panel: PanelState }) {
  const { snapshot, status, progress } = panel;
  const running = snapshot !== null && snapshot.outcome === null && status !== "preparing";
  const comparing = isComparing(panel) ? comparisonProgress(panel.comparison) : undefined;
  const planned = comparing !== undefined ? comparing.total : running ? plannedIterations(snapshot) : undefined;
  const reached = comparing?.done ?? snapshot?.iterations ?? 0;
  const done = planned === undefined ? undefined : Math.min(1, reached / planned);
  const line = status === "preparing" ? [translate("Reading the figure")] : comparing !== undefined ? [comparing.text, status === "stopping" ? translate("Stopping") : progress ?? comparing.running] : running
    ? [iterationText(snapshot), steps(snapshot.nodes.length - 1), duration(snapshot.seconds), status === "stopping" ? translate("Stopping") : progress ?? activityText(snapshot) ?? ""]
    : [status === "stopping" ? translate("Stopping") : progress ?? translate("Starting")];
  return (
    <div class="progress">
      <div class="progress-bar" role="progressbar" aria-label={comparing === undefined ? translate("Search") : translate("Comparison")} aria-valuemin={0} aria-valuemax={planned} aria-valuenow={planned === undefined ? undefined : reached}>
        <div class="progress-done" style={{ width: `${(done ?? 0) * 100}%` }} />
        <div class="progress-moving" />
      </div>
      <div class="progress-line note">{line.filter((part) => part !== "").map((part) => <span key={part}>{part}</span>)}</div>
    </div>
  );
}
