import { useEffect, useMemo } from "preact/hooks";
import { enumerated, plural, type PanelState } from "../../src/protocol";
import type { PictureSource } from "../hooks/usePictures";
import { translate } from "../l10n";
import { exemplarsNote, isShort } from "../models/exemplars";
import type { Reveal } from "../models/panelState";
import { steps } from "../models/format";
import { bestPath, treeItems } from "../tree/treeModel";
import type { TraceSnapshot } from "../../src/core/trace";
import { useOpen } from "../hooks/useKept";
import type { ExemplarJudge } from "./ExemplarCard";
import { Exemplars } from "./Exemplars";
import { Foldable } from "./Foldable";
import { NodeDetails } from "./NodeDetails";
import { RunDetails } from "./RunDetails";
import { TreeText } from "./TreeText";
import { TreeView } from "./TreeView";
import { UsageLine } from "./UsageLine";

interface Props {
  readonly panel: PanelState;
  readonly snapshot: TraceSnapshot;
  readonly reveal: Reveal | null;
  readonly select: (node: number) => void;
  readonly save: () => void;
  readonly addToLibrary: () => void;
  readonly pictures: PictureSource;
  readonly judge: ExemplarJudge;
  readonly solveAgain: () => void;
}

function Text({ snapshot }: { readonly snapshot: TraceSnapshot }) {
  const items = useMemo(() => treeItems(snapshot), [snapshot]);
  return <TreeText items={items} />;
}

/** The tree, the selected node, the cost: everything under the answer. */
export function Results({ panel, snapshot, reveal, select, save, addToLibrary, pictures, judge, solveAgain }: Props) {
  const [, openTree] = useOpen("tree", true);
  useEffect(() => {
    if (reveal !== null) openTree(true);
  }, [reveal?.serial]);
  const saved = panel.mode === "trace";
  const { exemplars } = snapshot;
  const node = panel.selectedNode === null ? undefined : snapshot.nodes[panel.selectedNode];
  return (
    <div class="results">
      <Foldable name="tree" title={translate("Search tree")} note={enumerated([steps(snapshot.nodes.length - 1), translate(plural(snapshot.traces.length, "{0} finished trace", "{0} finished traces"), snapshot.traces.length)], translate)} otherwise>
        {() => (
          <div class="tree-and-details">
            <TreeView key={snapshot.id} snapshot={snapshot} selected={panel.selectedNode} reveal={reveal} select={select} />
            {node !== undefined && <NodeDetails node={node} best={bestPath(snapshot).includes(node.id)} />}
          </div>
        )}
      </Foldable>
      {exemplars !== null && (
        <Foldable name="exemplars" title={translate("Exemplars")} note={exemplarsNote(exemplars)} otherwise={isShort(exemplars)}>
          {() => <Exemplars selection={exemplars} pictures={pictures} judge={saved ? undefined : judge} solveAgain={saved ? undefined : solveAgain} />}
        </Foldable>
      )}
      <Foldable name="treeText" title={translate("Search tree as text")} otherwise={false}>{() => <Text snapshot={snapshot} />}</Foldable>
      <UsageLine snapshot={snapshot} savedAs={panel.savedAs} save={saved ? undefined : save} addToLibrary={snapshot.best === null ? undefined : addToLibrary} />
      <Foldable name="details" title={translate("Run details")} otherwise={false}>{() => <RunDetails snapshot={snapshot} />}</Foldable>
    </div>
  );
}
