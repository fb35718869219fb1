import { FigtreeError, toFigtreeError, type PreparedImage } from "../../core/ports";
import type { SolveLibrary } from "../../core/solve";
import type { NodeSnapshot, TraceSnapshot } from "../../core/trace";
import type { BenchProblem, Scorer } from "../datasets/problem";
import { judgeAnswer, withJudgement } from "../scoring/judge/judge";
import { unanswered } from "../scoring/score";
import type { AppendFile } from "./appendFile";
import type { FailureWatch } from "./gone";
import { problemSeed, solveJob, type RowAnswer, type SolvedJob } from "./job";
import { recordReplies } from "./record";
import type { ReplyLog } from "./replies";
import type { RequestGate } from "./requestGate";
import type { JobResult, JobTrace, RowResult, TraceNode } from "./results";
import type { Job } from "./rows";
import type { BenchRequest } from "./run";

export interface ProblemRequest extends Pick<BenchRequest, "dataset" | "seed" | "model" | "judge" | "prepare" | "mayTeach" | "clock" | "signal"> {
  readonly problem: BenchProblem;
  /** Those that are left, in the order in which they share replies. */
  readonly jobs: readonly Job[];
  readonly library: SolveLibrary | null;
  readonly scorer: Scorer;
  readonly log: ReplyLog;
  readonly results: AppendFile;
  readonly traces: AppendFile;
  readonly gate: RequestGate;
  readonly watch: FailureWatch;
  /** The judge may be gone while the model is not. */
  readonly judgeWatch: FailureWatch;
  readonly onDone: (failed: boolean) => void;
}

/**
 * Runs what is left of one problem, one solve after the other, and writes each result when it is complete.
 * Throws what ends the run: `cancelled`, `budget.*`, or the failure of a model that is gone.
 */
export async function runProblem(request: ProblemRequest): Promise<void> {
  const { problem, jobs, prepare, results, traces, clock, signal, watch, onDone } = request;
  let image: PreparedImage;
  try {
    image = await prepare(await problem.image(signal), problem.id);
  } catch (thrown) {
    const error = toFigtreeError(thrown, "image.damaged");
    if (error.code === "cancelled") throw error;
    for (const job of jobs) {
      await results.append(failed(request, job, error));
      onDone(true);
    }
    return;
  }
  for (const job of jobs) {
    let modelMilliseconds = 0;
    const model = recorded(request, request.model, watch, (milliseconds) => (modelMilliseconds += milliseconds));
    const solved = await solveJob({ job, problem, image, model, library: teachersOf(request), clock, modelMilliseconds: () => modelMilliseconds, signal });
    // What cannot be written has ended the run, and is no failure of the problem.
    if (solved.reason === "cancelled" || (solved.error !== null && signal.aborted)) throw new FigtreeError("cancelled");
    if (solved.reason === "budget" || (solved.error !== null && watch.endsRun(solved.error.code))) throw new FigtreeError(solved.error!.code, solved.error!.details);
    const rows: RowResult[] = [];
    for (const answer of solved.answers) rows.push(await rowResult(request, solved, answer));
    if (solved.error === null) await traces.append(traceOf(problem, job, solved.snapshot));
    const result: JobResult = {
      problem: problem.id, job: job.id, reason: solved.reason, error: solved.error, rows, warnings: inOrder(solved.snapshot.warnings), exemplars: exemplarsOf(solved.snapshot),
      times: { at: clock.now(), modelMilliseconds: solved.answers.map((answer) => answer.modelMilliseconds) },
    };
    await results.append(result);
    onDone(solved.error !== null);
  }
}

/** The library without what may not precede this problem. */
function teachersOf({ library, mayTeach, problem }: ProblemRequest): SolveLibrary | null {
  if (library === null || mayTeach === undefined) return library;
  return { ...library, allowed: (exemplar) => mayTeach(problem, exemplar) && (library.allowed?.(exemplar) ?? true) };
}

function recorded({ log, problem, clock, gate }: ProblemRequest, model: ProblemRequest["model"], watch: FailureWatch, onTime: (milliseconds: number) => void): ProblemRequest["model"] {
  return recordReplies(model, { log, problem: problem.id, clock, gate, onReply: (milliseconds, live) => {
    onTime(milliseconds);
    if (live) watch.replied();
  } });
}

async function rowResult(request: ProblemRequest, { error }: SolvedJob, { row, best, reply, usage }: RowAnswer): Promise<RowResult> {
  const { problem, scorer, dataset, judge, judgeWatch, seed, signal } = request;
  const answer = best?.answer ?? null;
  const score = error === null ? scorer.score(problem, reply, answer) : unanswered;
  const base = { row, answer, reply, confidence: best?.confidence ?? null, usage };
  if (judge === null) return { ...base, score, judgement: null };
  const verdict = await judgeAnswer({ dataset: dataset.name, problem, reply, answer, judge: recorded(request, judge, judgeWatch, () => undefined), seed: problemSeed(seed, problem.id), signal });
  if (verdict.failure !== null && judgeWatch.endsRun(verdict.failure.code)) throw new FigtreeError(verdict.failure.code, verdict.failure.details);
  return { ...base, score: withJudgement(dataset.name, score, verdict), judgement: verdict };
}

/** A problem whose picture cannot be used fails in every row. */
function failed({ problem, clock }: ProblemRequest, job: Job, { code, details }: FigtreeError): JobResult {
  const usage = { requests: 0, samples: 0, promptTokens: 0, completionTokens: 0 };
  const rows = job.rows.map(({ id }): RowResult => ({ row: id, answer: null, reply: null, confidence: null, score: unanswered, judgement: null, usage }));
  return { problem: problem.id, job: job.id, reason: "failed", error: { code, details }, rows, warnings: [], exemplars: null, times: { at: clock.now(), modelMilliseconds: rows.map(() => 0) } };
}

/** Warnings come as replies arrive. */
const inOrder = (warnings: TraceSnapshot["warnings"]): TraceSnapshot["warnings"] => warnings.toSorted((a, b) => (a.code + a.detail < b.code + b.detail ? -1 : 1));

function nodeOf({ parent, depth, subQuestion, answer, terminal, multiplicity, usefulness, correctness, reward, returns, value, visits }: NodeSnapshot): TraceNode {
  return { parent, depth, subQuestion, answer, terminal, multiplicity, usefulness, correctness, reward, returns, value, visits };
}

function traceOf(problem: BenchProblem, job: Job, { nodes, traces, iterations }: TraceSnapshot): JobTrace {
  return { problem: problem.id, job: job.id, iterations, traces, nodes: nodes.map(nodeOf) };
}

function exemplarsOf({ exemplars }: TraceSnapshot): JobResult["exemplars"] {
  if (exemplars === null) return null;
  return { delivery: exemplars.delivery, ids: exemplars.candidates.flatMap(({ id, rankAfter }) => (rankAfter === null ? [] : [id])) };
}
