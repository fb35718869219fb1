import { drawOne } from "../rerank/draw";

/** A list in the tree of the answer-grounded re-ranking: the exemplars from the root down to here. */
export interface ListNode {
  readonly parent: ListNode | null;
  readonly level: number;
  /** Place of the last exemplar in the pool; -1 for the root. */
  readonly place: number;
  readonly children: ListNode[];
  /** Q of RCTS's code. */
  value: number;
  visits: number;
}

/** Children of a node at most, unless every node has as many. */
const maxChildren = 3;
/** Score of the root, which so is nearly always drawn while it may still get children. */
const rootScore = 10_000;
const tiny = 1e-10;

export const newNode = (parent: ListNode | null, place: number): ListNode => ({ parent, level: parent === null ? 0 : parent.level + 1, place, children: [], value: 0, visits: 0 });

/** Places from the root down to a node. */
export function placesOf(node: ListNode): number[] {
  return node.parent === null ? [] : [...placesOf(node.parent), node.place];
}

/**
 * The node that a rollout starts at: one of all that may still get children, drawn with probability proportional to
 * Q + c sqrt(ln(N(parent) + 1) / N); the root where there is none.
 */
export function selectNode(root: ListNode, depth: number, exploration: number, random: () => number): ListNode {
  const open: ListNode[] = [];
  const queue: ListNode[] = [root];
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at]!;
    if (node.children.length < maxChildren && node.level < depth) open.push(node);
    queue.push(...node.children);
  }
  if (open.length === 0) return root;
  const score = ({ parent, value, visits }: ListNode): number => (parent === null ? rootScore : value + exploration * Math.sqrt(Math.log(parent.visits + 1) / (visits + tiny)));
  return open[drawOne(open.map(score), random)]!;
}

/**
 * Takes a finished list's reward up: each list above it gets the mean of its running mean and of its best
 * child's value.
 */
export function backUpReward(leaf: ListNode, reward: number): void {
  leaf.value = reward;
  for (let node = leaf.parent; node !== null; node = node.parent) {
    const best = Math.max(...node.children.map(({ value }) => value));
    node.value = ((node.value * node.visits + reward) / (node.visits + 1) + best) / 2;
    node.visits += 1;
  }
}

/** The leaf at the end of the path with the largest sum of values; ties: the earlier child. */
export function bestLeaf(root: ListNode): ListNode {
  const best = (node: ListNode): { readonly sum: number; readonly leaf: ListNode } => {
    if (node.children.length === 0) return { sum: node.value, leaf: node };
    const below = node.children.map(best).reduce((left, right) => (right.sum > left.sum ? right : left));
    return { sum: node.value + below.sum, leaf: below.leaf };
  };
  return best(root).leaf;
}
