import { mostExemplars, plural, sentences, type ExemplarPlan } from "../../src/protocol";
import { translate } from "../l10n";
import { exemplars } from "../models/format";

export interface ExemplarSwitchProps {
  readonly plan: ExemplarPlan;
  readonly locked: boolean;
  readonly use: (on: boolean, count: number) => void;
  readonly free: (ids: readonly string[]) => void;
}

function libraryText({ library }: ExemplarPlan): string {
  if (library === null) return translate("The library has not been opened yet.");
  if (library.exemplars === 0) return translate("The library is empty.");
  if (library.verified === 0) return translate("None of {0} is verified yet.", exemplars(library.exemplars));
  return translate(plural(library.verified, "{0} verified exemplar of {1}.", "{0} verified exemplars of {1}."), library.verified, library.exemplars);
}

function heldText({ pinned, banned }: ExemplarPlan): string {
  if (banned.length === 0) return pinned.length === 0 ? "" : translate("{0} pinned.", pinned.length);
  return pinned.length === 0 ? translate("{0} banned.", banned.length) : translate("{0} pinned, {1} banned.", pinned.length, banned.length);
}

/** Whether the next solve is preceded by exemplars, and by how many. */
export function ExemplarSwitch({ plan, locked, use, free }: ExemplarSwitchProps) {
  const { on, count, mode, library, pinned, banned } = plan;
  const held = heldText(plan);
  return (
    <div class="exemplar-switch">
      <label class="check">
        <input type="checkbox" checked={on} disabled={locked || library?.exemplars === 0} onChange={(event) => use(event.currentTarget.checked, count)} />
        {translate("Use exemplars")}
      </label>
      <label class="count">
        <span class="hidden-text">{translate("Number of exemplars")}</span>
        <select value={count} disabled={locked || !on} onChange={(event) => use(on, Number(event.currentTarget.value))}>
          {Array.from({ length: mostExemplars }, (_, index) => <option key={index} value={index + 1} selected={index + 1 === count}>{index + 1}</option>)}
        </select>
      </label>
      <span class="note">{sentences(on ? translate({ rcts: "Chosen by RCTS.", rag: "Chosen by retrieval.", random: "Chosen by chance." }[mode]) : "", libraryText(plan))}</span>
      {held !== "" && <span class="note">{held} <button type="button" class="link inline" disabled={locked} onClick={() => free([...pinned, ...banned])}>{translate("Release all")}</button></span>}
    </div>
  );
}
