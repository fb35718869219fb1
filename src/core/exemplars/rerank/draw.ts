/** Keeps the last in retrieval possible, and is RCTS's own value. */
const epsilon = 1e-3;

/**
 * Weight of each candidate in a random draw: its retrieval score, min-max-normalised among those that are left, plus
 * epsilon (as RCTS's code has it).
 */
export function drawWeights(scores: readonly number[]): number[] {
  let least = Infinity;
  let most = -Infinity;
  for (const score of scores) {
    if (score < least) least = score;
    if (score > most) most = score;
  }
  return scores.map((score) => (score - least) / (most - least + epsilon) + epsilon);
}

/** An index drawn with probability proportional to its weight; `random` is uniform in [0, 1). */
export function drawOne(weights: readonly number[], random: () => number): number {
  const target = random() * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) {
    sum += weights[index]!;
    if (target < sum) return index;
  }
  return weights.length - 1;
}

/**
 * A place in (0, 1] in a race that the candidates enter with their weights: the largest comes first with probability
 * proportional to its weight, and so do those after it among the rest (Efraimidis and Spirakis 2006). So visiting
 * children by their place is drawing without replacement.
 */
export function racePlace(weight: number, random: () => number): number {
  return 1 / (1 - Math.log(1 - random()) / weight);
}
