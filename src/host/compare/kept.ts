/** What a view keeps over a reload so that its solves can be found again. */
export interface KeptSolves {
  readonly solve: string | null;
  /** Rows of the comparison with their stored solves, in order; null without one. */
  readonly comparison: readonly KeptRow[] | null;
}

interface KeptRow {
  readonly row: string;
  readonly solve: string;
  /** First solve of the search that it is read off; its own where an earlier version has kept none. */
  readonly search: string;
}

const mostRows = 64;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function rowOf(value: unknown): readonly KeptRow[] {
  if (!isRecord(value)) return [];
  const { row, solve, search } = value;
  return typeof row === "string" && typeof solve === "string" ? [{ row, solve, search: typeof search === "string" ? search : solve }] : [];
}

/** Reads what a view kept, which an earlier version may have written. */
export function readKeptSolves(state: unknown): KeptSolves {
  if (!isRecord(state)) return { solve: null, comparison: null };
  const { solve, comparison } = state;
  const rows = Array.isArray(comparison) ? comparison.flatMap(rowOf).slice(0, mostRows) : [];
  return { solve: typeof solve === "string" ? solve : null, comparison: rows.length === 0 ? null : rows };
}
