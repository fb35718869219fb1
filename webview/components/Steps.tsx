import type { NodeSnapshot, TraceSnapshot } from "../../src/core/trace";
import { translate } from "../l10n";
import { ModelText } from "../text/ModelText";
import { bestPath } from "../tree/treeModel";
import { Meter } from "./Meter";

interface Props {
  readonly snapshot: TraceSnapshot;
  readonly selected: number | null;
  readonly select: (node: number) => void;
}

function Step({ node, place, selected, select }: { readonly node: NodeSnapshot; readonly place: number; readonly selected: boolean; readonly select: (node: number) => void }) {
  return (
    <tr role="row" class={selected ? "step selected" : "step"}>
      <th role="rowheader" scope="row">
        <div class="step-head">
          <button type="button" class="step-number" aria-label={translate("Step {0}: show it in the tree", place)} aria-pressed={selected} onClick={() => select(node.id)}>{place}</button>
          <div class="step-text">
            <div class="step-question"><ModelText text={node.subQuestion} inline /></div>
            <div class="step-answer"><ModelText text={node.answer} /></div>
          </div>
        </div>
      </th>
      <td role="cell" data-label={translate("Usefulness")}><Meter value={node.usefulness} /></td>
      <td role="cell" data-label={translate("Correctness")}><Meter value={node.correctness} /></td>
      <td role="cell" data-label={translate("Value")}><Meter value={node.value} /></td>
    </tr>
  );
}

/** The winning chain of steps. Roles are spelled out because narrow panels lay the table out as blocks. */
export function Steps({ snapshot, selected, select }: Props) {
  const steps = bestPath(snapshot).slice(1).flatMap((id) => snapshot.nodes[id] ?? []);
  return (
    <table role="table" class="steps" aria-label={translate("Steps to the answer")}>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">{translate("Sub-question and answer")}</th>
          <th role="columnheader" scope="col" title={translate("Probability that the model calls the sub-question useful (R1)")}>{translate("Usefulness")}</th>
          <th role="columnheader" scope="col" title={translate("Probability that the model calls the answer correct (R2)")}>{translate("Correctness")}</th>
          <th role="columnheader" scope="col" title={translate("Mean return of all searches through this step")}>{translate("Value")}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">{steps.map((node, index) => <Step key={node.id} node={node} place={index + 1} selected={node.id === selected} select={select} />)}</tbody>
    </table>
  );
}
