import { enumerated, type ComparedRow, type Comparison, type PanelState } from "../../src/protocol";
import { translate } from "../l10n";
import { letterOf } from "./format";

const isOver = ({ state }: ComparedRow): boolean => state !== "waiting" && state !== "running";

/** Whether what is running is a comparison. */
export function isComparing(panel: Pick<PanelState, "comparison" | "status">): panel is { readonly comparison: Comparison; readonly status: PanelState["status"] } {
  return panel.comparison !== null && (panel.status === "solving" || panel.status === "stopping") && !panel.comparison.rows.every(isOver);
}

/** For the bar while a comparison runs. */
export function comparisonProgress({ rows }: Comparison): { readonly done: number; readonly total: number; readonly text: string; readonly running: string } {
  const done = rows.filter(isOver).length;
  return { done, total: rows.length, text: translate("{0} of {1} methods", done, rows.length), running: enumerated(rows.filter(({ state }) => state === "running").map(({ title }) => title), translate) };
}

/** True when the panel shows another figure or question than the one that was compared. */
export function isOtherProblem({ figure, question }: Pick<PanelState, "figure" | "question">, comparison: Comparison): boolean {
  return figure !== null && (figure.info.sha256 !== comparison.figure || question !== comparison.question);
}

/** The mark of a row's answer: equal answers have the same letter. */
export interface AnswerMark {
  readonly letter: string;
  /** How many rows have this answer. */
  readonly count: number;
}

export function answerMark({ group }: ComparedRow, rows: readonly ComparedRow[]): AnswerMark | null {
  if (group === null) return null;
  return { letter: letterOf(group), count: rows.filter((row) => row.group === group).length };
}
