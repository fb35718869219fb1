import type { JobTrace, ProblemRecord, TraceNode } from "../../run/results";
import { areaOf, rank, type Ranking, type Scored } from "../statistics/auroc";
import { isRightAnswer } from "./labels";

export type StepKind = "all" | "first" | "middle" | "final";
export type RewardPart = "R1" | "R2" | "r";
export const stepKinds: readonly StepKind[] = ["all", "first", "middle", "final"];
export const rewardParts: readonly RewardPart[] = ["R1", "R2", "r"];

/** How well a reward tells right steps from wrong ones; areas under the ROC curve, null where one kind is missing. */
export interface RewardQuality {
  readonly steps: number;
  /** Share of right ones. */
  readonly right: number | null;
  /** Over all steps of all trees. */
  readonly pooled: number | null;
  /** Over pairs from the same tree: what a search can use. */
  readonly withinTree: number | null;
  /** Over pairs of children of one node: what choosing the next step rests on. */
  readonly amongSiblings: number | null;
}

/** Gathers scored items tree by tree. */
export interface RewardGathering {
  add(groups: readonly (readonly Scored[])[]): void;
  result(): RewardQuality;
}

export function gatherRewards(): RewardGathering {
  const all: Scored[] = [];
  const trees: Ranking[] = [];
  const siblings: Ranking[] = [];
  return {
    add(groups) {
      const tree = groups.flat();
      all.push(...tree);
      trees.push(rank(tree));
      siblings.push(...groups.map(rank));
    },
    result: () => ({
      steps: all.length, right: all.length === 0 ? null : all.filter(({ right }) => right).length / all.length,
      pooled: areaOf([rank(all)]), withinTree: areaOf(trees), amongSiblings: areaOf(siblings),
    }),
  };
}

/**
 * A tree's judged steps of one kind in groups of siblings.
 * @param labels whether each node is right, as `labelSteps` gives them
 */
export function scoredSteps(nodes: readonly TraceNode[], labels: readonly (boolean | null)[], kind: StepKind, part: RewardPart): Scored[][] {
  const groups = new Map<number, Scored[]>();
  for (const [id, node] of nodes.entries()) {
    const right = labels[id]!;
    const score = part === "r" ? node.reward : part === "R1" ? node.usefulness : node.correctness;
    if (node.parent === null || right === null || score === null) continue;
    const own: StepKind = node.terminal ? "final" : node.depth === 1 ? "first" : "middle";
    if (kind !== "all" && kind !== own) continue;
    groups.set(node.parent, [...(groups.get(node.parent) ?? []), { score, right }]);
  }
  return [...groups.values()];
}

/** A tree's finished traces by their reward, as one group. */
export function scoredTraces(problem: ProblemRecord, { traces }: JobTrace): Scored[] {
  return traces.flatMap(({ answer, reward }) => (reward === null ? [] : [{ score: reward, right: isRightAnswer(problem, answer) }]));
}
