import { voteByWeight } from "../../../core/answers";
import { answerOf, type Selection, type SolveSettings } from "../../../core/solve";
import type { BestAnswer, TraceSnapshot } from "../../../core/trace";
import type { JobTrace, ProblemRecord } from "../../run/results";

/** A way to choose an answer among the traces of one tree. */
export interface SelectionRule {
  readonly name: string;
  choose(problem: ProblemRecord, trace: JobTrace, settings: SolveSettings): string | null;
}

const unknownSource: BestAnswer = { answer: "", trace: 0, confidence: { value: null, source: "none", traces: 0, voters: 0, bestReward: null } };

function productRule(name: string, select: Selection, gamma?: number): SelectionRule {
  return {
    name,
    choose({ asked, choices }, { nodes, traces, iterations }, settings) {
      const image = { mediaType: "image/png", width: 1, height: 1, sha256: "", byteLength: 0 } as const;
      const snapshot: Pick<TraceSnapshot, "nodes" | "traces" | "best" | "iterations" | "problem"> = { nodes: nodes.map((node, id) => ({ ...node, id, seed: 0 })), traces, iterations, best: unknownSource, problem: { question: asked, choices, image } };
      return answerOf(snapshot, { ...settings, select, gamma: gamma ?? settings.gamma })?.answer ?? null;
    },
  };
}

/** Weighs each trace by a number in [0, 1]; the heaviest answer wins. */
function weightRule(name: string, weigh: (rewards: readonly number[]) => number): SelectionRule {
  return {
    name,
    choose({ choices }, { nodes, traces }) {
      const ballots = traces.map(({ answer, nodes: path }) => ({ answer, weight: weigh(path.map((id) => nodes[id]!.reward ?? 0.5)) }));
      const winner = voteByWeight(ballots, { choices })[0];
      return winner === undefined ? null : traces[winner.ballots[0]!]!.answer;
    },
  };
}

function bestRule(name: string, score: (rewards: readonly number[]) => number): SelectionRule {
  return {
    name,
    choose(_problem, { nodes, traces }) {
      const scored = traces.map(({ answer, nodes: path }) => ({ answer, score: score(path.map((id) => nodes[id]!.reward ?? 0.5)) }));
      return scored.reduce<{ answer: string; score: number } | null>((best, each) => (best === null || each.score > best.score ? each : best), null)?.answer ?? null;
    },
  };
}

/** The product's own rules, then others that use the same traces and rewards. */
export const selectionRules: readonly SelectionRule[] = [
  productRule("greedy", "greedy"),
  productRule("best", "best"),
  productRule("vote", "vote"),
  ...[1, 2, 4, 8, 16].map((gamma) => productRule(`weighted, gamma ${gamma}`, "weighted", gamma)),
  bestRule("best last step", (rewards) => rewards.at(-1)!),
  bestRule("best weakest step", (rewards) => Math.min(...rewards)),
  weightRule("weighted by last step ^ 4", (rewards) => rewards.at(-1)! ** 4),
  weightRule("weighted by weakest step ^ 4", (rewards) => Math.min(...rewards) ** 4),
  weightRule("weighted by product of steps", (rewards) => rewards.reduce((product, reward) => product * reward, 1)),
];
