import { backUp, markDead, markExhausted } from "./backup";
import { attachChildren, createRoot, pathTo, type Candidate, type SearchNode } from "./node";
import { selectLeaf, type SelectionRule } from "./select";

export interface ExpansionRequest<Step> {
  /** Steps from depth 1 to the node that is expanded; empty for the root. */
  readonly path: readonly Step[];
  readonly seed: number;
  /** The node's id, for display alone: an expansion must not depend on it. */
  readonly node: number;
}

/** What a search is about. An expansion depends on its path and seed alone, never on visits or on time. */
export interface SearchProblem<Step> {
  /** Scored children; an empty list is a dead end. Throws to end the search. */
  expand(request: ExpansionRequest<Step>): Promise<readonly Candidate<Step>[]>;
  /** The value that each node of a finished path receives, from the path's rewards. */
  returns(rewards: readonly number[]): readonly number[];
}

export interface SearchSettings extends SelectionRule {
  /** K >= 1. */
  readonly iterations: number;
  /** D >= 1: a path never gets longer. */
  readonly depth: number;
}

export type SearchEvent<Step> =
  | { readonly type: "expanded"; readonly node: SearchNode<Step>; readonly children: readonly SearchNode<Step>[] }
  | { readonly type: "backedUp"; readonly path: readonly SearchNode<Step>[]; readonly returns: readonly number[] }
  | { readonly type: "deadEnd"; readonly node: SearchNode<Step> };

/** `exhausted`: nothing was left to select. `decided`: the caller's `decided` said so. */
export type SearchEnd = "completed" | "exhausted" | "decided";

export interface TreeSearch<Step> {
  readonly root: SearchNode<Step>;
  /** Runs the search; each event tells of a change that the tree already has. */
  run(): AsyncGenerator<SearchEvent<Step>, SearchEnd>;
}

/**
 * Monte Carlo tree search over paths (VReST Algorithm 1): select a leaf, grow it to the end of a path
 * by following the best child, back the path's returns up. What a step is, costs or earns is the problem's business.
 * @param decided asked after each iteration with the number of iterations left; true ends the search.
 */
export function createSearch<Step>(problem: SearchProblem<Step>, settings: SearchSettings, seed: number, decided: (left: number) => boolean = () => false): TreeSearch<Step> {
  const root = createRoot<Step>(seed);
  let nextId = 1;

  async function* grow(leaf: SearchNode<Step>): AsyncGenerator<SearchEvent<Step>, SearchNode<Step>> {
    let node = leaf;
    while (!node.terminal && node.depth < settings.depth) {
      const path = pathTo(node).map((each) => each.step!);
      const candidates = await problem.expand({ path, seed: node.seed, node: node.id });
      if (candidates.length === 0) {
        markDead(node);
        return node;
      }
      const children = attachChildren(node, candidates, nextId);
      nextId += children.length;
      yield { type: "expanded", node, children };
      node = children.reduce((best, child) => (child.reward > best.reward ? child : best));
    }
    return node;
  }

  async function* run(): AsyncGenerator<SearchEvent<Step>, SearchEnd> {
    for (let iteration = 1; iteration <= settings.iterations; iteration += 1) {
      const leaf = selectLeaf(root, settings);
      if (leaf === undefined) return "exhausted";
      const end = yield* grow(leaf);
      if (end.dead) {
        yield { type: "deadEnd", node: end };
        continue;
      }
      const path = pathTo(end);
      const returns = problem.returns(path.map((node) => node.reward));
      backUp(root, path, returns);
      markExhausted(end);
      yield { type: "backedUp", path, returns };
      const left = settings.iterations - iteration;
      if (left > 0 && decided(left)) return "decided";
    }
    return "completed";
  }

  return { root, run };
}
