import type { SearchNode } from "./node";

/** Appends one return to each node of a path and counts the visit, at the root too (VReST eq. 7). */
export function backUp<Step>(root: SearchNode<Step>, path: readonly SearchNode<Step>[], returns: readonly number[]): void {
  path.forEach((node, index) => {
    node.returns.push(returns[index]!);
    node.sum = (node.sum ?? 0) + returns[index]!;
    node.visits += 1;
  });
  root.visits += 1;
}

/** Marks a leaf whose path was walked to its end, and every ancestor below which nothing is left. */
export function markExhausted<Step>(leaf: SearchNode<Step>): void {
  leaf.exhausted = true;
  climb(leaf, (node) => (node.exhausted = node.children!.every((child) => child.exhausted || child.dead)));
}

/** Marks a node that could not be expanded, and every ancestor that has no other continuation. */
export function markDead<Step>(node: SearchNode<Step>): void {
  node.dead = true;
  node.exhausted = true;
  climb(node, (ancestor) => {
    ancestor.dead = ancestor.children!.every((child) => child.dead);
    ancestor.exhausted = ancestor.children!.every((child) => child.exhausted);
    return ancestor.exhausted;
  });
}

function climb<Step>(from: SearchNode<Step>, update: (ancestor: SearchNode<Step>) => boolean): void {
  for (let node = from.parent; node !== null; node = node.parent) if (!update(node)) return;
}

/** Return of each step of a path: the mean of its own and all later rewards (VReST eq. 7). */
export function suffixMeans(rewards: readonly number[]): number[] {
  const returns: number[] = [];
  let sum = 0;
  for (let index = rewards.length - 1; index >= 0; index -= 1) {
    sum += rewards[index]!;
    returns[index] = sum / (rewards.length - index);
  }
  return returns;
}
