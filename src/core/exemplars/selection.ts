import type { Exemplar } from "../ports";
import type { ExemplarCandidate, ExemplarReward, ExemplarSelection } from "../trace";
import type { Retrieved } from "./retrieve/retrieve";
import type { RetrievalSettings } from "./settings";

/** The chosen ones in their order, and what choosing them brought to light. */
export interface Order {
  readonly exemplars: readonly Exemplar[];
  readonly reward: ExemplarReward | null;
  readonly rollouts: number;
  readonly answer: string | null;
}

/** For the ablation "no reasoning context". */
export const withoutContext = (exemplar: Exemplar): Exemplar => ({ ...exemplar, context: null });

/** The account of a choice: the chosen ones first, then what else was retrieved. */
export function selectionOf(settings: RetrievalSettings, pinned: readonly Exemplar[], banned: readonly string[], retrieved: Retrieved, { exemplars, reward, rollouts }: Order): ExemplarSelection {
  const rankBefore = new Map(retrieved.candidates.map(({ exemplar }, index) => [exemplar.id, index + 1]));
  const held = new Set(pinned.map(({ id }) => id));
  const candidateOf = (exemplar: Exemplar, rankAfter: number | null): ExemplarCandidate => {
    const { id, image, question, choices, answer, context, passRate, subject, source } = exemplar;
    const rank = rankBefore.get(id) ?? null;
    const hit = rank === null ? undefined : retrieved.candidates[rank - 1];
    return {
      id, image, question, choices, answer, context, passRate, subject, source,
      channels: hit?.channels ?? {}, fused: hit?.fused ?? 0, rankBefore: rank, rankAfter, pinned: held.has(id),
    };
  };
  const chosen = new Set(exemplars.map(({ id }) => id));
  const others = retrieved.candidates.filter(({ exemplar }) => !chosen.has(exemplar.id));
  return {
    mode: settings.mode, settings: { ...settings }, embedder: retrieved.embedder, channels: retrieved.channels,
    candidates: [...exemplars.map((exemplar, index) => candidateOf(exemplar, index + 1)), ...others.map(({ exemplar }) => candidateOf(exemplar, null))],
    reward, rollouts, banned: [...banned], delivery: "pictures",
  };
}
