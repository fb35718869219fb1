import type { TraceSnapshot } from "../../src/core/trace";
import { describeWarning } from "../../src/protocol";
import { count, counted, duration } from "../models/format";
import { iterationText } from "../models/progress";
import { Icon } from "./Icon";

interface Props {
  readonly snapshot: TraceSnapshot;
  readonly savedAs: string | null;
  /** Undefined where the trace is a file already. */
  readonly save: (() => void) | undefined;
  /** Undefined where there is nothing to keep as an exemplar. */
  readonly addToLibrary: (() => void) | undefined;
}

/** What the run has cost so far, what it met on the way, and the way to keep it. */
export function UsageLine({ snapshot, savedAs, save, addToLibrary }: Props) {
  const { usage, seconds, warnings, outcome } = snapshot;
  return (
    <section class="usage" aria-label="Cost and notes">
      <div class="usage-line">
        {iterationText(snapshot) !== "" && <span>{iterationText(snapshot)}</span>}
        <span>{counted(usage.requests, "request")}</span>
        <span>{counted(usage.samples, "reply", "replies")}</span>
        <span>{count(usage.promptTokens)} tokens in, {count(usage.completionTokens)} out</span>
        <span>{duration(seconds)}</span>
        <div class="usage-actions">
          {addToLibrary !== undefined && <button type="button" class="secondary" disabled={outcome === null} onClick={addToLibrary}><Icon name="add" />Add to Library…</button>}
          {save !== undefined && <button type="button" class="secondary" disabled={outcome === null} onClick={save}><Icon name="save" />Save Trace…</button>}
        </div>
      </div>
      {savedAs !== null && <div class="note">Saved as {savedAs}</div>}
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="Notes on this run">
          {warnings.map((warning) => <li key={`${warning.code} ${warning.detail}`}><Icon name="warning" /><span>{describeWarning(warning)}</span></li>)}
        </ul>
      )}
    </section>
  );
}
