import type { PresetName } from "../../core/solve";
import { datasetReaders } from "../datasets/readers";
import type { JobTrace } from "../run/results";
import { planRows, type Row } from "../run/rows";
import { parseSpec } from "../../core/solve";
import { gatherEvidence, type EvidenceReport } from "./evidence/evidence";
import type { LoadedRun } from "./load";
import type { BenchReport, CurveReport, DisputedAnswer, RowReport, RunReport, RunTimes } from "./model";
import { ablationsOf, comparePair } from "./pairs";
import { reportRow, withRatio } from "./rowReport";
import { paperTableOf } from "./tables";

function planOf({ settings }: LoadedRun) {
  return planRows(settings.methods.map(parseSpec), settings.preset as PresetName, settings.seed);
}

function curvesOf(rows: readonly Row[], reports: ReadonlyMap<string, RowReport>): CurveReport[] {
  const curves = new Map<string, CurveReport>();
  for (const { id, scale } of rows) {
    if (scale === null) continue;
    const report = reports.get(id)!;
    const known = curves.get(scale.curve) ?? { curve: scale.curve, by: scale.by, points: [] };
    const points = [...known.points, { value: scale.value, accuracy: report.ours, requests: report.cost.requests }].sort((a, b) => a.value - b.value);
    curves.set(scale.curve, { ...known, points });
  }
  return [...curves.values()];
}

/** Answers that the official rule and ours count differently, or a judge and ours. */
function disputedOf(run: LoadedRun, rows: readonly string[]): DisputedAnswer[] {
  return rows.flatMap((row) =>
    run.problems.flatMap((problem): DisputedAnswer[] => {
      const result = run.rows.get(row)?.get(problem.id)?.result;
      if (result === undefined) return [];
      const { score, judgement, answer } = result;
      const judged = judgement?.score ?? null;
      if ((score.official ?? score.ours) === score.ours && score.correct === score.ours && (judged ?? score.ours) === score.ours) return [];
      const { extracted, official, correct, ours, rule, oursRule } = score;
      return [{ problem: problem.id, row, asked: problem.asked, references: problem.references, answer, extracted, official, correct, ours, judged, rule, oursRule }];
    }),
  );
}

async function evidenceOf(run: LoadedRun): Promise<{ readonly evidence: EvidenceReport[]; readonly unreadable: number }> {
  const { jobs } = planOf(run);
  const problems = new Map(run.problems.map((problem) => [problem.id, problem]));
  const places = new Map(run.problems.map(({ id }, index) => [id, index]));
  const trees = new Map(jobs.map(({ id }) => [id, new Map<string, JobTrace>()]));
  // Lines stand in the order in which solves ended; sums must not depend on it.
  const unreadable = await run.eachTrace((trace) => void trees.get(trace.job)?.set(trace.problem, trace));
  const evidence = jobs.flatMap((job) => {
    const gathering = gatherEvidence(job);
    for (const trace of [...trees.get(job.id)!.values()].sort((a, b) => places.get(a.problem)! - places.get(b.problem)!)) gathering.add(problems.get(trace.problem)!, trace);
    return gathering.result() ?? [];
  });
  return { evidence, unreadable };
}

async function reportRun(run: LoadedRun): Promise<RunReport> {
  const { rows } = planOf(run);
  const plain = rows.map(({ id }) => reportRow(id, run.problems, run.rows.get(id) ?? new Map()));
  const qa = plain.find(({ row }) => row === "qa");
  const reports = new Map(plain.map((row) => [row.row, withRatio(row, qa)]));
  const main = rows.filter(({ scale }) => scale === null).map(({ id }) => id);
  const ids = main.length === 0 ? rows.map(({ id }) => id) : main;
  const { evidence, unreadable } = await evidenceOf(run);
  const values = (category: string): ReadonlySet<string> => new Set(run.problems.flatMap((problem) => problem.categories[category] ?? []));
  return {
    settings: run.settings,
    title: datasetReaders[run.settings.dataset.name]?.title ?? run.settings.dataset.name,
    problems: run.problems.length,
    unreadable: { results: run.unreadableResults, traces: unreadable },
    rows: [...ids, ...rows.map(({ id }) => id).filter((id) => !ids.includes(id))].map((id) => reports.get(id)!),
    mainRows: ids,
    paperTable: paperTableOf(run.settings.dataset.name, values),
    pairs: ids.flatMap((first, index) => ids.slice(index + 1).map((second) => comparePair(run.rows, first, second))),
    curves: curvesOf(rows, reports),
    ablations: ablationsOf(run.rows, ids),
    disputed: disputedOf(run, ids),
    evidence,
  };
}

function timesOf(run: LoadedRun): RunTimes {
  const rows = planOf(run).rows.map(({ id }) => {
    const found = [...(run.rows.get(id)?.values() ?? [])];
    return { row: id, modelSeconds: found.length === 0 ? null : found.reduce((sum, { modelMilliseconds }) => sum + modelMilliseconds, 0) / found.length / 1000 };
  });
  const qa = rows.find(({ row }) => row === "qa")?.modelSeconds ?? 0;
  return { rows: rows.map((row) => ({ ...row, ratioToQa: qa === 0 || row.modelSeconds === null ? null : row.modelSeconds / qa })) };
}

/** The report of one or more runs. The same results give the same report apart from `times`. */
export async function buildReport(runs: readonly LoadedRun[]): Promise<BenchReport> {
  const reports: RunReport[] = [];
  for (const run of runs) reports.push(await reportRun(run));
  return { format: "figtree-bench-report", version: 1, runs: reports, times: runs.map(timesOf) };
}
