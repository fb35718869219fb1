import { checkArithmetic } from "../answers";
import { mixSeeds } from "../search";
import type { PreparedImage, ProbabilitySource, YesReply } from "../ports";
import { buildMessages, correctnessText, usefulnessText, type ExemplarTurns, type TranscriptStep } from "../prompts";
import type { MeteredModel } from "./budget";
import type { RewardKind, SolveSettings } from "./settings";

/** The most that R2 may be for a step with a wrong calculation; above 0, since what was read as one may be none. */
const WRONG_ARITHMETIC = 0.05;

export interface ProblemText {
  readonly question: string;
  readonly choices: readonly string[];
  readonly image: PreparedImage;
  readonly exemplars: ExemplarTurns;
}

export interface StepReward {
  /** R1, or null where it was left out. */
  readonly usefulness: number | null;
  /** R2, or null where it was left out. */
  readonly correctness: number | null;
  /** r in [0, 1]. */
  readonly reward: number;
  readonly sources: readonly ProbabilitySource[];
  /** Calculations in the sub-answer that are wrong; empty where they are not checked. */
  readonly wrong: readonly string[];
}

/** r = sqrt(R1 * R2) (eq. 6), or the one that is left when the other is ablated. */
function combineRewards(usefulness: number | null, correctness: number | null): number {
  if (usefulness === null) return correctness ?? 0.5;
  return correctness === null ? usefulness : Math.sqrt(usefulness * correctness);
}

/** P(Yes) as the settings want it. */
function probability({ yes, no }: YesReply, kind: RewardKind): number {
  return kind === "ratio" && yes + no > 0 ? yes / (yes + no) : yes;
}

/** Asks both self-reward questions about the last step at the same time. */
export async function rewardStep(model: MeteredModel, problem: ProblemText, before: readonly TranscriptStep[], step: TranscriptStep, terminal: boolean, settings: SolveSettings, seed: number): Promise<StepReward> {
  if (settings.noPRM && !terminal) return { usefulness: null, correctness: null, reward: 0.5, sources: [], wrong: [] };
  const { question, choices, image, exemplars } = problem;
  const ask = (left: boolean, textOnly: boolean, text: string, kind: number): Promise<YesReply | null> =>
    left ? Promise.resolve(null) : model.probabilityOfYes({ messages: buildMessages(textOnly ? null : image, text, exemplars), seed: mixSeeds(seed, kind) });
  const [r1, r2] = await Promise.all([
    ask(settings.noR1, settings.textOnlyUsefulness, usefulnessText(question, choices, before, step.subQuestion), 1),
    ask(settings.noR2, settings.textOnlyCorrectness, correctnessText(question, choices, [...before, step]), 2),
  ]);
  const usefulness = r1 === null ? null : probability(r1, settings.rewardKind);
  const judged = r2 === null ? null : probability(r2, settings.rewardKind);
  const wrong = settings.checkArithmetic && judged !== null ? checkArithmetic(step.answer).wrong : [];
  const correctness = judged !== null && wrong.length > 0 ? Math.min(judged, WRONG_ARITHMETIC) : judged;
  return { usefulness, correctness, reward: combineRewards(usefulness, correctness), sources: [r1, r2].flatMap((reply) => (reply === null ? [] : [reply.source])), wrong };
}
