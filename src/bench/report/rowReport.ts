import { addUsage, noUsage, type Usage } from "../../core/ports";
import type { ProblemRecord } from "../run/results";
import type { LoadedRow } from "./load";
import type { Accuracy, RowReport } from "./model";
import { auroc } from "./statistics/auroc";
import { calibrate } from "./statistics/calibration";
import { wilsonInterval } from "./statistics/wilson";

export function accuracyOf(scores: readonly number[]): Accuracy {
  const count = scores.length;
  const mean = count === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / count;
  return { count, mean, interval: mean === null ? null : wilsonInterval(mean, count) };
}

const perProblem = (usage: Usage, count: number): Usage => (count === 0 ? noUsage : { requests: usage.requests / count, samples: usage.samples / count, promptTokens: usage.promptTokens / count, completionTokens: usage.completionTokens / count });

/** Scores by value of each category; a problem counts in each of its values. */
function byCategory(entries: readonly { readonly problem: ProblemRecord; readonly score: number }[]): RowReport["categories"] {
  const scores = new Map<string, Map<string, number[]>>();
  for (const { problem, score } of entries) {
    for (const [category, values] of Object.entries(problem.categories)) {
      const known = scores.get(category) ?? new Map<string, number[]>();
      scores.set(category, known);
      for (const value of values) known.set(value, [...(known.get(value) ?? []), score]);
    }
  }
  const sorted = <Value>(map: ReadonlyMap<string, Value>): [string, Value][] => [...map].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  return Object.fromEntries([...scores].map(([category, values]) => [category, Object.fromEntries(sorted(values).map(([value, all]) => [value, accuracyOf(all)]))]));
}

/** How many there are of each, by name. */
function countNames(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function exemplarsOf(entries: readonly LoadedRow[]): RowReport["exemplars"] {
  const chosen = entries.flatMap(({ exemplars }) => exemplars ?? []);
  if (chosen.length === 0) return null;
  const shown = chosen.filter(({ ids }) => ids.length > 0);
  return { mean: chosen.reduce((sum, { ids }) => sum + ids.length, 0) / chosen.length, without: chosen.length - shown.length, deliveries: countNames(shown.map(({ delivery }) => delivery)) };
}

/** Everything about one row but its costs beside others. */
export function reportRow(row: string, problems: readonly ProblemRecord[], results: ReadonlyMap<string, LoadedRow>): RowReport {
  const entries = problems.flatMap((problem) => {
    const loaded = results.get(problem.id);
    return loaded === undefined ? [] : [{ problem, ...loaded, score: loaded.result.score.ours }];
  });
  const scores = entries.map(({ result }) => result.score);
  const judgements = entries.flatMap(({ result }) => result.judgement ?? []);
  const confident = entries.flatMap(({ result, score }) => (typeof result.confidence?.value === "number" ? [{ score: result.confidence.value, right: score >= 0.5 }] : []));
  return {
    row,
    ours: accuracyOf(scores.map(({ ours }) => ours)),
    correct: accuracyOf(scores.map(({ correct }) => correct)),
    official: scores.some(({ official }) => official === null) ? null : accuracyOf(scores.map(({ official }) => official ?? 0)),
    judged: judgements.length === 0 ? null : accuracyOf(judgements.map(({ score }) => score ?? 0)),
    categories: byCategory(entries),
    missing: problems.length - entries.length,
    failures: countNames(entries.flatMap(({ failure }) => failure ?? [])),
    unanswered: entries.filter(({ result }) => result.answer === null).length,
    guessed: scores.filter(({ guessed }) => guessed).length,
    judgeFailed: judgements.filter(({ score }) => score === null).length,
    exemplars: exemplarsOf(entries),
    cost: perProblem(entries.map(({ result }) => result.usage).reduce(addUsage, noUsage), entries.length),
    ratioToQa: null,
    confidence: confident.length === 0 ? null : { ...calibrate(confident), auroc: auroc(confident) },
  };
}

const tokens = (usage: Usage): number => usage.promptTokens + usage.completionTokens;

/** The same row with its costs as multiples of those of `qa` (table 5's comparison). */
export function withRatio(row: RowReport, qa: RowReport | undefined): RowReport {
  if (qa === undefined || row.ours.count === 0 || qa.cost.requests === 0 || qa.cost.samples === 0 || tokens(qa.cost) === 0) return row;
  return { ...row, ratioToQa: { requests: row.cost.requests / qa.cost.requests, samples: row.cost.samples / qa.cost.samples, tokens: tokens(row.cost) / tokens(qa.cost) } };
}
