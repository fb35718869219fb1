import { voteByCount, type AnswerContext, type VoteGroup } from "../answers";
import type { ProbabilitySource } from "../ports";
import type { BestAnswer, Confidence, TraceRecord } from "../trace";
import { sampleChains, type SampledChains } from "./chains";
import { sourceOf, type Method } from "./method";

/** One entry for each sampled chain: its place in the list of distinct chains. */
const ballotsOf = (chains: readonly SampledChains[]): number[] => chains.flatMap(({ count }, index) => Array.from({ length: count }, () => index));

/** Answers by the number of chains, equal ones found by meaning; `ballots` are places in the list of distinct chains. */
export function groupChains(chains: readonly SampledChains[], context: AnswerContext): VoteGroup[] {
  const ballots = ballotsOf(chains);
  const groups = voteByCount(ballots.map((index) => ({ answer: chains[index]!.answer, weight: chains[index]!.reward ?? 1 })), context);
  return groups.map((group) => ({ ...group, ballots: [...new Set(group.ballots.map((ballot) => ballots[ballot]!))] }));
}

/** An answer's share of the summed last-step rewards, or of the chains where there are none; a single chain without a reward is no basis. */
function confidenceOf(group: VoteGroup, groups: readonly VoteGroup[], chains: readonly SampledChains[], source: Confidence["source"]): Confidence {
  const voters = groups.reduce((sum, { count }) => sum + count, 0);
  const weight = groups.reduce((sum, each) => sum + each.weight, 0);
  const rewards = group.ballots.flatMap((index) => chains[index]!.reward ?? []);
  const share = weight > 0 ? group.weight / weight : group.count / voters;
  return { value: rewards.length === 0 && voters === 1 ? null : share, source, traces: group.count, voters, bestReward: rewards.length === 0 ? null : Math.max(...rewards) };
}

/** The winner and all distinct chains as traces; the larger the reward, the earlier. */
export interface ChosenChain {
  readonly traces: readonly TraceRecord[];
  readonly best: BestAnswer;
}

/**
 * The answer among sampled chains, of which there is at least one.
 * @param rule `vote`: the answer of most chains (ties: larger summed reward, then the older); `best`: the chain with the
 * largest reward (ties: the one sampled more often, then the older).
 */
export function chooseChain(sampled: readonly SampledChains[], rule: "vote" | "best", context: AnswerContext, source: Confidence["source"]): ChosenChain {
  const chains = sampled.toSorted((a, b) => (b.reward ?? 0) - (a.reward ?? 0) || b.count - a.count);
  const groups = groupChains(chains, context);
  const group = rule === "vote" ? groups[0]! : groups.find(({ ballots }) => ballots.includes(0))!;
  const trace = group.ballots[0]!;
  return {
    traces: chains.map(({ nodes, answer, reward }) => ({ nodes, answer, reward })),
    best: { answer: chains[trace]!.answer, trace, confidence: confidenceOf(group, groups, chains, source) },
  };
}

/** CoT-Vote (self-consistency): n sampled chains, the answer of most of them (VReST appendix C). */
export const chainOfThoughtVote: Method = async (context) => {
  const { settings, problem, reporter } = context;
  const chains = await sampleChains(context, { samples: settings.samples, sources: null, onFinished: (finished) => reporter.emit({ type: "answer", ...chooseChain(finished, "vote", { choices: problem.choices }, "none") }) });
  return chains.length > 0 ? "completed" : "exhausted";
};

/** Best-of-N: n sampled chains, the one whose last step has the largest reward (VReST appendix C). */
export const bestOfN: Method = async (context) => {
  const { settings, problem, reporter } = context;
  const sources = new Set<ProbabilitySource>();
  const chains = await sampleChains(context, { samples: settings.samples, sources, onFinished: (finished) => reporter.emit({ type: "answer", ...chooseChain(finished, "best", { choices: problem.choices }, sourceOf(sources)) }) });
  return chains.length > 0 ? "completed" : "exhausted";
};
