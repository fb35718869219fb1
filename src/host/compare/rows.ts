import { groupAnswers } from "../../core/answers";
import { noUsage } from "../../core/ports";
import { formatSpec, type MethodSpec } from "../../core/solve";
import type { TraceSnapshot } from "../../core/trace";
import { comparedTitle, describeOutcome, type ComparedRow, type ComparedState, type Comparison, type Translate } from "../../protocol";

/** A row before its answer is compared with the others: what is known of its solve. */
export interface ComparedSolve {
  readonly spec: MethodSpec;
  /** Of the solve, known before it begins, so that a view can find it again whenever it is reloaded. */
  readonly id: string;
  /** Id of the first solve that is read off the same search; its own where there is no other. */
  readonly search: string;
  /** Null before it has begun, and where its stored solve is gone. */
  readonly snapshot: TraceSnapshot | null;
  /** What became of a solve without a snapshot. */
  readonly without: Extract<ComparedState, "waiting" | "running" | "skipped" | "gone">;
}

function stateOf({ snapshot, without }: ComparedSolve): ComparedState {
  if (snapshot === null) return without;
  if (snapshot.outcome === null) return "running";
  if (snapshot.outcome.reason === "failed") return "failed";
  return snapshot.outcome.partial ? "partial" : "done";
}

function noteOf(state: ComparedState, snapshot: TraceSnapshot | null, translate: Translate): string {
  if (state === "skipped") return translate("Stopped before its turn.");
  if (state === "gone") return translate("It was not begun, or its stored solve is no longer there.");
  return snapshot?.outcome?.partial === true ? (describeOutcome(snapshot.outcome, snapshot.best !== null, translate) ?? "") : "";
}

/** Number of each answer's group, the largest group first, then the one that came first; null without an answer. */
export function groupNumbers(answers: readonly (string | null)[], choices: readonly string[]): (number | null)[] {
  const answered = answers.flatMap((answer, index) => (answer === null ? [] : [{ answer, index }]));
  const groups = groupAnswers(answered.map(({ answer }) => answer), { choices }).sort((a, b) => b.length - a.length || a[0]! - b[0]!);
  const numbers: (number | null)[] = answers.map(() => null);
  groups.forEach((members, number) => members.forEach((member) => (numbers[answered[member]!.index] = number)));
  return numbers;
}

/** The table of a comparison as far as it has come; rows in the order in which they were chosen. */
export function comparisonOf(problem: Omit<Comparison, "rows">, solves: readonly ComparedSolve[], translate: Translate): Comparison {
  const groups = groupNumbers(solves.map(({ snapshot }) => snapshot?.best?.answer ?? null), problem.choices);
  const rows = solves.map((solve, index): ComparedRow => {
    const { spec, id, search, snapshot } = solve;
    const state = stateOf(solve);
    return {
      id: formatSpec(spec), title: comparedTitle(spec, translate), state, solve: id, search,
      answer: snapshot?.best?.answer ?? null, group: groups[index]!, confidence: snapshot?.best?.confidence ?? null,
      usage: snapshot?.usage ?? noUsage, seconds: snapshot?.seconds ?? 0, note: noteOf(state, snapshot, translate),
    };
  });
  return { ...problem, rows };
}
