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

/** What a search is about, apart from where its steps come from. */
interface Backup<Step> {
  /** The value that each node of a finished path receives, from the path's rewards and steps. */
  returns(rewards: readonly number[], steps: readonly Step[]): readonly number[];
}

/** What a search is about. An expansion depends on its path and seed alone, never on visits or on time. */
export interface SearchProblem<Step> extends Backup<Step> {
  /** Scored children; an empty list is a dead end. Throws to end the search. */
  expand(request: ExpansionRequest<Step>): Promise<readonly Candidate<Step>[]>;
}

/** A problem whose steps are at hand, so that nothing has to be waited for. */
export interface ImmediateProblem<Step> extends Backup<Step> {
  /** As for `SearchProblem`. */
  expand(request: ExpansionRequest<Step>): readonly Candidate<Step>[];
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

/** The same search over an immediate problem. */
export interface ImmediateSearch<Step> {
  readonly root: SearchNode<Step>;
  run(): Generator<SearchEvent<Step>, SearchEnd>;
}

/** Asks whoever drives the search for the children of a node. */
interface Wanted<Step> {
  readonly type: "wanted";
  readonly request: ExpansionRequest<Step>;
}

type Search<Step> = Generator<SearchEvent<Step> | Wanted<Step>, SearchEnd, readonly Candidate<Step>[] | undefined>;

/**
 * Monte Carlo tree search over paths (VReST Algorithm 1): select a leaf, grow it to the end of a path
 * by following the best child, back the path's returns up. What a step is, costs or earns is the problem's business.
 * A driver answers each `wanted` with the candidates, at once or later.
 */
function* search<Step>(root: SearchNode<Step>, backup: Backup<Step>, settings: SearchSettings, decided: (left: number) => boolean): Search<Step> {
  let nextId = 1;

  function* grow(leaf: SearchNode<Step>): Generator<SearchEvent<Step> | Wanted<Step>, SearchNode<Step>, readonly Candidate<Step>[] | undefined> {
    let node = leaf;
    while (!node.terminal && node.depth < settings.depth) {
      const path = pathTo(node).map((each) => each.step!);
      const candidates = (yield { type: "wanted", request: { path, seed: node.seed, node: node.id } })!;
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

  for (let iteration = 1; iteration <= settings.iterations; iteration += 1) {
    const leaf = selectLeaf(root, settings);
    if (leaf === undefined) return "exhausted";
    const end = yield* grow(leaf);
    if (end.dead) {
      yield { type: "deadEnd", node: end };
      continue;
    }
    const path = pathTo(end);
    const returns = backup.returns(path.map((node) => node.reward), path.map((node) => node.step!));
    backUp(root, path, returns);
    markExhausted(end);
    yield { type: "backedUp", path, returns };
    const left = settings.iterations - iteration;
    if (left > 0 && decided(left)) return "decided";
  }
  return "completed";
}

/**
 * The search over a problem whose expansions have to be waited for.
 * @param decided asked after each iteration with the number of iterations left; true ends the search.
 */
export function createSearch<Step>(problem: SearchProblem<Step>, settings: SearchSettings, seed: number, decided: (left: number) => boolean = () => false): TreeSearch<Step> {
  const root = createRoot<Step>(seed);
  async function* run(): AsyncGenerator<SearchEvent<Step>, SearchEnd> {
    const running = search(root, problem, settings, decided);
    let next = running.next();
    while (next.done !== true) {
      if (next.value.type === "wanted") {
        next = running.next(await problem.expand(next.value.request));
        continue;
      }
      yield next.value;
      next = running.next();
    }
    return next.value;
  }
  return { root, run };
}

/** The very same search over a problem whose expansions are at hand: the same replies give the same tree. */
export function createImmediateSearch<Step>(problem: ImmediateProblem<Step>, settings: SearchSettings, seed: number): ImmediateSearch<Step> {
  const root = createRoot<Step>(seed);
  function* run(): Generator<SearchEvent<Step>, SearchEnd> {
    const running = search(root, problem, settings, () => false);
    let next = running.next();
    while (next.done !== true) {
      if (next.value.type === "wanted") {
        next = running.next(problem.expand(next.value.request));
        continue;
      }
      yield next.value;
      next = running.next();
    }
    return next.value;
  }
  return { root, run };
}
