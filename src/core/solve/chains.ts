import { hashText, mixSeeds } from "../search";
import { finalAnswerOf, type TranscriptStep } from "../prompts";
import type { ProbabilitySource } from "../ports";
import { mergeEqual, sampleSteps, scoreStep, stepKey, type SampledStep } from "./expand";
import { inOrder } from "./in-order";
import type { MethodContext } from "./method";
import type { StepReward } from "./reward";

/** Finished chains that are the same step for step. */
export interface SampledChains {
  /** Node ids from depth 1 to the last step. */
  readonly nodes: readonly number[];
  readonly answer: string;
  /** How many of the sampled chains these are. */
  readonly count: number;
  /** Reward of the last step (Best-of-N), or null where it was not asked for. */
  readonly reward: number | null;
}

/** The beginning that some chains share. */
interface Prefix {
  readonly node: number;
  readonly nodes: readonly number[];
  readonly steps: readonly TranscriptStep[];
  readonly seed: number;
  readonly count: number;
}

export interface ChainOptions {
  readonly samples: number;
  /** Collects where P(Yes) came from and makes the last steps be judged; null: no rewards. */
  readonly sources: Set<ProbabilitySource> | null;
  /** Called when chains have come to their end, with all finished ones so far. */
  readonly onFinished: (chains: readonly SampledChains[]) => void;
}

/** The next steps of all chains with one beginning: one request for as many samples as there are chains. */
async function grow({ problem, settings, model, reporter }: MethodContext, prefix: Prefix, sources: Set<ProbabilitySource> | null): Promise<{ readonly prefix: Prefix; readonly steps: readonly { readonly step: SampledStep; readonly reward: StepReward | null }[] }> {
  reporter.emit({ type: "activity", activity: { node: prefix.node, phase: "generating", done: 0, total: prefix.count } });
  const merged = mergeEqual(await sampleSteps(model, problem, prefix.steps, prefix.count, settings, prefix.seed, reporter));
  const steps = merged.map(async (step) => ({ step, reward: sources !== null && step.terminal ? await scoreStep(model, problem, prefix.steps, step, settings, prefix.seed, reporter, sources) : null }));
  return { prefix, steps: await Promise.all(steps) };
}

/**
 * Samples chains of steps independently of each other. Chains that begin alike share the request for what comes
 * next, so a chain costs as many samples as by itself but fewer requests. The tree depends on settings and seed alone.
 * @returns the finished chains; those that reached depth D without an answer, or had no readable step, are left out.
 */
export async function sampleChains(context: MethodContext, { samples, sources, onFinished }: ChainOptions): Promise<readonly SampledChains[]> {
  const { settings, model, reporter } = context;
  const finished: SampledChains[] = [];
  let nextId = 1;
  let open: Prefix[] = [{ node: 0, nodes: [], steps: [], seed: context.seed, count: samples }];
  while (open.length > 0 && open[0]!.steps.length < settings.depth) {
    const further: Prefix[] = [];
    for await (const { prefix, steps } of inOrder(open.map((each) => grow(context, each, sources)))) {
      const children = steps.map(({ step, reward }) => {
        const id = nextId++;
        const seed = mixSeeds(prefix.seed, hashText(stepKey(step)));
        const { subQuestion, answer, terminal, multiplicity } = step;
        const nodes = [...prefix.nodes, id];
        if (terminal) finished.push({ nodes, answer: finalAnswerOf(answer), count: multiplicity, reward: reward?.reward ?? null });
        else further.push({ node: id, nodes, steps: [...prefix.steps, step], seed, count: multiplicity });
        return { id, parent: prefix.node, depth: nodes.length, subQuestion, answer, terminal, multiplicity, usefulness: reward?.usefulness ?? null, correctness: reward?.correctness ?? null, reward: reward?.reward ?? null, seed };
      });
      if (children.length === 0) continue;
      reporter.emit({ type: "expanded", parent: prefix.node, children });
      reporter.emit({ type: "usage", usage: model.usage(), seconds: model.seconds() });
      if (children.some(({ terminal }) => terminal)) onFinished(finished);
    }
    open = further;
  }
  return finished;
}
