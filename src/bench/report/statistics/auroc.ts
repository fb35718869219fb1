export interface Scored {
  readonly score: number;
  readonly right: boolean;
}

export interface Ranking {
  /** Pairs of a right and a wrong one. */
  readonly pairs: number;
  /** Pairs in which the right one scores higher; a tie counts one half. */
  readonly ordered: number;
}

/** How well scores order right before wrong. */
export function rank(items: readonly Scored[]): Ranking {
  const sorted = items.toSorted((a, b) => a.score - b.score);
  let ordered = 0;
  let wrongBelow = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]!.score === sorted[start]!.score) end += 1;
    const right = sorted.slice(start, end).filter((item) => item.right).length;
    const wrong = end - start - right;
    ordered += right * (wrongBelow + wrong / 2);
    wrongBelow += wrong;
    start = end;
  }
  return { pairs: (items.length - wrongBelow) * wrongBelow, ordered };
}

/** Area under the ROC curve: the probability that a right one scores higher than a wrong one, ties one half; null where one kind is missing. */
export function auroc(items: readonly Scored[]): number | null {
  return areaOf([rank(items)]);
}

/** The same over pairs from within each group alone. */
export function areaOf(rankings: readonly Ranking[]): number | null {
  const pairs = rankings.reduce((sum, ranking) => sum + ranking.pairs, 0);
  return pairs === 0 ? null : rankings.reduce((sum, ranking) => sum + ranking.ordered, 0) / pairs;
}
