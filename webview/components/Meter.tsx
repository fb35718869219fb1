import { translate } from "../l10n";
import { score } from "../models/format";

/** A value in [0, 1] as a number with a small bar; a dash where nothing was measured. */
export function Meter({ value }: { readonly value: number | null }) {
  if (value === null) return <span class="meter-none"><span aria-hidden="true">–</span><span class="hidden-text">{translate("not measured")}</span></span>;
  return (
    <span class="meter">
      <span class="meter-number">{score(value)}</span>
      <span class="meter-bar" aria-hidden="true"><span style={{ width: `${Math.min(1, Math.max(0, value)) * 100}%` }} /></span>
    </span>
  );
}
