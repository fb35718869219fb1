import type { Exemplar } from "../../ports";
import { hashText, mixSeeds, seededRandom } from "../../search";
import type { ExemplarReward } from "../../trace";
import { drawOne, drawWeights } from "../rerank/draw";
import type { GroundedCalls } from "./model";
import { backUpReward, bestLeaf, newNode, placesOf, selectNode, type ListNode } from "./tree";

export interface GroundedRequest {
  /** Exemplars that may join the list, best-retrieved first, and their retrieval scores. */
  readonly pool: readonly Exemplar[];
  readonly scores: readonly number[];
  /** Precede every list. */
  readonly fixed: readonly Exemplar[];
  /** Best-retrieved ones that the mutual reward asks. */
  readonly asked: readonly Exemplar[];
  /** Length of the list with the fixed ones. */
  readonly length: number;
  readonly exploration: number;
  /** Unsigned 32-bit. */
  readonly seed: number;
  readonly calls: GroundedCalls;
}

export interface Grounded {
  /** Places in the pool. */
  readonly list: readonly number[];
  /** The solution that the model gave after the final list. */
  readonly solution: string;
  /** Weighted parts of the final list's reward; null where zero-shot, greedy and sampled answer agreed and nothing was scored. */
  readonly reward: ExemplarReward | null;
  readonly rollouts: number;
}

/** Rollouts and the weights of the two rewards (RCTS's configurations). */
export const groundedDefaults = { rollouts: 8, selfWeight: 0.2, mutualWeight: 0.8, asked: 5 } as const;

interface Played extends ExemplarReward {
  readonly solution: string;
}

/**
 * RCTS's released procedure. The zero-shot answer, that of the greedy list and that of a sampled one end it where they
 * agree. Otherwise both lists are scored, then as many rollouts are played, and the best path is taken. Random draws
 * come from the seed alone and in one order; only calls that do not need each other are under way together, so
 * the order of their arrival changes nothing. Throws what the calls throw.
 */
export async function rerankGrounded(request: GroundedRequest): Promise<Grounded> {
  const { pool, scores, fixed, asked, exploration, seed, calls } = request;
  const depth = Math.min(request.length - fixed.length, pool.length);
  const random = seededRandom(seed);
  const root = newNode(null, -1);
  const played = new Map<ListNode, Played>();
  const seedOf = (kind: string, list: number): number => mixSeeds(seed, hashText(`${kind} ${list}`));

  function grow(from: ListNode, choose: (weights: readonly number[]) => number): ListNode {
    let node = from;
    while (node.level < depth) {
      const held = placesOf(node);
      const left = pool.map((_, place) => place).filter((place) => !held.includes(place));
      const child = newNode(node, left[choose(drawWeights(left.map((place) => scores[place]!)))]!);
      node.children.push(child);
      node = child;
    }
    return node;
  }
  const solve = (leaf: ListNode, list: number): Promise<string> => calls.solve([...fixed, ...placesOf(leaf).map((place) => pool[place]!)], seedOf("solve", list));
  async function score(solution: string, list: number): Promise<Played> {
    const [selfConsistency, mutual] = await Promise.all([calls.selfReward(solution, seedOf("self", list)), calls.mutualReward(solution, asked, seedOf("mutual", list))]);
    return { solution, selfConsistency, mutual, total: groundedDefaults.selfWeight * selfConsistency + groundedDefaults.mutualWeight * mutual };
  }
  function keep(leaf: ListNode, result: Played): void {
    played.set(leaf, result);
    backUpReward(leaf, result.total);
  }

  const leaves = [grow(root, (weights) => weights.indexOf(Math.max(...weights))), grow(root, (weights) => drawOne(weights, random))];
  const [zeroShot, ...solutions] = await Promise.all([calls.zeroShot(seedOf("zeroShot", 0)), ...leaves.map(solve)]);
  if (solutions.every((solution) => calls.sameAnswer(zeroShot, solution))) return { list: placesOf(leaves[0]!), solution: solutions[0]!, reward: null, rollouts: 0 };
  const scored = await Promise.all(solutions.map(score));
  leaves.forEach((leaf, index) => keep(leaf, scored[index]!));

  for (let rollout = 0; rollout < groundedDefaults.rollouts; rollout += 1) {
    const leaf = grow(selectNode(root, depth, exploration, random), (weights) => drawOne(weights, random));
    const list = leaves.length + rollout;
    keep(leaf, await score(await solve(leaf, list), list));
  }
  const leaf = bestLeaf(root);
  const { solution, ...reward } = played.get(leaf)!;
  return { list: placesOf(leaf), solution, reward, rollouts: groundedDefaults.rollouts };
}
