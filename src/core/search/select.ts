import { valueOf, type SearchNode } from "./node";

export interface SelectionRule {
  /** c in eq. 1, >= 0. */
  readonly exploration: number;
  /** Eq. 1 is silent on N(v) = 0: `infinity` visits every child once first, `floor1` counts N as 1. */
  readonly unvisited: "infinity" | "floor1";
  /** Leaves finished sub-trees out, so that each iteration brings something new. */
  readonly skipExhausted: boolean;
}

/** UCT(v) = R(v) + c * sqrt(ln N(parent) / N(v)) (VReST eq. 1). */
export function uct(value: number, parentVisits: number, visits: number, exploration: number): number {
  return value + exploration * Math.sqrt(Math.log(Math.max(1, parentVisits)) / visits);
}

/** The child to go to, or undefined where none may be entered. Ties: larger value, then lower index. */
function selectChild<Step>(parent: SearchNode<Step>, rule: SelectionRule): SearchNode<Step> | undefined {
  let best: SearchNode<Step> | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  let bestValue = Number.NEGATIVE_INFINITY;
  for (const child of parent.children ?? []) {
    if (child.dead || (rule.skipExhausted && child.exhausted)) continue;
    const value = valueOf(child);
    const score = child.visits === 0 && rule.unvisited === "infinity" ? Number.POSITIVE_INFINITY : uct(value, parent.visits, Math.max(1, child.visits), rule.exploration);
    if (best !== undefined && (score < bestScore || (score === bestScore && value <= bestValue))) continue;
    best = child;
    bestScore = score;
    bestValue = value;
  }
  return best;
}

/** Walks from the root to a leaf; undefined when nothing is left to select. */
export function selectLeaf<Step>(root: SearchNode<Step>, rule: SelectionRule): SearchNode<Step> | undefined {
  if (root.dead || (rule.skipExhausted && root.exhausted)) return undefined;
  let node = root;
  while (node.children !== null) {
    const next = selectChild(node, rule);
    if (next === undefined) return undefined;
    node = next;
  }
  return node;
}
