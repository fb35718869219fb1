import { memo } from "preact/compat";
import { score } from "../models/format";
import { fitText } from "../text/plainText";
import type { PlacedNode, TreeStyle } from "../tree/layout";
import { spokenItem, type TreeItem } from "../tree/treeModel";

interface Props {
  readonly item: TreeItem;
  readonly place: PlacedNode;
  readonly style: TreeStyle;
  readonly selected: boolean;
  /** What is being done at this node right now, or an empty text. */
  readonly activity: string;
  /** The one node that the Tab key reaches. */
  readonly tabbable: boolean;
  /** Place among its siblings, from 1, and their number. */
  readonly sibling: number;
  readonly siblings: number;
}

/** Width of a narrow character in the labels' font, for cutting them. Drawing units. */
const column = 6.1;
const columns = (width: number): number => Math.max(2, Math.floor(width / column));

function Card({ item, place }: Pick<Props, "item" | "place">) {
  const value = item.value === null ? "" : score(item.value);
  const inner = place.width - 20;
  return (
    <>
      <text class="node-label" x={12} y={18}>{fitText(item.label, columns(inner - (item.best ? 12 : 0)))}</text>
      <text class={item.terminal ? "node-answer final" : "node-answer"} x={12} y={35}>{fitText(item.answer, columns(inner - 34 - (item.multiplicity > 1 ? 22 : 0)))}</text>
      <text class="node-value" x={place.width - 10} y={35} text-anchor="end">{item.multiplicity > 1 ? `×${item.multiplicity}  ${value}` : value}</text>
      {item.value !== null && <rect class="node-bar" x={1} y={place.height - 3} width={Math.max(0, item.value) * (place.width - 2)} height={2} />}
    </>
  );
}

function Pill({ item, place }: Pick<Props, "item" | "place">) {
  return (
    <>
      <text class="node-value" x={place.width / 2} y={14} text-anchor="middle">{item.value === null ? "?" : score(item.value)}</text>
      {item.terminal && <text class="node-answer final" x={place.width + 6} y={14}>{`${item.multiplicity > 1 ? `×${item.multiplicity} ` : ""}${fitText(item.answer, 18)}`}</text>}
    </>
  );
}

function Row({ item, place }: Pick<Props, "item" | "place">) {
  const right = item.value === null ? 0 : 34;
  const text = item.terminal || item.answer === "" ? (item.answer === "" ? item.label : item.answer) : `${item.label} ${item.answer}`;
  return (
    <>
      <text class={item.terminal ? "node-answer final" : "node-label"} x={12} y={17}>{fitText(text, columns(place.width - 22 - right - (item.best ? 12 : 0)))}</text>
      {item.value !== null && <text class="node-value" x={place.width - 8} y={17} text-anchor="end">{score(item.value)}</text>}
      {item.value !== null && <rect class="node-bar" x={1} y={place.height - 3} width={Math.max(0, item.value) * (place.width - 2)} height={2} />}
    </>
  );
}

/** A diamond marks the winning path, so that it does not rest on colour alone. */
function BestMark({ place, style }: Pick<Props, "place" | "style">) {
  const [x, y] = style === "cards" ? [place.width - 13, 13] : style === "rows" ? [place.width - 48, place.height / 2] : [place.width / 2, -1];
  return <path class="best-mark" d={`M${x},${y - 5}l5,5l-5,5l-5,-5z`} />;
}

function Node({ item, place, style, selected, activity, tabbable, sibling, siblings }: Props) {
  const { width, height } = place;
  const classes = ["node", style, item.best && "best", item.terminal && "terminal", selected && "selected", activity !== "" && "active", item.visits === 0 && item.parent !== null && "unvisited"].filter(Boolean);
  const body = { cards: Card, pills: Pill, rows: Row }[style];
  const Body = body;
  return (
    <g
      class={classes.join(" ")} transform={`translate(${place.x},${place.y})`} data-node={item.id} role="treeitem" tabIndex={tabbable ? 0 : -1}
      aria-label={activity === "" ? spokenItem(item) : `${spokenItem(item)}. ${activity}`} aria-level={item.depth + 1} aria-posinset={sibling} aria-setsize={siblings} aria-selected={selected}
    >
      <title>{spokenItem(item)}</title>
      {item.multiplicity > 1 && <rect class="node-behind" x={3} y={3} width={width} height={height} rx={4} />}
      <rect class="node-ring" x={-4} y={-4} width={width + 8} height={height + 8} rx={7} />
      <rect class="node-box" width={width} height={height} rx={style === "pills" ? 10 : 4} />
      {item.terminal && style !== "pills" && <path class="node-end" d={`M5,6V${height - 6}`} />}
      <Body item={item} place={place} />
      {item.best && <BestMark place={place} style={style} />}
      {activity !== "" && style !== "rows" && <text class="node-activity" x={width + 8} y={height / 2 + 4}>{activity}</text>}
    </g>
  );
}

const sameItem = (a: TreeItem, b: TreeItem): boolean =>
  a === b ||
  (a.value === b.value && a.visits === b.visits && a.best === b.best && a.multiplicity === b.multiplicity && a.label === b.label && a.answer === b.answer && a.terminal === b.terminal);

const samePlace = (a: PlacedNode, b: PlacedNode): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** Redrawn only when something that it shows has changed: each message brings new objects for all nodes. */
export const TreeNode = memo(Node, (before: Props, after: Props) =>
  before.style === after.style && before.selected === after.selected && before.activity === after.activity && before.tabbable === after.tabbable &&
  before.sibling === after.sibling && before.siblings === after.siblings && samePlace(before.place, after.place) && sameItem(before.item, after.item));
