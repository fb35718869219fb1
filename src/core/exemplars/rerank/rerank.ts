import { createImmediateSearch, mixSeeds, seededRandom, type Candidate } from "../../search";
import type { ExemplarReward } from "../../trace";
import type { Pacer } from "../pace";
import { drawWeights, racePlace } from "./draw";
import { listReward, type RewardPool, type RewardWeights } from "./reward";

export interface RerankRequest extends RewardWeights {
  /** The first `fixed` of the pool are in the list already, in this order; the others may join it. */
  readonly pool: RewardPool;
  readonly fixed: number;
  /** Retrieval score of each that may join, larger is better. */
  readonly scores: readonly number[];
  /** Length of the list with the fixed ones; it gets shorter where the pool is smaller. */
  readonly length: number;
  readonly rollouts: number;
  /** c of UCT, for rewards that span [0, 1]. */
  readonly exploration: number;
  /** Unsigned 32-bit. */
  readonly seed: number;
}

export interface Reranked {
  /** Places in the pool, in their final order, the fixed ones first. */
  readonly list: readonly number[];
  readonly reward: ExemplarReward;
  /** Rollouts that were played: fewer than asked for where every list has been, or the tree has grown too large. */
  readonly rollouts: number;
}

/** Lists that are looked at before the search to see how far their rewards lie apart. */
const probes = 64;
/** A list is continued in so many ways at most: with more, a search of some hundred rollouts would only look at each once. */
const width = 32;
/** Nodes after which the search ends early, for the sake of memory. */
const maxNodes = 1_000_000;
/** Rewards that are no further apart differ by the order of their sums alone. */
const rounding = 1e-12;

/**
 * MCTS-HR: Monte Carlo tree search over ordered lists, on the same search as VReST. A rollout selects by UCT; at a
 * list that is not complete it draws the next exemplar, and all that follow, with probability proportional to the
 * retrieval score, and backs the complete list's reward up as a mean. Finished lists are left out, so that each
 * rollout plays a new one. c is measured in the spread of the rewards, since UCT supposes that they span [0, 1].
 * The final list is the best one played: a reward depends on its list alone, and the descent by the largest mean
 * over all orders and continuations often ends beside it. Ties: what retrieval prefers, and in its order.
 */
export async function rerank(request: RerankRequest, pacer: Pacer): Promise<Reranked> {
  const { pool, fixed, scores, rollouts, seed } = request;
  const prefix = Array.from({ length: fixed }, (_, index) => index);
  const depth = Math.min(request.length - fixed, scores.length);
  const rewardOf = (added: readonly number[]): ExemplarReward => listReward(fixed === 0 ? added : [...prefix, ...added], pool, request);
  if (depth <= 0) return { list: prefix, reward: rewardOf([]), rollouts: 0 };

  const search = createImmediateSearch<number>(
    {
      expand: ({ path, seed: own }) => drawOrder(path, request, own, path.length + 1 === depth),
      returns: (_, added) => Array<number>(added.length).fill(rewardOf(added).total),
    },
    { iterations: rollouts, depth, exploration: request.exploration * spreadOf(request, depth, rewardOf), unvisited: "infinity", skipExhausted: true },
    seed,
  );
  let best: readonly number[] = [];
  let bestTotal = -Infinity;
  let played = 0;
  let nodes = 0;
  for (const event of search.run()) {
    if (event.type === "expanded") nodes += event.children.length;
    if (event.type !== "backedUp") continue;
    played += 1;
    const total = event.returns[0]!;
    if (total > bestTotal - rounding) {
      const list = event.path.map(({ step }) => step!);
      if (total > bestTotal + rounding || preference(list, request) > preference(best, request)) {
        bestTotal = total;
        best = list;
      }
    }
    if (nodes > maxNodes) break;
    if (pacer.spend(depth * (scores.length * 0.1 + Math.min(scores.length, width) * 0.1))) await pacer.pause();
  }
  return { list: [...prefix, ...best], reward: rewardOf(best), rollouts: played };
}

/** How much retrieval likes a list: the earlier a place, the more its score counts. */
const preference = (list: readonly number[], { fixed, scores }: RerankRequest): number => list.reduce((sum, place, at) => sum + scores[place - fixed]! / (at + 1), 0);

/**
 * The candidates that are left as children, each with its place in a weighted race: the search visits them in the order
 * of their places. Of more than `width` those in front are kept.
 */
function drawOrder(path: readonly number[], { fixed, scores }: RerankRequest, seed: number, terminal: boolean): Candidate<number>[] {
  const left: number[] = [];
  for (let index = 0; index < scores.length; index += 1) if (!path.includes(fixed + index)) left.push(index);
  const weights = drawWeights(left.map((index) => scores[index]!));
  const random = seededRandom(seed);
  const places = weights.map((weight) => racePlace(weight, random));
  const last = left.length > width ? [...places].sort((a, b) => b - a)[width - 1]! : 0;
  const children: Candidate<number>[] = [];
  left.forEach((index, at) => {
    if (places[at]! >= last) children.push({ step: fixed + index, reward: places[at]!, terminal, key: String(index) });
  });
  return children;
}

/** Largest less smallest reward of some lists at random. */
function spreadOf({ fixed, scores, seed }: RerankRequest, depth: number, rewardOf: (added: readonly number[]) => ExemplarReward): number {
  const random = seededRandom(mixSeeds(seed, probes));
  let least = Infinity;
  let most = -Infinity;
  for (let probe = 0; probe < probes; probe += 1) {
    const left = scores.map((_, index) => fixed + index);
    const added = Array.from({ length: depth }, () => left.splice(Math.floor(random() * left.length), 1)[0]!);
    const { total } = rewardOf(added);
    least = Math.min(least, total);
    most = Math.max(most, total);
  }
  return most - least;
}
