import { memo } from "preact/compat";
import { sentences } from "../../src/protocol";
import { score, visits } from "../models/format";
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

/** Width of an average character in the labels' fonts, for cutting them; what is still too long is clipped. Drawing units. */
const column = { normal: 6.2, strong: 7.2 };

interface LabelProps {
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  readonly strong?: boolean;
  readonly kind: string;
}

/** One line that never runs into its neighbours: an inner drawing clips it. */
function Label({ text, x, baseline, width, strong = false, kind }: LabelProps) {
  return (
    <svg x={x} y={0} width={Math.max(0, width)} height={baseline + 6} overflow="hidden">
      <text class={strong ? `${kind} final` : kind} y={baseline}>{fitText(text, Math.max(2, Math.floor(width / (strong ? column.strong : column.normal))))}</text>
    </svg>
  );
}

type BodyProps = Pick<Props, "item" | "place" | "activity">;

const valueText = (item: TreeItem): string => [item.multiplicity > 1 ? `×${item.multiplicity}` : "", item.value === null ? "" : score(item.value)].filter((part) => part !== "").join("  ");
const valueRoom = (item: TreeItem): number => (item.value === null ? 0 : 34) + (item.multiplicity > 1 ? 24 : 0);

function Card({ item, place, activity }: BodyProps) {
  const inner = place.width - 22;
  return (
    <>
      <Label kind="node-label" text={item.label} x={12} baseline={18} width={inner - (item.best ? 14 : 0)} />
      {activity === ""
        ? <Label kind="node-answer" text={item.parent === null ? visits(item.visits) : item.answer} x={12} baseline={35} width={inner - valueRoom(item)} strong={item.terminal} />
        : <Label kind="node-activity" text={activity} x={12} baseline={35} width={inner - valueRoom(item)} />}
      <text class="node-value" x={place.width - 10} y={35} text-anchor="end">{valueText(item)}</text>
    </>
  );
}

function Line({ item, place, activity }: BodyProps) {
  const baseline = place.height / 2 + 4;
  const text = activity !== "" ? activity : item.terminal || item.parent === null ? (place.width < 150 ? item.bareAnswer : item.answer) || item.label : `${item.label} ${item.answer}`;
  return (
    <>
      <Label kind={activity === "" ? "node-label" : "node-activity"} text={text} x={12} baseline={baseline} width={place.width - 22 - valueRoom(item) - (item.best ? 14 : 0)} strong={item.terminal && activity === ""} />
      <text class="node-value" x={place.width - 8 - (item.best ? 14 : 0)} y={baseline} text-anchor="end">{valueText(item)}</text>
    </>
  );
}

/** A diamond marks the winning path, so that it does not rest on colour alone. */
function BestMark({ place, style }: Pick<Props, "place" | "style">) {
  const [x, y] = [place.width - 11, style === "cards" ? 13 : place.height / 2];
  return <path class="best-mark" d={`M${x},${y - 5}l5,5l-5,5l-5,-5z`} />;
}

function Node({ item, place, style, selected, activity, tabbable, sibling, siblings }: Props) {
  const { width, height } = place;
  const classes = ["node", style, item.best && "best", item.terminal && "terminal", selected && "selected", activity !== "" && "active", item.visits === 0 && item.parent !== null && "unvisited"].filter(Boolean);
  const Body = style === "cards" ? Card : Line;
  return (
    <g
      class={classes.join(" ")} transform={`translate(${place.x},${place.y})`} data-node={item.id} role="treeitem" tabindex={tabbable ? 0 : -1}
      aria-label={sentences(spokenItem(item), activity)} aria-level={item.depth + 1} aria-posinset={sibling} aria-setsize={siblings} aria-selected={selected}
    >
      <title>{spokenItem(item)}</title>
      {item.multiplicity > 1 && <rect class="node-behind" x={3} y={3} width={width} height={height} rx={4} />}
      <rect class="node-ring" x={-4} y={-4} width={width + 8} height={height + 8} rx={7} />
      <rect class="node-box" width={width} height={height} rx={4} />
      {item.terminal && <path class="node-end" d={`M5,5V${height - 5}`} />}
      <Body item={item} place={place} activity={activity} />
      {item.value !== null && <rect class="node-bar" x={1} y={height - 3} width={Math.max(0, item.value) * (width - 2)} height={2} />}
      {item.best && <BestMark place={place} style={style} />}
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
