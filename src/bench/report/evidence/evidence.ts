import { groupAnswers } from "../../../core/answers";
import type { JobTrace, ProblemRecord } from "../../run/results";
import type { Job } from "../../run/rows";
import type { Accuracy } from "../model";
import { accuracyOf } from "../rowReport";
import { isRightAnswer, labelSteps } from "./labels";
import { gatherRewards, rewardParts, scoredSteps, scoredTraces, stepKinds, type RewardPart, type RewardQuality, type StepKind } from "./rewards";
import { selectionRules } from "./selections";

/** Where the gain of a search comes from, or is lost: measured on the trees of one job. */
export interface EvidenceReport {
  readonly job: string;
  readonly problems: number;
  /** What a step is held against. */
  readonly labels: "reference steps" | "final answers";
  readonly rewards: readonly ({ readonly kind: StepKind; readonly part: RewardPart } & RewardQuality)[];
  /** A trace's own reward (mean value of its nodes, or the last step's) against its answer; siblings do not apply. */
  readonly traceReward: Omit<RewardQuality, "amongSiblings">;
  readonly diversity: {
    /** Means per problem. */
    readonly traces: number;
    readonly distinctTraces: number;
    readonly distinctAnswers: number;
    /** Accuracy of one trace drawn at random. */
    readonly oneTrace: Accuracy;
    /** Problems in which any trace is right: what a perfect choice would reach. */
    readonly anyTrace: Accuracy;
  };
  /** Rules of choice on the same trees; empty for methods without a search of several traces. */
  readonly selections: readonly { readonly rule: string; readonly accuracy: Accuracy }[];
}

export interface EvidenceGathering {
  add(problem: ProblemRecord, trace: JobTrace): void;
  /** Null where no tree holds more than one trace or any reward. */
  result(): EvidenceReport | null;
}

const mean = (numbers: readonly number[]): number => (numbers.length === 0 ? 0 : numbers.reduce((sum, value) => sum + value, 0) / numbers.length);
const distinct = (problem: ProblemRecord, { nodes, traces }: JobTrace): { traces: number; answers: number } => ({
  traces: new Set(traces.map(({ nodes: path }) => JSON.stringify(path.map((id) => [nodes[id]!.subQuestion, nodes[id]!.answer])))).size,
  answers: groupAnswers(traces.map(({ answer }) => answer), { choices: problem.choices }).length,
});

export function gatherEvidence(job: Job): EvidenceGathering {
  const steps = stepKinds.flatMap((kind) => rewardParts.map((part) => ({ kind, part, gathering: gatherRewards() })));
  const whole = gatherRewards();
  const counts: { traces: number; distinctTraces: number; distinctAnswers: number; one: number; any: number }[] = [];
  const chosen = selectionRules.map(({ name }) => ({ rule: name, scores: [] as number[] }));
  let withReferences = 0;

  return {
    add(problem, trace) {
      if (problem.steps !== null) withReferences += 1;
      const labels = labelSteps(problem, trace);
      for (const { kind, part, gathering } of steps) gathering.add(scoredSteps(trace.nodes, labels, kind, part));
      whole.add([scoredTraces(problem, trace)]);
      // Equal chains are kept once, with their number at the last step; a search finds each trace once.
      const right = trace.traces.flatMap(({ answer, nodes }) => {
        const times = job.method === "vrest" || job.method === "tot" ? 1 : trace.nodes[nodes.at(-1)!]!.multiplicity;
        return Array.from({ length: times }, () => Number(isRightAnswer(problem, answer)));
      });
      const kinds = distinct(problem, trace);
      counts.push({ traces: right.length, distinctTraces: kinds.traces, distinctAnswers: kinds.answers, one: mean(right), any: Math.max(0, ...right) });
      if (job.method !== "vrest") return;
      for (const [index, rule] of selectionRules.entries()) {
        const answer = trace.iterations === 0 ? (trace.traces[0]?.answer ?? null) : rule.choose(problem, trace, job.settings);
        chosen[index]!.scores.push(answer !== null && isRightAnswer(problem, answer) ? 1 : 0);
      }
    },
    result() {
      const rewards = steps.map(({ kind, part, gathering }) => ({ kind, part, ...gathering.result() })).filter((quality) => quality.steps > 0);
      if (rewards.length === 0 && counts.every(({ traces }) => traces <= 1)) return null;
      const { steps: count, right, pooled, withinTree } = whole.result();
      return {
        job: job.id, problems: counts.length, labels: withReferences === counts.length ? "reference steps" : "final answers", rewards, traceReward: { steps: count, right, pooled, withinTree },
        diversity: {
          traces: mean(counts.map(({ traces }) => traces)), distinctTraces: mean(counts.map((count) => count.distinctTraces)), distinctAnswers: mean(counts.map((count) => count.distinctAnswers)),
          oneTrace: accuracyOf(counts.map(({ one }) => one)), anyTrace: accuracyOf(counts.map(({ any }) => any)),
        },
        selections: chosen.filter(({ scores }) => scores.length > 0).map(({ rule, scores }) => ({ rule, accuracy: accuracyOf(scores) })),
      };
    },
  };
}
