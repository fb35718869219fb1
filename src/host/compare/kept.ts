/** What a view keeps over a reload so that its solves can be found again. */
export interface KeptSolves {
  readonly solve: string | null;
  /** Rows of the comparison with their stored solves, in order; null without one. */
  readonly comparison: readonly { readonly row: string; readonly solve: string }[] | null;
}

const mostRows = 64;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isRow = (value: unknown): value is { row: string; solve: string } => isRecord(value) && typeof value["row"] === "string" && typeof value["solve"] === "string";

/** Reads what a view kept, which an earlier version may have written. */
export function readKeptSolves(state: unknown): KeptSolves {
  if (!isRecord(state)) return { solve: null, comparison: null };
  const { solve, comparison } = state;
  const rows = Array.isArray(comparison) ? comparison.filter(isRow).slice(0, mostRows) : [];
  return { solve: typeof solve === "string" ? solve : null, comparison: rows.length === 0 ? null : rows };
}
