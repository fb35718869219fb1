import * as vscode from "vscode";
import type { SolveStorage } from "../../adapters/storage";
import { parseSpec, type MethodSpec } from "../../core/solve";
import type { TraceSnapshot } from "../../core/trace";
import { figureOfTrace, type Figure } from "../figures";
import type { PanelSession } from "../panel/session";
import { interrupted } from "../solve/interrupted";
import type { KeptSolves } from "./kept";
import { comparisonOf, type ComparedSolve } from "./rows";

/** The method of a row; undefined for what is no row of this version. */
function specOf(row: string): MethodSpec | undefined {
  try {
    return parseSpec(row);
  } catch {
    return undefined;
  }
}

/** Builds a comparison anew from the stored solves of its rows; a row whose solve is gone says so. */
export async function restoreComparison(store: Pick<SolveStorage, "read">, session: Pick<PanelSession, "restoreComparison">, rows: NonNullable<KeptSolves["comparison"]>): Promise<void> {
  let figure: Figure | null = null;
  let first: TraceSnapshot | undefined;
  const solves: ComparedSolve[] = [];
  for (const { row, solve, search } of rows) {
    const spec = specOf(row);
    if (spec === undefined) continue;
    const stored = await store.read(solve).catch(() => undefined);
    const snapshot = stored === undefined ? null : interrupted(stored.snapshot);
    if (stored !== undefined) figure ??= figureOfTrace(stored.image, stored.name);
    first ??= snapshot ?? undefined;
    solves.push({ spec, id: solve, search, snapshot, without: "gone" });
  }
  if (first === undefined) return;
  const { problem, settings } = first;
  session.restoreComparison(figure, comparisonOf({ figure: problem.image.sha256, question: problem.question, choices: problem.choices, seed: typeof settings["seed"] === "number" ? settings["seed"] : 0 }, solves, vscode.l10n.t));
}
