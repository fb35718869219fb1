import { mixSeeds } from "../search";
import type { PreparedImage, ProbabilitySource, YesReply } from "../ports";
import { buildMessages, correctnessText, usefulnessText, type ExemplarTurns, type TranscriptStep } from "../prompts";
import type { MeteredModel } from "./budget";
import type { SolveSettings } from "./settings";

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
}

/** r = sqrt(R1 * R2) (eq. 6), or the one that is left when the other is ablated. */
function combineRewards(usefulness: number | null, correctness: number | null): number {
  if (usefulness === null) return correctness ?? 0.5;
  return correctness === null ? usefulness : Math.sqrt(usefulness * correctness);
}

/** Asks both self-reward questions about the last step at the same time. */
export async function rewardStep(model: MeteredModel, problem: ProblemText, before: readonly TranscriptStep[], step: TranscriptStep, terminal: boolean, settings: SolveSettings, seed: number): Promise<StepReward> {
  if (settings.noPRM && !terminal) return { usefulness: null, correctness: null, reward: 0.5, sources: [] };
  const { question, choices, image, exemplars } = problem;
  const ask = (left: boolean, textOnly: boolean, text: string, kind: number): Promise<YesReply | null> =>
    left ? Promise.resolve(null) : model.probabilityOfYes({ messages: buildMessages(textOnly ? null : image, text, exemplars), seed: mixSeeds(seed, kind) });
  const [r1, r2] = await Promise.all([
    ask(settings.noR1, settings.textOnlyUsefulness, usefulnessText(question, choices, before, step.subQuestion), 1),
    ask(settings.noR2, settings.textOnlyCorrectness, correctnessText(question, choices, [...before, step]), 2),
  ]);
  const usefulness = r1?.yes ?? null;
  const correctness = r2?.yes ?? null;
  return { usefulness, correctness, reward: combineRewards(usefulness, correctness), sources: [r1, r2].flatMap((reply) => (reply === null ? [] : [reply.source])) };
}
