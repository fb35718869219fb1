import type { NodeSnapshot } from "../../src/core/trace";
import { enumerated } from "../../src/protocol";
import { translate } from "../l10n";
import { count, score } from "../models/format";
import { ModelText } from "../text/ModelText";
import { Meter } from "./Meter";

/** Everything about the selected node. */
export function NodeDetails({ node, best }: { readonly node: NodeSnapshot; readonly best: boolean }) {
  const root = node.parent === null;
  const marks = [...(node.terminal ? [translate("ends in an answer")] : []), ...(best ? [translate("on the best path")] : []), ...(node.multiplicity > 1 ? [translate("merged from {0} equal replies", node.multiplicity)] : [])];
  return (
    <section class="node-details" aria-label={translate("Selected step")}>
      <h3>{root ? translate("Question") : translate("Step {0}", node.depth)}{marks.length > 0 && <span class="note"> {enumerated(marks, translate)}</span>}</h3>
      <div class="step-question">{node.subQuestion === "" ? translate("Read from the figure") : <ModelText text={node.subQuestion} inline />}</div>
      {node.answer !== "" && <div class="step-answer"><ModelText text={node.answer} /></div>}
      <dl>
        {!root && (
          <>
            <div><dt>{translate("Usefulness")}</dt><dd><Meter value={node.usefulness} /></dd></div>
            <div><dt>{translate("Correctness")}</dt><dd><Meter value={node.correctness} /></dd></div>
            <div><dt>{translate("Step reward")}</dt><dd><Meter value={node.reward} /></dd></div>
            <div><dt>{translate("Value")}</dt><dd><Meter value={node.value} /></dd></div>
          </>
        )}
        <div><dt>{translate("Visits")}</dt><dd>{count(node.visits)}</dd></div>
        {node.returns.length > 0 && <div><dt>{translate("Returns")}</dt><dd>{node.returns.map(score).join(", ")}</dd></div>}
      </dl>
    </section>
  );
}
