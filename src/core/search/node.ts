import { hashText, mixSeeds } from "./random";

/** A child that an expansion proposes: what the step is, and what it earned. */
export interface Candidate<Step> {
  readonly step: Step;
  /** r in [0, 1]; never changes. */
  readonly reward: number;
  readonly terminal: boolean;
  /** Identity among its siblings; also the source of its own seed. */
  readonly key: string;
}

export interface SearchNode<Step> {
  /** Number in the order of commitment; the root is 0. */
  readonly id: number;
  readonly parent: SearchNode<Step> | null;
  readonly depth: number;
  /** Null for the root alone. */
  readonly step: Step | null;
  readonly reward: number;
  readonly terminal: boolean;
  /** Unsigned 32-bit, from the path alone, so that an expansion is the same whenever it is computed. */
  readonly seed: number;
  /** Null before the expansion. */
  children: SearchNode<Step>[] | null;
  readonly returns: number[];
  /** Sum of the returns in their order; absent before the first backup, and in trees that were not grown by a search. */
  sum?: number;
  /** N(v). For all nodes but the root it equals the number of returns. */
  visits: number;
  /** No continuation exists below: never selected again. */
  dead: boolean;
  /** Everything below has been walked; left out of selection where the settings say so. */
  exhausted: boolean;
}

export function createRoot<Step>(seed: number): SearchNode<Step> {
  return { id: 0, parent: null, depth: 0, step: null, reward: 0, terminal: false, seed, children: null, returns: [], visits: 0, dead: false, exhausted: false };
}

/** Adds all candidates as children of `parent`; `firstId` is the id of the first of them. */
export function attachChildren<Step>(parent: SearchNode<Step>, candidates: readonly Candidate<Step>[], firstId: number): SearchNode<Step>[] {
  parent.children = candidates.map((candidate, index) => ({
    id: firstId + index,
    parent,
    depth: parent.depth + 1,
    step: candidate.step,
    reward: candidate.reward,
    terminal: candidate.terminal,
    seed: mixSeeds(parent.seed, hashText(candidate.key)),
    children: null,
    returns: [],
    visits: 0,
    dead: false,
    exhausted: false,
  }));
  return parent.children;
}

/** R(v): the mean of the returns, or the step's own reward before the first (VReST eq. 7). */
export function valueOf<Step>(node: SearchNode<Step>): number {
  const { returns } = node;
  return returns.length === 0 ? node.reward : (node.sum ?? returns.reduce((sum, value) => sum + value, 0)) / returns.length;
}

/** Nodes from depth 1 down to `node`; empty for the root. */
export function pathTo<Step>(node: SearchNode<Step>): SearchNode<Step>[] {
  const path: SearchNode<Step>[] = [];
  for (let at: SearchNode<Step> | null = node; at !== null && at.parent !== null; at = at.parent) path.unshift(at);
  return path;
}

/** All nodes below and including `node`, parents before children. */
export function* walk<Step>(node: SearchNode<Step>): Generator<SearchNode<Step>> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}
