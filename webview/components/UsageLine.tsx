import type { TraceSnapshot } from "../../src/core/trace";
import { describeWarning } from "../../src/protocol";
import { translate } from "../l10n";
import { count, duration, replies, requests } from "../models/format";
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
    <section class="usage" aria-label={translate("Cost and notes")}>
      <div class="usage-line">
        {iterationText(snapshot) !== "" && <span>{iterationText(snapshot)}</span>}
        <span>{requests(usage.requests)}</span>
        <span>{replies(usage.samples)}</span>
        <span>{translate("{0} tokens in, {1} out", count(usage.promptTokens), count(usage.completionTokens))}</span>
        <span>{duration(seconds)}</span>
        <div class="usage-actions">
          {addToLibrary !== undefined && <button type="button" class="secondary" disabled={outcome === null} onClick={addToLibrary}><Icon name="add" />{translate("Add to Library…")}</button>}
          {save !== undefined && <button type="button" class="secondary" disabled={outcome === null} onClick={save}><Icon name="save" />{translate("Save Trace…")}</button>}
        </div>
      </div>
      {savedAs !== null && <div class="note">{translate("Saved as {0}", savedAs)}</div>}
      {warnings.length > 0 && (
        <ul class="warnings" aria-label={translate("Notes on this run")}>
          {warnings.map((warning) => <li key={`${warning.code} ${warning.detail}`}><Icon name="warning" /><span>{describeWarning(warning, translate)}</span></li>)}
        </ul>
      )}
    </section>
  );
}
