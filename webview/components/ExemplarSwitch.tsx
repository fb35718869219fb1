import { mostExemplars, retrievalTitle, type ExemplarPlan } from "../../src/protocol";
import { counted } from "../models/format";

export interface ExemplarSwitchProps {
  readonly plan: ExemplarPlan;
  readonly locked: boolean;
  readonly use: (on: boolean, count: number) => void;
  readonly free: (ids: readonly string[]) => void;
}

function libraryText({ library }: ExemplarPlan): string {
  if (library === null) return "The library has not been opened yet.";
  if (library.exemplars === 0) return "The library is empty.";
  if (library.verified === 0) return `None of ${counted(library.exemplars, "exemplar")} is verified yet.`;
  return `${counted(library.verified, "verified exemplar")} of ${library.exemplars}.`;
}

/** Whether the next solve is preceded by exemplars, and by how many. */
export function ExemplarSwitch({ plan, locked, use, free }: ExemplarSwitchProps) {
  const { on, count, mode, library, pinned, banned } = plan;
  const held = [...(pinned.length > 0 ? [`${pinned.length} pinned`] : []), ...(banned.length > 0 ? [`${banned.length} banned`] : [])].join(", ");
  return (
    <div class="exemplar-switch">
      <label class="check">
        <input type="checkbox" checked={on} disabled={locked || library?.exemplars === 0} onChange={(event) => use(event.currentTarget.checked, count)} />
        Use exemplars
      </label>
      <label class="count">
        <span class="hidden-text">Number of exemplars</span>
        <select value={count} disabled={locked || !on} onChange={(event) => use(on, Number(event.currentTarget.value))}>
          {Array.from({ length: mostExemplars }, (_, index) => <option key={index} value={index + 1} selected={index + 1 === count}>{index + 1}</option>)}
        </select>
      </label>
      <span class="note">{on ? `Chosen by ${mode === "rcts" ? retrievalTitle(mode) : mode === "rag" ? "retrieval" : "chance"}. ` : ""}{libraryText(plan)}</span>
      {held !== "" && <span class="note">{held}. <button type="button" class="link inline" disabled={locked} onClick={() => free([...pinned, ...banned])}>Release all</button></span>}
    </div>
  );
}
