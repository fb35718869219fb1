import { hashText, mixSeeds, type Candidate, type ExpansionRequest } from "../search";
import { buildMessages, isFinalSubQuestion, parseStepReply, stepText, type TranscriptStep } from "../prompts";
import type { ProbabilitySource } from "../ports";
import type { MeteredModel } from "./budget";
import type { Reporter } from "./reporter";
import { rewardStep, type ProblemText, type StepReward } from "./reward";
import type { SolveSettings } from "./settings";

/** A step in the tree: its text, how many equal samples it stands for, and what it earned. */
export interface ReasoningStep extends TranscriptStep {
  readonly terminal: boolean;
  readonly multiplicity: number;
  readonly reward: StepReward | null;
}

export type SampledStep = Omit<ReasoningStep, "reward">;

export const stepKey = (step: TranscriptStep): string => `${step.subQuestion.trim().toLowerCase()}\n${step.answer.trim().toLowerCase()}`;

/** Siblings that are equal after trimming and case-folding become one, in the order of first appearance. */
export function mergeEqual(steps: readonly TranscriptStep[]): SampledStep[] {
  const merged = new Map<string, SampledStep>();
  for (const step of steps) {
    const key = stepKey(step);
    const known = merged.get(key);
    merged.set(key, { ...(known ?? { ...step, terminal: isFinalSubQuestion(step.subQuestion) }), multiplicity: (known?.multiplicity ?? 0) + 1 });
  }
  return [...merged.values()];
}

/** Samples readable steps after a path; unreadable replies are counted, and asked for once more if none was readable. */
export async function sampleSteps(model: MeteredModel, problem: ProblemText, before: readonly TranscriptStep[], samples: number, settings: SolveSettings, seed: number, reporter: Reporter): Promise<TranscriptStep[]> {
  const final = settings.forceFinal && before.length + 1 >= settings.depth;
  const messages = buildMessages(settings.textOnlyGeneration ? null : problem.image, stepText(problem.question, problem.choices, before, final), problem.exemplars);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const reply = await model.generate({
      messages, samples, temperature: settings.temperature, topP: settings.topP, maxTokens: settings.maxTokensPerStep,
      stop: ["\nSub-question"], seed: attempt === 0 ? seed : mixSeeds(seed, attempt),
    });
    const read = reply.choices.map((choice) => parseStepReply(choice.text, final));
    const steps = read.flatMap((each) => (each.ok ? [each.step] : []));
    if (steps.length < read.length) reporter.warn("unreadableReplies", read.length - steps.length);
    if (reply.choices.length < samples) reporter.warn("missingSamples", samples - reply.choices.length);
    const cut = reply.choices.filter((choice) => choice.finish === "length").length;
    if (cut > 0) reporter.warn("cutReplies", cut);
    if (steps.length > 0) return steps;
  }
  return [];
}

/** The rewards of a sampled step; tells once of estimated probabilities, and of each step with a wrong calculation. */
export async function scoreStep(model: MeteredModel, problem: ProblemText, path: readonly TranscriptStep[], step: SampledStep, settings: SolveSettings, seed: number, reporter: Reporter, sources: Set<ProbabilitySource>): Promise<StepReward> {
  const reward = await rewardStep(model, problem, path, step, step.terminal, settings, mixSeeds(seed, hashText(stepKey(step))));
  if (reward.sources.includes("sampled") && !sources.has("sampled")) reporter.warn("sampledProbabilities");
  if (reward.wrong.length > 0) reporter.warn("wrongArithmetic");
  for (const source of reward.sources) sources.add(source);
  return reward;
}

/** One expansion (VReST 3.2.2, 3.2.3): w sampled steps at once, equal ones merged, then all rewards at once. */
export async function expandNode(model: MeteredModel, problem: ProblemText, request: ExpansionRequest<ReasoningStep>, settings: SolveSettings, reporter: Reporter, sources: Set<ProbabilitySource>): Promise<Candidate<ReasoningStep>[]> {
  const { path, seed, node } = request;
  reporter.emit({ type: "activity", activity: { node, phase: "generating", done: 0, total: settings.width } });
  const merged = mergeEqual(await sampleSteps(model, problem, path, settings.width, settings, seed, reporter));
  let scored = 0;
  const report = (): void => reporter.emit({ type: "activity", activity: { node, phase: "scoring", done: scored, total: merged.length } });
  if (merged.length > 0) report();
  return Promise.all(
    merged.map(async (step) => {
      const reward = await scoreStep(model, problem, path, step, settings, seed, reporter, sources);
      scored += 1;
      report();
      return { step: { ...step, reward }, reward: reward.reward, terminal: step.terminal, key: stepKey(step) };
    }),
  );
}
