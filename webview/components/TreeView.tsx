import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TraceSnapshot } from "../../src/core/trace";
import { useAnchor } from "../hooks/useAnchor";
import { useWidth } from "../hooks/useWidth";
import { useZoom } from "../hooks/useZoom";
import { translate } from "../l10n";
import type { Reveal } from "../models/panelState";
import { activityText } from "../models/progress";
import { nodeForKey } from "../tree/keys";
import { layoutTree, styleFor } from "../tree/layout";
import { spokenItem, treeItems } from "../tree/treeModel";
import { TreeEdge } from "./TreeEdge";
import { TreeNode } from "./TreeNode";
import { ZoomBar } from "./ZoomBar";

interface Props {
  readonly snapshot: TraceSnapshot;
  readonly selected: number | null;
  readonly reveal: Reveal | null;
  readonly select: (node: number) => void;
}

const nodeOf = (event: Event): number | undefined => {
  const element = event.target instanceof Element ? event.target.closest<SVGElement>("[data-node]") : null;
  return element === null ? undefined : Number(element.dataset["node"]);
};

const nodeElement = (within: Element | null, node: number): SVGElement | null => within?.querySelector<SVGElement>(`[data-node="${node}"]`) ?? null;

/** The drawn tree: live, scrollable, zoomable, and a tree for the keyboard and for screen readers. */
export function TreeView({ snapshot, selected, reveal, select }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const width = useWidth(scroll);
  const { nodes, best, traces } = snapshot;
  const items = useMemo(() => treeItems({ nodes, best, traces }), [nodes, best, traces]);
  const style = styleFor(items.length, width);
  const layout = useMemo(() => layoutTree(items, style, width), [items, style, width]);
  const places = useMemo(() => new Map(layout.nodes.map((place) => [place.id, place])), [layout]);
  const zoom = useZoom(scroll, layout.width, width, style !== "rows");
  const [reached, setReached] = useState<number | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const current = reached !== null && reached < items.length ? reached : selected !== null && selected < items.length ? selected : 0;

  useAnchor(scroll, (places.get(current)?.y ?? 0) * zoom.scale, width > 0, current);

  useEffect(() => {
    if (reveal === null) return;
    setReached(reveal.node);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    nodeElement(scroll.current, reveal.node)?.scrollIntoView({ block: "center", inline: "center", behavior: calm ? "auto" : "smooth" });
  }, [reveal?.serial, width > 0]);

  const choose = (node: number): void => {
    setReached(node);
    select(node);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return choose(current);
    }
    const next = nodeForKey(event.key, current, items, layout.order);
    if (next === undefined) return;
    event.preventDefault();
    setReached(next);
    const element = nodeElement(scroll.current, next);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const activity = snapshot.activity;
  const described = items[pointed ?? reached ?? selected ?? -1];

  return (
    <div class="tree">
      {style !== "rows" && <ZoomBar zoom={zoom} />}
      <div class="tree-scroll" ref={scroll}>
        {width > 0 && (
          <svg
            role="tree" aria-label={translate("Search tree")} class={`tree-drawing ${style}`} width={layout.width * zoom.scale} height={layout.height * zoom.scale} viewBox={`0 0 ${layout.width} ${layout.height}`}
            onKeyDown={onKeyDown}
            onClick={(event) => { const node = nodeOf(event); if (node !== undefined) choose(node); }}
            onFocusIn={(event) => { const node = nodeOf(event); if (node !== undefined) setReached(node); }}
            onMouseOver={(event) => setPointed(nodeOf(event) ?? null)} onMouseLeave={() => setPointed(null)}
          >
            <g aria-hidden="true">
              {layout.edges.map(({ id, parent, path }) => <TreeEdge key={id} path={path} best={items[id]!.best && items[parent]!.best} visits={items[id]!.visits} />)}
            </g>
            <g role="none">
              {layout.order.map((id) => {
                const item = items[id]!;
                const siblings = item.parent === null ? [id] : items[item.parent]!.children;
                return (
                  <TreeNode
                    key={id} item={item} place={places.get(id)!} style={style} selected={id === selected} tabbable={id === current}
                    activity={activity?.node === id ? activityText(snapshot) ?? "" : ""} sibling={siblings.indexOf(id) + 1} siblings={siblings.length}
                  />
                );
              })}
            </g>
          </svg>
        )}
      </div>
      <div class="tree-status note" aria-hidden="true">{described === undefined ? translate("Point at a step, or use the arrow keys, to read it.") : spokenItem(described)}</div>
    </div>
  );
}
