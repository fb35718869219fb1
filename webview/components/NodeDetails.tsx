import type { NodeSnapshot } from "../../src/core/trace";
import { count, score } from "../models/format";
import { ModelText } from "../text/ModelText";
import { Meter } from "./Meter";

/** Everything about the selected node. */
export function NodeDetails({ node, best }: { readonly node: NodeSnapshot; readonly best: boolean }) {
  const root = node.parent === null;
  const marks = [...(node.terminal ? ["ends in an answer"] : []), ...(best ? ["on the best path"] : []), ...(node.multiplicity > 1 ? [`merged from ${node.multiplicity} equal replies`] : [])];
  return (
    <section class="node-details" aria-label="Selected step">
      <h3>{root ? "Question" : `Step ${node.depth}`}{marks.length > 0 && <span class="note"> {marks.join(", ")}</span>}</h3>
      <div class="step-question">{node.subQuestion === "" ? "Read from the figure" : <ModelText text={node.subQuestion} inline />}</div>
      {node.answer !== "" && <div class="step-answer"><ModelText text={node.answer} /></div>}
      <dl>
        {!root && (
          <>
            <div><dt>Usefulness</dt><dd><Meter value={node.usefulness} /></dd></div>
            <div><dt>Correctness</dt><dd><Meter value={node.correctness} /></dd></div>
            <div><dt>Step reward</dt><dd><Meter value={node.reward} /></dd></div>
            <div><dt>Value</dt><dd><Meter value={node.value} /></dd></div>
          </>
        )}
        <div><dt>Visits</dt><dd>{count(node.visits)}</dd></div>
        {node.returns.length > 0 && <div><dt>Returns</dt><dd>{node.returns.map(score).join(", ")}</dd></div>}
      </dl>
    </section>
  );
}
