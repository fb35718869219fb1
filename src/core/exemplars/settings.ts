import type { RetrievalMode } from "../trace";

/** How exemplars are retrieved, re-ranked and used (RCTS). */
export interface RetrievalSettings {
  readonly mode: RetrievalMode;
  /** K, exemplars that precede the problem; 1 to 16. */
  readonly exemplars: number;
  /** N, retrieved candidates that the re-ranking chooses from; 1 to 200. */
  readonly candidates: number;
  /** Weight of R_SC, >= 0. */
  readonly alpha: number;
  /** Weight of R_Mutual, >= 0. */
  readonly beta: number;
  /** c of UCT in the re-ranking. */
  readonly exploration: number;
  /** Rollouts of the heuristic reward. */
  readonly rollouts: number;
  /** `answerGrounded` asks the model about every list, as the authors' code does. */
  readonly reward: "heuristic" | "answerGrounded";
  /** Off: exemplars show question and answer alone (ablation "no reasoning context"). */
  readonly contexts: boolean;
  /** Unsigned 32-bit. */
  readonly seed: number;
}

export const retrievalDefaults: RetrievalSettings = {
  mode: "rcts", exemplars: 3, candidates: 20, alpha: 0.6, beta: 0.4, exploration: 0.5, rollouts: 500, reward: "heuristic", contexts: true, seed: 0,
};
