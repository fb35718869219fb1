import type { PanelState } from "../../src/protocol";
import { useSparse } from "../hooks/useSparse";
import { isComparing } from "../models/comparison";
import { announcement } from "../models/progress";

/** Least time between two announcements. Milliseconds. */
const interval = 3000;

/** What a screen reader hears of a running search; a comparison speaks for itself. */
export function LiveRegion({ panel }: { readonly panel: PanelState }) {
  return <div class="hidden-text live" role="status" aria-live="polite">{useSparse(isComparing(panel) ? "" : announcement(panel.status, panel.snapshot), interval)}</div>;
}
