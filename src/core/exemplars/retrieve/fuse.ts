import type { ExemplarHit } from "../../ports";
import type { RetrievalChannel } from "../../trace";

export type RankedLists = Readonly<Partial<Record<RetrievalChannel, readonly ExemplarHit[]>>>;

export interface FusedHit {
  readonly id: string;
  /** Rank (from 1) and score in each list that holds it. */
  readonly channels: Readonly<Partial<Record<RetrievalChannel, { readonly rank: number; readonly score: number }>>>;
  readonly fused: number;
}

/** k of reciprocal rank fusion, as its authors chose it (Cormack, Clarke and Büttcher 2009). */
const k = 60;

/** The lists in the order in which they count where nothing else decides. */
export const channelOrder: readonly RetrievalChannel[] = ["text", "bm25", "image", "matching"];

/**
 * Reciprocal rank fusion: an exemplar's score is the sum of 1 / (60 + rank) over the lists that hold it, best first.
 * Ranks count what is left without `out`. Ties: the better best rank, then the earlier list, then the id.
 */
export function fuse(lists: RankedLists, out: ReadonlySet<string> = new Set()): FusedHit[] {
  const found = new Map<string, { channels: Partial<Record<RetrievalChannel, { rank: number; score: number }>>; fused: number; best: number; first: number }>();
  channelOrder.forEach((channel, order) => {
    const hits = (lists[channel] ?? []).filter(({ id }) => !out.has(id));
    hits.forEach(({ id, score }, index) => {
      const rank = index + 1;
      const known = found.get(id) ?? { channels: {}, fused: 0, best: Infinity, first: order };
      known.channels[channel] = { rank, score };
      known.fused += 1 / (k + rank);
      known.best = Math.min(known.best, rank);
      found.set(id, known);
    });
  });
  return [...found.entries()]
    .sort(([a, left], [b, right]) => right.fused - left.fused || left.best - right.best || left.first - right.first || (a < b ? -1 : 1))
    .map(([id, { channels, fused }]) => ({ id, channels, fused }));
}
