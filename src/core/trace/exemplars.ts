import type { ExemplarImage, TurnDelivery } from "../ports";

/** Lists that retrieval fuses: text and picture vectors, BM25, image-text matching. */
export type RetrievalChannel = "text" | "bm25" | "image" | "matching";

/** How exemplars were chosen: RCTS tree re-ranking, retrieval order (vanilla RAG), at random, or not at all. */
export type RetrievalMode = "rcts" | "rag" | "random" | "none";

/** How the chosen exemplars reached the model. `dropped`: it does not read earlier turns. */
export type ExemplarDelivery = TurnDelivery;

export interface ExemplarCandidate {
  readonly id: string;
  readonly image: ExemplarImage;
  readonly question: string;
  readonly choices: readonly string[];
  readonly answer: string;
  readonly context: string | null;
  readonly passRate: number | null;
  readonly subject: string;
  readonly source: string;
  /** Rank (from 1) and score in each list that holds it. */
  readonly channels: Readonly<Partial<Record<RetrievalChannel, { readonly rank: number; readonly score: number }>>>;
  /** Reciprocal rank fusion. */
  readonly fused: number;
  /** Rank after fusion, from 1; null for a pinned one that retrieval did not find. */
  readonly rankBefore: number | null;
  /** Place in the final list, from 1; null: not chosen. */
  readonly rankAfter: number | null;
  readonly pinned: boolean;
}

/**
 * The two parts of the reward of the final list, each in [0, 1]. Heuristic: as said below. Answer-grounded: share of
 * samples that reach the produced answer again, and share of exemplars' answers that it brings right.
 */
export interface ExemplarReward {
  /** alpha * selfConsistency + beta * mutual; answer-grounded: 0.2 and 0.8. */
  readonly total: number;
  /** R_SC: mean pass rate. */
  readonly selfConsistency: number;
  /** R_Mutual: mean over positions >= 2 of 1 - max cosine to those before. */
  readonly mutual: number;
}

/** What retrieval and re-ranking did for one solve. */
export interface ExemplarSelection {
  readonly mode: RetrievalMode;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Name of the vectors' space. */
  readonly embedder: string | null;
  /** Lists that were used. */
  readonly channels: readonly RetrievalChannel[];
  /** All retrieved ones, the chosen ones first in their final order. */
  readonly candidates: readonly ExemplarCandidate[];
  /** Null where the mode has none. */
  readonly reward: ExemplarReward | null;
  /** Rollouts that were played. */
  readonly rollouts: number;
  readonly banned: readonly string[];
  readonly delivery: ExemplarDelivery;
}
