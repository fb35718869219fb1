import type { SolveStorage } from "../../adapters/storage";
import type { TraceSnapshot } from "../../core/trace";
import type { Figure } from "../figures";
import { figureOfTrace } from "../figures";
import type { PanelSession } from "../panel/session";
import { interrupted } from "../solve/interrupted";
import { choiceOf } from "./methods";
import { comparisonOf, type ComparedSolve } from "./rows";

/** What a view keeps over a reload so that its solves can be found again. */
export interface KeptSolves {
  readonly solve: string | null;
  /** Rows of the comparison with their stored solves, in order; null without one. */
  readonly comparison: readonly { readonly row: string; readonly solve: string | null }[] | null;
}

const mostRows = 64;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isRow = (value: unknown): value is { row: string; solve: string | null } => isRecord(value) && typeof value["row"] === "string" && (typeof value["solve"] === "string" || value["solve"] === null);

/** Reads what a view kept, which an earlier version may have written. */
export function readKeptSolves(state: unknown): KeptSolves {
  if (!isRecord(state)) return { solve: null, comparison: null };
  const { solve, comparison } = state;
  const rows = Array.isArray(comparison) ? comparison.filter(isRow).slice(0, mostRows) : [];
  return { solve: typeof solve === "string" ? solve : null, comparison: rows.length === 0 ? null : rows };
}

/** Builds a comparison anew from the stored solves of its rows; a row whose solve is gone says so. */
export async function restoreComparison(store: Pick<SolveStorage, "read">, session: Pick<PanelSession, "restoreComparison">, rows: NonNullable<KeptSolves["comparison"]>): Promise<void> {
  let figure: Figure | null = null;
  let first: TraceSnapshot | undefined;
  const solves: ComparedSolve[] = [];
  for (const { row, solve } of rows) {
    const choice = choiceOf(row);
    if (choice === undefined) continue;
    const stored = solve === null ? undefined : await store.read(solve).catch(() => undefined);
    const snapshot = stored === undefined ? null : interrupted(stored.snapshot);
    if (stored !== undefined) figure ??= figureOfTrace(stored.image, stored.name);
    first ??= snapshot ?? undefined;
    solves.push({ choice, snapshot, without: solve === null ? "skipped" : "gone" });
  }
  if (first === undefined) return;
  const { problem, settings } = first;
  session.restoreComparison(figure, comparisonOf({ figure: problem.image.sha256, question: problem.question, choices: problem.choices, seed: typeof settings["seed"] === "number" ? settings["seed"] : 0 }, solves));
}
