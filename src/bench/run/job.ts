import type { Clock, ErrorRecord, PreparedImage, Usage, VisionModel } from "../../core/ports";
import { answerOf, solve, type SolveLibrary } from "../../core/solve";
import { hashText, mixSeeds } from "../../core/search";
import { reduceTrace, type BestAnswer, type FinishReason, type TraceEvent, type TraceSnapshot } from "../../core/trace";
import type { BenchProblem } from "../datasets/problem";
import type { Job, Row } from "./rows";

/** What one row found for one problem. */
export interface RowAnswer {
  readonly row: string;
  readonly best: BestAnswer | null;
  /** Text of the last step behind the answer, as it came. */
  readonly reply: string | null;
  /** As if the row had been run by itself. */
  readonly usage: Usage;
  /** Time that the model took for these replies when they were asked for, summed. */
  readonly modelMilliseconds: number;
}

export interface SolvedJob {
  readonly reason: FinishReason;
  readonly error: ErrorRecord | null;
  readonly answers: readonly RowAnswer[];
  readonly snapshot: TraceSnapshot;
}

export interface JobRequest {
  readonly job: Job;
  readonly problem: BenchProblem;
  readonly image: PreparedImage;
  readonly model: VisionModel;
  readonly library: SolveLibrary | null;
  readonly clock: Clock;
  /** Sum of the model's time for this job so far. */
  readonly modelMilliseconds: () => number;
  readonly signal: AbortSignal;
}

/** One seed for each problem, whatever else is in the run. */
export const problemSeed = (seed: number, id: string): number => mixSeeds(seed, hashText(id));

function answerIn(snapshot: TraceSnapshot, row: Row, modelMilliseconds: number): RowAnswer {
  const best = row.method === "vrest" ? answerOf(snapshot, row.settings) : snapshot.best;
  const last = best === null ? undefined : snapshot.nodes[snapshot.traces[best.trace]?.nodes.at(-1) ?? -1];
  return { row: row.id, best, reply: last?.answer ?? null, usage: snapshot.usage, modelMilliseconds };
}

/** A search tells of a path without an end by nothing but the end of its activity. */
const isDeadEnd = (event: TraceEvent): boolean => event.type === "activity" && event.activity === null;

/** Solves a problem once and reads every row's answer off the search. Failures are part of the result. */
export async function solveJob({ job, problem, image, model, library, clock, modelMilliseconds, signal }: JobRequest): Promise<SolvedJob> {
  const seed = problemSeed(job.settings.seed, problem.id);
  const found = new Map<string, RowAnswer>();
  let snapshot: TraceSnapshot | undefined;
  /** Iterations of the search so far, those that ended without an answer included. */
  let walked = 0;
  const exemplars = job.exemplars === null || library === null ? {} : { library: { ...library, settings: { ...job.exemplars, seed } } };
  const asked = { question: problem.question, choices: problem.choices, image };
  for await (const event of solve({ id: problem.id, problem: asked, method: job.method, settings: { ...job.settings, seed }, model, clock, signal, ...exemplars })) {
    snapshot = reduceTrace(snapshot, event);
    if (event.type === "backedUp" || isDeadEnd(event)) walked += 1;
    if (walked === 0 || !(event.type === "answer" || isDeadEnd(event))) continue;
    for (const row of job.rows) if (row.method === "vrest" && row.settings.iterations === walked) found.set(row.id, answerIn(snapshot, row, modelMilliseconds()));
  }
  const final = snapshot!;
  const { reason, error } = final.outcome!;
  const unfinished = reason === "failed" || reason === "cancelled" || reason === "budget";
  const none = (row: Row): RowAnswer => ({ row: row.id, best: null, reply: null, usage: final.usage, modelMilliseconds: modelMilliseconds() });
  return { reason, error, snapshot: final, answers: job.rows.map((row) => (unfinished ? none(row) : (found.get(row.id) ?? answerIn(final, row, modelMilliseconds())))) };
}
