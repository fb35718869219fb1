import { hierarchy, tree } from "d3-hierarchy";
import type { TreeItem } from "./treeModel";

/** `cards`: sub-question and answer in each node. `lines`: one line in each, for large trees. `rows`: an indented list, for narrow panels. */
export type TreeStyle = "cards" | "lines" | "rows";

/** A node's box in drawing units (CSS pixels at zoom 1). */
export interface PlacedNode {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface PlacedEdge {
  /** The child; each node but the root has one edge. */
  readonly id: number;
  readonly parent: number;
  /** SVG path data. */
  readonly path: string;
}

export interface TreeLayout {
  readonly style: TreeStyle;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** Node ids from top to bottom as a reader meets them: depth first. */
  readonly order: readonly number[];
}

const margin = 8;
const sizes = {
  cards: { width: 196, height: 46, columnGap: 36, rowGap: 10 },
  lines: { width: 230, height: 22, columnGap: 30, rowGap: 4 },
  rows: { width: 0, height: 26, columnGap: 14, rowGap: 2 },
} as const;
/** Lines share the panel's width, but never get too short for a value and a few letters. */
const leastLine = 84;
const cardLimit = 70;
const narrow = 520;

/** Which drawing suits a tree of so many nodes in a panel of so many pixels. */
export function styleFor(nodeCount: number, panelWidth: number): TreeStyle {
  if (panelWidth < narrow) return "rows";
  return nodeCount <= cardLimit ? "cards" : "lines";
}

function depthFirst(items: readonly TreeItem[]): readonly number[] {
  const order: number[] = [];
  const open = items.length === 0 ? [] : [0];
  while (open.length > 0) {
    const id = open.pop()!;
    order.push(id);
    open.push(...items[id]!.children.toReversed());
  }
  return order;
}

function rows(items: readonly TreeItem[], panelWidth: number): TreeLayout {
  const { height, columnGap, rowGap } = sizes.rows;
  const order = depthFirst(items);
  const deepest = items.reduce((depth, item) => Math.max(depth, item.depth), 0);
  const width = Math.max(panelWidth, margin * 2 + deepest * columnGap + 150);
  const nodes = order.map((id, row) => {
    const x = margin + items[id]!.depth * columnGap;
    return { id, x, y: margin + row * (height + rowGap), width: width - margin - x, height };
  });
  const placed = new Map(nodes.map((node) => [node.id, node]));
  const edges = nodes.flatMap(({ id, x, y }) => {
    const parent = items[id]!.parent;
    if (parent === null) return [];
    const from = placed.get(parent)!;
    return [{ id, parent, path: `M${from.x + 6},${from.y + height}V${y + height / 2}H${x}` }];
  });
  return { style: "rows", width, height: margin * 2 + order.length * (height + rowGap) - rowGap, nodes, edges, order };
}

function leftToRight(items: readonly TreeItem[], style: "cards" | "lines", panelWidth: number): TreeLayout {
  const { height, columnGap, rowGap } = sizes[style];
  const levels = items.reduce((depth, item) => Math.max(depth, item.depth), 0) + 1;
  const fair = Math.floor((panelWidth - 2 * margin + columnGap) / levels) - columnGap;
  const width = style === "cards" ? sizes.cards.width : Math.min(sizes.lines.width, Math.max(leastLine, fair));
  const root = tree<TreeItem>()
    .nodeSize([height + rowGap, width + columnGap])
    .separation((a, b) => (a.parent === b.parent ? 1 : 1.25))(hierarchy(items[0]!, (item) => item.children.map((id) => items[id]!)));
  const all = root.descendants();
  const top = all.reduce((least, node) => Math.min(least, node.x), 0);
  const bottom = all.reduce((most, node) => Math.max(most, node.x), 0);
  const right = all.reduce((most, node) => Math.max(most, node.y), 0);
  const nodes = all.map((node) => ({ id: node.data.id, x: margin + node.y, y: margin + node.x - top, width, height }));
  const placed = new Map(nodes.map((node) => [node.id, node]));
  const edges = nodes.flatMap((node) => {
    const parent = items[node.id]!.parent;
    if (parent === null) return [];
    const from = placed.get(parent)!;
    const [x1, y1, x2, y2] = [from.x + width, from.y + height / 2, node.x, node.y + height / 2];
    const middle = (x1 + x2) / 2;
    return [{ id: node.id, parent, path: `M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}` }];
  });
  return { style, width: margin * 2 + right + width, height: margin * 2 + bottom - top + height, nodes, edges, order: depthFirst(items) };
}

/** Places every node; `items[0]` is the root. Pure: the same tree and width give the same drawing. */
export function layoutTree(items: readonly TreeItem[], style: TreeStyle, panelWidth: number): TreeLayout {
  if (items.length === 0) return { style, width: 0, height: 0, nodes: [], edges: [], order: [] };
  return style === "rows" ? rows(items, panelWidth) : leftToRight(items, style, panelWidth);
}
