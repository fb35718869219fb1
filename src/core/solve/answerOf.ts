import type { SearchNode } from "../search";
import type { BestAnswer, TraceSnapshot } from "../trace";
import { chooseAnswer, type RewardedTrace } from "./choose";
import type { ReasoningStep } from "./expand";
import type { SolveSettings } from "./settings";

/** The tree of a snapshot, as far as a choice among its traces needs it. */
function treeOf({ nodes }: Pick<TraceSnapshot, "nodes">): SearchNode<ReasoningStep> {
  const tree: SearchNode<ReasoningStep>[] = [];
  for (const { id, parent: at, depth, reward, terminal, seed, returns, visits } of nodes) {
    const parent = at === null ? null : tree[at]!;
    const node: SearchNode<ReasoningStep> = { id, parent, depth, step: null, reward: reward ?? 0, terminal, seed, children: null, returns: [...returns], visits, dead: false, exhausted: false };
    tree.push(node);
    if (parent !== null) parent.children = [...(parent.children ?? []), node];
  }
  return tree[0]!;
}

/**
 * What a search of VReST that had ended after the snapshot's iterations would have answered by the selection in
 * `settings`; `settings.iterations` stands for K. A search of fewer iterations is the beginning of a longer one, unless
 * it stops early. The snapshot's own answer where there was no search: no iterations, or rewards that are missing.
 */
export function answerOf(snapshot: Pick<TraceSnapshot, "nodes" | "traces" | "best" | "iterations" | "problem">, settings: SolveSettings): BestAnswer | null {
  const traces = snapshot.traces.filter((trace): trace is RewardedTrace => trace.reward !== null);
  if (snapshot.iterations === 0 || traces.length < snapshot.traces.length) return snapshot.best;
  return chooseAnswer(treeOf(snapshot), traces, settings, { choices: snapshot.problem.choices }, snapshot.best?.confidence.source ?? "none");
}
