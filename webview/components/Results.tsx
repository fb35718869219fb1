import { useEffect, useMemo } from "preact/hooks";
import type { PanelState } from "../../src/protocol";
import type { Reveal } from "../models/panelState";
import { counted } from "../models/format";
import { bestPath, treeItems } from "../tree/treeModel";
import type { TraceSnapshot } from "../../src/core/trace";
import { useOpen } from "../hooks/useKept";
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
}

function Text({ snapshot }: { readonly snapshot: TraceSnapshot }) {
  const items = useMemo(() => treeItems(snapshot), [snapshot]);
  return <TreeText items={items} />;
}

/** The tree, the selected node, the cost: everything under the answer. */
export function Results({ panel, snapshot, reveal, select, save }: Props) {
  const [, openTree] = useOpen("tree", true);
  useEffect(() => {
    if (reveal !== null) openTree(true);
  }, [reveal?.serial]);
  const node = panel.selectedNode === null ? undefined : snapshot.nodes[panel.selectedNode];
  return (
    <div class="results">
      <Foldable name="tree" title="Search tree" note={`${counted(snapshot.nodes.length - 1, "step")}, ${counted(snapshot.traces.length, "finished trace")}`} otherwise>
        {() => (
          <div class="tree-and-details">
            <TreeView key={snapshot.id} snapshot={snapshot} selected={panel.selectedNode} reveal={reveal} select={select} />
            {node !== undefined && <NodeDetails node={node} best={bestPath(snapshot).includes(node.id)} />}
          </div>
        )}
      </Foldable>
      <Foldable name="treeText" title="Search tree as text" otherwise={false}>{() => <Text snapshot={snapshot} />}</Foldable>
      <UsageLine snapshot={snapshot} savedAs={panel.savedAs} save={panel.mode === "trace" ? undefined : save} />
      <Foldable name="details" title="Run details" otherwise={false}>{() => <RunDetails snapshot={snapshot} />}</Foldable>
    </div>
  );
}
