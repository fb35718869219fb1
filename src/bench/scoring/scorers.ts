import type { Scorer } from "../datasets/problem";
import { charxivScorer } from "./charxiv";
import type { GuessOptions } from "./guess";
import { mathvisionScorer } from "./mathvision";
import { mathvistaScorer } from "./mathvista";
import { mmmuScorer } from "./mmmu";
import { ownScorer } from "./own";
import { puzzlevqaScorer } from "./puzzlevqa";
import { scienceqaScorer } from "./scienceqa";
import { vizwizScorer } from "./vizwiz";

/** The scorer of a data set by its reader's name; equality by meaning for a name that it does not know. */
export function scorerOf(dataset: string, options: GuessOptions = {}): Scorer {
  const scorers: readonly Scorer[] = [mathvistaScorer, mathvisionScorer, charxivScorer, scienceqaScorer(options), mmmuScorer(options), vizwizScorer, puzzlevqaScorer, ownScorer];
  return scorers.find((scorer) => scorer.name === dataset) ?? ownScorer;
}
