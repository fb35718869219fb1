import { voteByCount, voteByWeight, type AnswerContext, type VoteGroup } from "../answers";
import { valueOf, walk, pathTo, type SearchNode } from "../search";
import { finalAnswerOf } from "../prompts";
import type { BestAnswer, Confidence, TraceRecord } from "../trace";
import type { ReasoningStep } from "./expand";
import type { SolveSettings } from "./settings";

/** A trace with its reward: the mean value over its nodes (eq. 8). */
export type RewardedTrace = TraceRecord & { readonly reward: number };

/**
 * The finished traces of a tree: root-to-terminal paths that an iteration has walked to their end,
 * best mean value first (ties: the older terminal node).
 */
export function finishedTraces(root: SearchNode<ReasoningStep>): RewardedTrace[] {
  const traces: RewardedTrace[] = [];
  for (const node of walk(root)) {
    if (!node.terminal || node.visits === 0) continue;
    const path = pathTo(node);
    const reward = path.reduce((sum, each) => sum + valueOf(each), 0) / path.length;
    traces.push({ nodes: path.map((each) => each.id), answer: finalAnswerOf(node.step!.answer), reward });
  }
  return traces.sort((a, b) => b.reward - a.reward || a.nodes.at(-1)! - b.nodes.at(-1)!);
}

/** Greedy-Trace: the child with the largest value each time, among children that lead to a finished trace. */
function greedyTrace(root: SearchNode<ReasoningStep>, traces: readonly RewardedTrace[]): number {
  const onTrace = new Set(traces.flatMap((trace) => trace.nodes));
  let node = root;
  for (;;) {
    const children: readonly SearchNode<ReasoningStep>[] = (node.children ?? []).filter((child) => onTrace.has(child.id));
    if (children.length === 0) return traces.findIndex((trace) => trace.nodes.at(-1) === node.id);
    node = children.reduce((best, child) => (valueOf(child) > valueOf(best) ? child : best));
  }
}

function voters(traces: readonly RewardedTrace[], settings: SolveSettings): readonly RewardedTrace[] {
  return traces.slice(0, settings.votes ?? settings.iterations);
}

function confidenceOf(group: VoteGroup, voting: readonly RewardedTrace[], source: Confidence["source"]): Confidence {
  const total = voting.reduce((sum, trace) => sum + trace.reward, 0);
  const rewards = group.ballots.map((index) => voting[index]!.reward);
  const share = total > 0 ? rewards.reduce((sum, reward) => sum + reward, 0) / total : group.count / voting.length;
  return { value: share, source, traces: group.count, voters: voting.length, bestReward: Math.max(...rewards) };
}

/**
 * The answer among finished traces (VReST 3.3): Greedy, Best (eq. 9), Vote, or the reward-weighted vote.
 * Its confidence is its share of the summed trace rewards among the n voting traces.
 * @returns null when no trace has reached an answer.
 */
export function chooseAnswer(root: SearchNode<ReasoningStep>, traces: readonly RewardedTrace[], settings: SolveSettings, context: AnswerContext, source: Confidence["source"]): BestAnswer | null {
  if (traces.length === 0) return null;
  const best = voters(traces, settings);
  const groupsOf = (voting: readonly RewardedTrace[]): VoteGroup[] => voteByCount(voting.map(({ answer, reward }) => ({ answer, weight: reward })), context);
  if (settings.select === "greedy" || settings.select === "best") {
    const trace = settings.select === "greedy" ? greedyTrace(root, traces) : 0;
    // A greedy trace need not be among the n best, but it has a voice in the confidence of its own answer.
    const voting = trace < best.length ? best : [...best, traces[trace]!];
    const own = groupsOf(voting).find(({ ballots }) => ballots.includes(Math.min(trace, best.length)))!;
    return { answer: traces[trace]!.answer, trace, confidence: confidenceOf(own, voting, source) };
  }
  const voting = best;
  const winner = settings.select === "vote" ? groupsOf(voting)[0]! : voteByWeight(voting.map(({ answer, reward }) => ({ answer, weight: reward ** settings.gamma })), context)[0]!;
  return { answer: voting[winner.ballots[0]!]!.answer, trace: winner.ballots[0]!, confidence: confidenceOf(winner, voting, source) };
}

/**
 * True when the majority vote cannot change any more: every remaining iteration brings one trace at most,
 * all traces vote, and the leader is ahead by more than what is left.
 */
export function voteIsDecided(traces: readonly RewardedTrace[], left: number, settings: SolveSettings, context: AnswerContext): boolean {
  if (settings.select !== "vote" || traces.length + left > (settings.votes ?? settings.iterations)) return false;
  const [leader, second] = voteByCount(traces.map(({ answer, reward }) => ({ answer, weight: reward })), context);
  return leader !== undefined && leader.count - (second?.count ?? 0) > left;
}
