import { hashText, mixSeeds } from "../../core/search";

/** Whether unreadable replies to multiple choice get a random option, as some official codes do; wrong where absent. */
export interface GuessOptions {
  readonly guess?: { readonly seed: number } | undefined;
}

/** One seed for each problem, so that a guess does not depend on the order of problems. */
export const guessSeed = (seed: number, id: string): number => mixSeeds(seed, hashText(id));
