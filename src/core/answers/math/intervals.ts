import type { Value } from "./value";
import { order, sameValue } from "./value";

/** One interval of real numbers; a missing end is infinite. */
export interface Piece {
  readonly low?: Value;
  readonly lowClosed: boolean;
  readonly high?: Value;
  readonly highClosed: boolean;
}

const MAX_PIECES = 40;

const below = (a: Value | undefined, b: Value | undefined): number => (a === undefined ? (b === undefined ? 0 : -1) : b === undefined ? 1 : (order(a, b) ?? 0));
const above = (a: Value | undefined, b: Value | undefined): number => (a === undefined ? (b === undefined ? 0 : 1) : b === undefined ? -1 : (order(a, b) ?? 0));

/** Whether an interval holds no number at all. */
function isEmpty(piece: Piece): boolean {
  if (piece.low === undefined || piece.high === undefined) return false;
  const sign = order(piece.low, piece.high) ?? -1;
  return sign > 0 || (sign === 0 && !(piece.lowClosed && piece.highClosed));
}

/** The same set of numbers as disjoint intervals in rising order. */
export function union(pieces: readonly Piece[]): Piece[] {
  const sorted = pieces.filter((piece) => !isEmpty(piece)).slice(0, MAX_PIECES);
  sorted.sort((a, b) => below(a.low, b.low) || Number(b.lowClosed) - Number(a.lowClosed));
  const merged: Piece[] = [];
  for (const piece of sorted) {
    const last = merged.at(-1);
    const gap = last === undefined || last.high === undefined || piece.low === undefined ? -1 : (order(piece.low, last.high) ?? 0);
    if (last === undefined || (last.high !== undefined && (gap > 0 || (gap === 0 && !piece.lowClosed && !last.highClosed)))) merged.push(piece);
    else {
      const higher = above(piece.high, last.high);
      const high = higher > 0 ? piece : last;
      const closed = higher === 0 ? piece.highClosed || last.highClosed : high.highClosed;
      merged[merged.length - 1] = { ...(last.low === undefined ? {} : { low: last.low }), lowClosed: last.lowClosed, ...(high.high === undefined ? {} : { high: high.high }), highClosed: closed };
    }
  }
  return merged;
}

/** The numbers that lie in both sets. */
export function intersection(left: readonly Piece[], right: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const a of left.slice(0, MAX_PIECES)) {
    for (const b of right.slice(0, MAX_PIECES)) {
      const low = below(a.low, b.low);
      const high = above(a.high, b.high);
      const from = low >= 0 ? a : b;
      const to = high <= 0 ? a : b;
      result.push({
        ...(from.low === undefined ? {} : { low: from.low }),
        lowClosed: low === 0 ? a.lowClosed && b.lowClosed : from.lowClosed,
        ...(to.high === undefined ? {} : { high: to.high }),
        highClosed: high === 0 ? a.highClosed && b.highClosed : to.highClosed,
      });
    }
  }
  return union(result);
}

const sameEnd = (a: Value | undefined, b: Value | undefined): boolean => (a === undefined || b === undefined ? a === b : sameValue(a, b) === true);

/** Whether two unions, both from `union`, are the same set of numbers. */
export const samePieces = (a: readonly Piece[], b: readonly Piece[]): boolean =>
  a.length === b.length &&
  a.every((piece, index) => {
    const other = b[index]!;
    return sameEnd(piece.low, other.low) && sameEnd(piece.high, other.high) && (piece.low === undefined || piece.lowClosed === other.lowClosed) && (piece.high === undefined || piece.highClosed === other.highClosed);
  });
